import Perennial
import PerennialRecords
import PerennialReplication

/// The records whose rows do not show all that the records have, with the reasons, in their table.
final class RefusedRows {
  private let sync: SyncTransaction
  private let connection: Connection
  private let table: SparseTable

  init(_ sync: SyncTransaction) {
    (self.sync, connection) = (sync, sync.connection)
    table = SparseTable(SyncTables.unwritten, sync)
  }

  /// The names of the records whose rows may have become possible.
  var retriedNames: [RecordName] {
    get throws {
      try connection.map(
        "SELECT name FROM \(SyncTables.unwritten) WHERE cause = \(UnwrittenCause.constraint.rawValue) ORDER BY name"
      ) { RecordName($0.string()) }
    }
  }

  /// The number of records.
  var count: Int {
    get throws {
      try connection.integers("SELECT count(*) FROM \(SyncTables.unwritten)").first.map(Int.init)
        ?? 0
    }
  }

  // MARK: Reasons

  /// Notes a row that was not written, and logs a new reason.
  func note(_ change: SyncedRowWriter.PendingRow, _ refusal: SyncedRowWriter.Refusal) throws {
    let reason = Self.reason(refusal.explanation, of: change.record.name, in: change.entity)
    guard try self.reason(of: change.record.name) != reason else { return }
    try write(reason, refusal.cause, of: change.record.name)
  }

  /// Notes the references that a row does not show, and logs new ones; or that it shows all.
  func note(_ misfits: [Misfit], of record: Record) throws {
    guard let first = misfits.first, let entity = sync.schema.entity(ofType: record.type) else {
      try forget(record.name, where: "cause = \(UnwrittenCause.misfit.rawValue)")
      return
    }
    let property = entity.property(ofField: first.field) ?? first.field
    let explanation =
      switch first.cause {
      case .type(let type):
        "\(property) cannot reference \(first.target.rawValue), which is a \(sync.schema.entity(ofType: type)?.name ?? type)"
      case .deletion: "\(property) must have a target, and \(first.target.rawValue) is deleted"
      }
    let others = misfits.count > 1 ? ", and \(misfits.count - 1) other references" : ""
    let reason = Self.reason(explanation + others, of: record.name, in: entity)
    // A row that was not written has another reason.
    guard let former = try self.reason(of: record.name) else {
      return try write(reason, .misfit, of: record.name)
    }
    if former != reason, try isMisfit(record.name) { try write(reason, .misfit, of: record.name) }
  }

  private static func reason(
    _ explanation: String, of name: RecordName, in entity: SyncedEntity
  ) -> String {
    "\(entity.name) \(name.rowKey.map(String.init) ?? name.rawValue) does not show its changes: \(explanation)"
  }

  private func write(_ reason: String, _ cause: UnwrittenCause, of name: RecordName) throws {
    try connection.run(
      "INSERT OR REPLACE INTO \(SyncTables.unwritten) (name, reason, cause) VALUES (?, ?, ?)",
      [.text(name.rawValue), .text(reason), .integer(cause.rawValue)])
    table.noteRow()
    // While an account has devices with two versions of an app, values that one of them lacks are ordinary.
    if cause != .value { sync.transaction.warn("\(connection.path): \(reason)") }
  }

  private func isMisfit(_ name: RecordName) throws -> Bool {
    try connection.hasRow(
      "SELECT 1 FROM \(SyncTables.unwritten) WHERE name = ? AND cause = \(UnwrittenCause.misfit.rawValue)",
      [.text(name.rawValue)]
    )
  }

  /// Returns the reason why the row of a record does not have the record's content; nil if it has.
  func reason(of name: RecordName) throws -> String? {
    if try table.isEmpty { return nil }
    return try connection.first(
      "SELECT reason FROM \(SyncTables.unwritten) WHERE name = ?", [.text(name.rawValue)]
    ) { $0.string() }
  }

  /// Forgets why a row was not written. It is written now, perhaps without some references.
  func forgetRefusal(of name: RecordName) throws {
    try forget(name, where: "cause <> \(UnwrittenCause.misfit.rawValue)")
  }

  /// Forgets all about a row, which was deleted.
  func forget(_ name: RecordName) throws { try forget(name, where: "TRUE") }

  private func forget(_ name: RecordName, where condition: String) throws {
    if try table.isEmpty { return }
    try connection.run(
      "DELETE FROM \(SyncTables.unwritten) WHERE name = ? AND \(condition)",
      [.text(name.rawValue)])
  }
}
