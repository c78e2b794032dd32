#if !canImport(Darwin)
public import Foundation

// Foundation has these methods in predicates on Apple's platforms only. `#Predicate` accepts them
// on all platforms, and finds the builders here.

extension PredicateExpressions {
  /// A match of a text with a pattern that is made of another text.
  public typealias _TextMatch<Text, Other> = RangeExpressionContains<
    KeyPath<Other, _TextPattern>, Text
  >
  where
    Text: PredicateExpression, Other: PredicateExpression, Text.Output == String,
    Other.Output == String

  /// A comparison of two texts that results in their order.
  public typealias _TextComparison<Text, Other> = Conditional<
    _TextMatch<Text, Other>, Value<ComparisonResult>,
    Conditional<_TextMatch<Text, Other>, Value<ComparisonResult>, Value<ComparisonResult>>
  >
  where
    Text: PredicateExpression, Other: PredicateExpression, Text.Output == String,
    Other.Output == String

  /// Builds `text.localizedStandardContains(other)`. It is true if a text contains another one,
  /// regardless of case and diacritics.
  public static func build_localizedStandardContains<Text, Other>(
    _ text: Text, _ other: Other
  ) -> _TextMatch<Text, Other> { match(text, with: other, by: \.containmentPattern) }

  /// Builds `text.caseInsensitiveCompare(other)`.
  public static func build_caseInsensitiveCompare<Text, Other>(
    _ text: Text, _ other: Other
  ) -> _TextComparison<Text, Other> {
    compare(
      equal: match(text, with: other, by: \.samePattern),
      less: match(text, with: other, by: \.followingPattern))
  }

  /// Builds `text.localizedCompare(other)`.
  public static func build_localizedCompare<Text, Other>(
    _ text: Text, _ other: Other
  ) -> _TextComparison<Text, Other> {
    compare(
      equal: match(text, with: other, by: \.locallySamePattern),
      less: match(text, with: other, by: \.locallyFollowingPattern))
  }

  private static func match<Text, Other>(
    _ text: Text, with other: Other,
    by pattern: any Swift.KeyPath<String, _TextPattern> & Sendable
  ) -> _TextMatch<Text, Other> {
    build_contains(build_KeyPath(root: other, keyPath: pattern), text)
  }

  private static func compare<Text, Other>(
    equal: _TextMatch<Text, Other>, less: _TextMatch<Text, Other>
  ) -> _TextComparison<Text, Other> {
    build_Conditional(
      equal, Value(.orderedSame),
      build_Conditional(less, Value(.orderedAscending), Value(.orderedDescending)))
  }
}
#endif
