import Foundation

/// A text that other texts are compared with, in a way that is not `==`.
///
/// It looks like a range of texts, so that a predicate can ask whether a text is in it with an
/// expression that Foundation has. An expression of our own would do as well, but Foundation stops
/// a program that prints a predicate with an unknown expression in it.
public struct _TextPattern: RangeExpression, Codable, Hashable, Sendable {
  let text: String
  let relation: TextRelation

  /// Whether a text stands in the pattern's relation to its own text.
  public func contains(_ text: String) -> Bool { relation.holds(text, self.text) }

  /// All of a collection whose indices are texts: a pattern has no bounds.
  public func relative<C: Collection>(to collection: C) -> Range<String>
  where C.Index == String { collection.startIndex..<collection.endIndex }
}

/// A relation between two texts that people would call similar.
enum TextRelation: String, Codable {
  /// The first contains the second: Foundation's `localizedStandardContains`.
  case contains
  /// They are equal, or the first comes first, by Foundation's `caseInsensitiveCompare`.
  case isSame, precedes
  /// They are equal, or the first comes first, by Foundation's `localizedCompare`.
  case isLocallySame, locallyPrecedes

  /// Of the texts as the store has them, because Foundation does not take different spellings of
  /// one character for the same everywhere.
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

  /// The relation in SQL.
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
  /// The patterns that builders of predicates make of a text, each a property because a predicate
  /// can only speak of properties.
  var containmentPattern: _TextPattern { _TextPattern(text: self, relation: .contains) }
  var samePattern: _TextPattern { _TextPattern(text: self, relation: .isSame) }
  var followingPattern: _TextPattern { _TextPattern(text: self, relation: .precedes) }
  var locallySamePattern: _TextPattern { _TextPattern(text: self, relation: .isLocallySame) }
  var locallyFollowingPattern: _TextPattern { _TextPattern(text: self, relation: .locallyPrecedes) }
}

extension TextRelation {
  /// The relation of the patterns that a key path makes of texts.
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
