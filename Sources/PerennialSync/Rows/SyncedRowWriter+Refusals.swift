import Foundation
import Perennial
import PerennialRecords
import PerennialReplication

// Rows that SQLite refuses: a unique value that another row has, a value that is missing, or a value of another
// type. Such a row keeps its former content, or stays absent, and the others are written. It is tried again after
// each change of the store. A record with a form that no row can have is left out in the same way.

extension SyncedRowWriter {
  /// A row that was written, and the values that its properties cannot have, by fields: the row shows a default, or what
  /// it had.
  typealias WrittenRow = (
    location: RowLocation, change: PendingRow, substitutes: [String: SubstitutedValue]
  )

  /// Writes rows, and notes those that SQLite refuses.
  ///
  /// Rows can exchange unique values: a row that is refused is tried again after the others, and then together
  /// with the other refused ones.
  func writeAll(_ changes: [PendingRow]) throws -> [WrittenRow] {
    var written: [WrittenRow] = []
    var refused = try attempt(changes, &written)
    while !refused.isEmpty {
      let again = try attempt(refused.map(\.change), &written)
      if again.count == refused.count {
        refused = try exchange(again, &written)
        break
      }
      refused = again
    }
    for (_, change, substitutes) in written {
      try substituted.note(substitutes, of: change.record.name)
      if substitutes.isEmpty {
        try refusedRows.forgetRefusal(of: change.record.name)
      } else {
        try refusedRows.note(change, Refusal(unfit: substitutes.keys.sorted(), of: change))
      }
    }
    for (change, refusal) in refused { try refusedRows.note(change, refusal) }
    return written
  }

  /// The reason why a row was not written.
  struct Refusal {
    let explanation: String
    let cause: UnwrittenCause

    init(_ explanation: String, _ cause: UnwrittenCause) {
      (self.explanation, self.cause) = (explanation, cause)
    }

    /// Creates the reason why a row lacks values of some of its fields.
    init(unfit fields: [String], of change: PendingRow) {
      let names = fields.map { change.entity.property(ofField: $0) ?? $0 }.joined(separator: ", ")
      self.init("\(names) cannot have the value of another version of the app", .value)
    }
  }

  private typealias Refused = (change: PendingRow, refusal: Refusal)

  private func attempt(
    _ changes: [PendingRow], _ written: inout [WrittenRow]
  ) throws -> [Refused] {
    var refused: [Refused] = []
    for change in changes {
      do {
        let (location, substitutes) = try writeRow(change)
        written.append((location, change, substitutes))
      } catch let error as UnstorableRecord {
        refused.append((change, Refusal(error.explanation, .form)))
      } catch let error as SwiftDataError {
        guard connection.hasRefusedRow else { throw error }
        refused.append((change, Refusal(error.explanation, .constraint)))
      }
    }
    return refused
  }

  /// Writes rows that have each other's unique values: all of them, or none.
  private func exchange(
    _ refused: [Refused], _ written: inout [WrittenRow]
  ) throws -> [Refused] {
    guard refused.count > 1 else { return refused }
    var remaining = refused
    try connection.part {
      for (change, _) in refused { try vacate(change) }
      var exchanged: [WrittenRow] = []
      let again = try attempt(refused.map(\.change), &exchanged)
      guard again.isEmpty else { return false }
      written += exchanged
      remaining = []
      return true
    }
    return remaining
  }

  /// Gives a row unique values that no other row has.
  private func vacate(_ change: PendingRow) throws {
    guard let location = try sync.locate(change.record.name) else { return }
    let unique = Set(
      location.entity.containerEntity.layout.uniquenessConstraints.flatMap { $0 }.map(\.name))
    for column in location.entity.columns
    where column.kind == .value && unique.contains(column.property.name) {
      let value: SQLValue =
        switch column.property.column?.type {
        case .text: .text("\u{1}\(location.key)")
        case .real: .real(Double(location.key))
        case .blob: .text("\u{1}\(location.key)").bytes
        default: .integer(location.key)
        }
      try connection.run(
        "UPDATE \(location.entity.table) SET \(column.name) = ? WHERE _pk = ?",
        [value, .integer(location.key)])
    }
  }
}

extension SQLValue {
  /// The bytes of a text.
  fileprivate var bytes: SQLValue {
    if case .text(let text) = self { .blob(.init(text.utf8)) } else { self }
  }
}
