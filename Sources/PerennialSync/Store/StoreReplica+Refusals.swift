import Foundation
import Perennial
package import PerennialRecords
import PerennialReplication

// Rows that SQLite refuses: a unique value that another row has, a value that is missing, or a value of another
// type. Such a row keeps its former content, or stays absent, and the others are written. It is tried again after
// each change of the store.

extension StoreReplica {
  typealias WrittenRow = (place: Place, change: RowChange)

  /// Writes rows, and notes those that SQLite refuses.
  ///
  /// Rows can exchange unique values: a row that is refused is tried again after the others, and then together
  /// with the other refused ones.
  func writeAll(_ changes: [RowChange]) throws -> [WrittenRow] {
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
    for (_, change) in written { try forgetRefusal(of: change.record.name) }
    for (change, reason) in refused { try note(change, reason) }
    return written
  }

  private typealias Refused = (change: RowChange, reason: String)

  private func attempt(
    _ changes: [RowChange], _ written: inout [WrittenRow]
  ) throws -> [Refused] {
    var refused: [Refused] = []
    for change in changes {
      do {
        written.append((try writeRow(change), change))
      } catch let error as SwiftDataError {
        guard connection.hasRefusedRow else { throw error }
        refused.append((change, error.explanation))
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
  private func vacate(_ change: RowChange) throws {
    guard let place = try locate(change.record.name) else { return }
    let unique = Set(place.entity.entity.layout.uniquenessConstraints.flatMap { $0 }.map(\.name))
    for column in place.entity.columns
    where column.kind == .value && unique.contains(column.property.name) {
      let value: SQLValue =
        switch column.property.column?.type {
        case .text: .text("\u{1}\(place.key)")
        case .real: .real(Double(place.key))
        case .blob: .text("\u{1}\(place.key)").bytes
        default: .integer(place.key)
        }
      try connection.run(
        "UPDATE \(place.entity.table) SET \(column.name) = ? WHERE _pk = ?",
        [value, .integer(place.key)])
    }
  }

  // MARK: The list

  private func note(_ change: RowChange, _ reason: String) throws {
    let name = change.record.name
    let reason = "\(change.entity.name) \(change.key) does not show its changes: \(reason)"
    let isNew = try refusal(of: name) != reason
    try connection.run(
      "INSERT OR REPLACE INTO \(SyncTables.unwritten) (name, reason) VALUES (?, ?)",
      [.text(name.rawValue), .text(reason)])
    if isNew { transaction.warn("\(connection.path): \(reason)") }
  }

  /// Returns the reason why the row of a record does not have the record's content; nil if it has.
  package func refusal(of name: RecordName) throws -> String? {
    var reason: String?
    try connection.rows(
      "SELECT reason FROM \(SyncTables.unwritten) WHERE name = ?", [.text(name.rawValue)]
    ) { reason = $0.string() }
    return reason
  }

  func forgetRefusal(of name: RecordName) throws {
    try connection.run(
      "DELETE FROM \(SyncTables.unwritten) WHERE name = ?", [.text(name.rawValue)])
  }

  /// Ends a transaction: writes again what depends on the changes in it.
  func finish(_ replica: Replica<StoreReplica>) throws {
    guard hasChanged else { return }
    try settleContests()
    var names: [RecordName] = []
    try connection.rows("SELECT name FROM \(SyncTables.unwritten) ORDER BY name") {
      names.append(RecordName($0.string()))
    }
    if !names.isEmpty { try replica.show(names) }
  }

  // MARK: Values

  /// Returns the value of a record's field for a column; nil if there is none, or if the property cannot have it:
  /// another version of the program can have given the property another type.
  func value(_ value: RecordValue?, for column: SyncedEntity.Column) throws -> SQLValue? {
    if let asset = value?.asset {
      guard column.takesAssets else { return nil }
      return try bytes(of: asset).flatMap { column.value(ofAsset: $0) }
    }
    guard let value = try column.value(value) else { return nil }
    guard column.kind == .value, value != .null, column.property.isChecked,
      try !column.property.fits(value, on: connection)
    else { return value }
    return nil
  }
}

extension SQLValue {
  /// The bytes of a text.
  fileprivate var bytes: SQLValue {
    if case .text(let text) = self { .blob(.init(text.utf8)) } else { self }
  }
}
