import Foundation
import PerennialRecords

extension WebValue {
  /// The number of the value; nil for other values.
  private var number: Double? {
    switch self {
    case .int64(let number), .timestamp(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The text of the value; nil for other values. A reference is compared by its record's name.
  private var text: String? {
    switch self {
    case .string(let text): text.precomposedStringWithCanonicalMapping
    case .reference(let name): name.rawValue
    default: nil
    }
  }

  /// Returns `true` if both are the same value. Numbers of different types can be.
  func isEqual(to other: WebValue) -> Bool {
    self == other || isBefore(other) == false && other.isBefore(self) == false
  }

  /// Returns `true` if the value is before another one; nil if values of their types have no order.
  ///
  /// Texts are compared by their Unicode scalars.
  func isBefore(_ other: WebValue) -> Bool? {
    switch (self, other) {
    case (.int64(let left), .int64(let right)), (.timestamp(let left), .timestamp(let right)):
      return left < right
    case (.bytes(let left), .bytes(let right)): return left.lexicographicallyPrecedes(right)
    default: break
    }
    if let left = number, let right = other.number { return left < right }
    if let left = text, let right = other.text {
      return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    }
    return nil
  }

  /// Returns `true` if the value is before another one in the results of a query. The records of a type may have
  /// values of different types in a field: numbers come before texts, then bytes, and then the others, which have no
  /// order among themselves.
  func sorts(before other: WebValue) -> Bool { isBefore(other) ?? (group < other.group) }

  private var group: Int {
    if number != nil { return 0 }
    if text != nil { return 1 }
    return if case .bytes = self { 2 } else { 3 }
  }

  /// Returns `true` if both are texts, and the value begins with the other.
  func begins(with other: WebValue) -> Bool {
    guard let text, let prefix = other.text else { return false }
    return text.unicodeScalars.starts(with: prefix.unicodeScalars)
  }

  /// The elements of a list; nil for other values.
  var elements: [WebValue]? { if case .list(_, let elements) = self { elements } else { nil } }

  /// The words of a text or of a list of texts, without regard to case and accents.
  var words: Set<String> {
    switch self {
    case .string(let text): Self.words(of: text)
    case .list(_, let elements): elements.reduce(into: []) { $0.formUnion($1.words) }
    default: []
    }
  }

  private static func words(of text: String) -> Set<String> {
    let plain = text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
      .filter { $0.properties.generalCategory != .nonspacingMark }
    let words = plain.split { scalar in
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
    }
    return Set(words.map { String(String.UnicodeScalarView($0)) })
  }
}
