import Foundation
import PerennialRecords

/// A text that other texts are compared with, by a relation other than `==`.
///
/// The pattern looks like a range of texts. Thus a predicate can check whether a text is in the
/// range, with an expression that Foundation has. A custom expression would work too, but
/// Foundation stops a program that prints a predicate with an unknown expression.
public struct _TextPattern: RangeExpression, Codable, Hashable, Sendable {
  let text: String
  let relation: TextRelation

  /// Returns `true` if the pattern's relation holds between a text and the pattern's own text.
  public func contains(_ text: String) -> Bool { relation.holds(text, self.text) }

  /// Returns all of a collection whose indices are texts, because a pattern has no bounds.
  public func relative<C: Collection>(to collection: C) -> Range<String>
  where C.Index == String { collection.startIndex..<collection.endIndex }
}

/// A relation between two texts, as a comparison method of Foundation defines it.
enum TextRelation: String, Codable {
  /// The first text contains the second, by Foundation's `localizedStandardContains`.
  case contains
  /// The texts are equal, or the first precedes the second, by Foundation's
  /// `caseInsensitiveCompare`.
  case isSame, precedes
  /// The texts are equal, or the first precedes the second, by Foundation's `localizedCompare`.
  case isLocallySame, locallyPrecedes

  /// Returns `true` if the relation holds between two texts in their stored form. In other forms,
  /// Foundation does not everywhere treat different spellings of one character as equal.
  func holds(_ first: String, _ second: String) -> Bool {
    let (first, second) = (first.storedForm, second.storedForm)
    return switch self {
    case .contains: first.localizedStandardContains(second)
    case .isSame: first.caseInsensitiveCompare(second) == .orderedSame
    case .precedes: first.caseInsensitiveCompare(second) == .orderedAscending
    case .isLocallySame: first.localizedCompare(second) == .orderedSame
    case .locallyPrecedes: first.localizedCompare(second) == .orderedAscending
    }
  }

  /// Returns the relation as a condition in SQL.
  func condition(_ first: SQLExpression, _ second: SQLExpression) -> SQLExpression {
    let texts = [first, second]
    return switch self {
    case .contains: .call(.localizedContains, texts)
    case .isSame: .binary(.equal, .call(.caseInsensitiveCompare, texts), .literal(0))
    case .precedes: .binary(.less, .call(.caseInsensitiveCompare, texts), .literal(0))
    case .isLocallySame: .binary(.equal, .call(.localizedCompare, texts), .literal(0))
    case .locallyPrecedes: .binary(.less, .call(.localizedCompare, texts), .literal(0))
    }
  }
}

extension String {
  /// A pattern that builders of predicates make of a text. Each pattern is a property, because a
  /// predicate can only use properties.
  var containmentPattern: _TextPattern { _TextPattern(text: self, relation: .contains) }
  var samePattern: _TextPattern { _TextPattern(text: self, relation: .isSame) }
  var followingPattern: _TextPattern { _TextPattern(text: self, relation: .precedes) }
  var locallySamePattern: _TextPattern { _TextPattern(text: self, relation: .isLocallySame) }
  var locallyFollowingPattern: _TextPattern { _TextPattern(text: self, relation: .locallyPrecedes) }
}

extension TextRelation {
  /// Creates the relation of the patterns at a key path, or nil for another key path.
  init?(_ keyPath: AnyKeyPath) {
    switch keyPath {
    case \String.containmentPattern: self = .contains
    case \String.samePattern: self = .isSame
    case \String.followingPattern: self = .precedes
    case \String.locallySamePattern: self = .isLocallySame
    case \String.locallyFollowingPattern: self = .locallyPrecedes
    default: return nil
    }
  }
}
