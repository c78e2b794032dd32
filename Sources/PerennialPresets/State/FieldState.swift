import Foundation
import Perennial
import PerennialRecords

/// The value of a field in a store.
enum FieldState: FieldValue {
  case value(SQLValue)
  case reference(RecordName)

  var target: RecordName? { if case .reference(let name) = self { name } else { nil } }

  func following(_ redirects: Redirects) -> FieldState {
    if case .reference(let name) = self {
      .reference(redirects.destination(of: name))
    } else {
      self
    }
  }

  static func < (left: FieldState, right: FieldState) -> Bool {
    switch (left, right) {
    case (.reference(let left), .reference(let right)): left < right
    case (.value, .reference): true
    case (.reference, .value): false
    case (.value(let left), .value(let right)): precedes(left, right)
    }
  }

  private static func precedes(_ left: SQLValue, _ right: SQLValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: rank(left) < rank(right)
    }
  }

  private static func rank(_ value: SQLValue) -> Int {
    switch value {
    case .null: 0
    case .integer: 1
    case .real: 2
    case .text: 3
    case .blob: 4
    }
  }
}
