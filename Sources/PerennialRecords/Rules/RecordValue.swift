public import Foundation

/// A value of a field of a record, as devices and a hub exchange it.
///
/// The cases are SQLite's storage classes, with a reference for the key of another row, a value that is
/// sealed, and a large value. So a value has the same meaning on every platform, and a hub needs no schema.
public enum RecordValue: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number. Booleans are 0 and 1.
  case integer(Int64)
  /// A number that is finite.
  case real(Double)
  /// A text in normalisation form C.
  case text(String)
  /// Bytes.
  case blob(Data)
  /// Another record.
  case reference(RecordName)
  /// The encrypted form of a value, which only devices with the key can read.
  ///
  /// A hub merges it by its stamp, as every value. A reference that is sealed isn't a reference for the hub.
  case sealed(Data)
  /// Bytes that are too large for a record, by their checksum.
  case asset(RecordAsset)
}

extension RecordValue: FieldValue {
  /// The record that the value references.
  public var target: RecordName? { if case .reference(let name) = self { name } else { nil } }

  /// The large value that the value is.
  public var asset: RecordAsset? { if case .asset(let asset) = self { asset } else { nil } }

  /// Returns the value; a reference to a merged record references the record that it was merged into.
  public func following(_ redirects: Redirects) -> RecordValue {
    guard !redirects.isEmpty, case .reference(let name) = self else { return self }
    return .reference(redirects.destination(of: name))
  }

  /// Returns the start with the amount added to it. A sum that 64 bits cannot hold is truncated.
  public static func counter(from start: RecordValue?, adding amount: Int64) -> RecordValue? {
    switch start {
    case nil, .null: .integer(amount)
    case .integer(let number): .integer(number &+ amount)
    case let other?: other
    }
  }

  /// Compares by storage class, then by content. The order only makes choices between equal stamps
  /// deterministic.
  public static func < (left: RecordValue, right: RecordValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.blob(let left), .blob(let right)), (.sealed(let left), .sealed(let right)):
      left.lexicographicallyPrecedes(right)
    case (.reference(let left), .reference(let right)): left < right
    case (.asset(let left), .asset(let right)): left < right
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer: 1
    case .real: 2
    case .text: 3
    case .blob: 4
    case .reference: 5
    case .sealed: 6
    case .asset: 7
    }
  }
}
