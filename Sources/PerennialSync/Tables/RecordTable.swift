import Perennial
import PerennialRecords
import PerennialReplication

/// The table of the records that this device knows: what the hub has of each, and what is to be sent to it.
final class RecordTable: ReplicaRecords {
  let sync: SyncTransaction
  let connection: Connection
  private let editTable: LocalEditTable
  private let sealedValues: SealedValueTable
  /// The rows that this transaction has read or written.
  private var known: [RecordName: TrackedRecord] = [:]
  /// `true` if the zone's record of keys was written.
  var isKeyRecordWritten = false

  init(_ sync: SyncTransaction, editTable: LocalEditTable, sealedValues: SealedValueTable) {
    (self.sync, self.editTable, self.sealedValues) = (sync, editTable, sealedValues)
    connection = sync.connection
  }

  /// Forgets what was read of the tables, because they were changed as a whole.
  func clear() { known = [:] }

  /// Returns a record; for a row that has none, a record of which the hub has nothing.
  func tracked(_ name: RecordName) throws -> TrackedRecord? {
    if let record = known[name] { return record }
    var tracked: TrackedRecord?
    try connection.rows(
      """
      SELECT type, created, state, stash, refusal, is_sent, is_acknowledged, is_offered, reading, \
      parked, counted, unsent_at_deletion, is_left_out \
      FROM \(SyncTables.records) WHERE name = ?
      """, [.text(name.rawValue)]
    ) { row in
      let (type, created) = (row.string(), row.optionalString())
      var record = TrackedRecord(
        Record(
          name, type: type, created: created.flatMap { Stamp($0) },
          state: try sync.decode(RecordState.self, row.string(), of: name.rawValue)))
      record.detachedChanges =
        try row.optionalString().map { try sync.decode(RecordState.self, $0, of: name.rawValue) }
        ?? RecordState()
      record.refusal = row.optionalString().flatMap(PushReply.Reason.init(rawValue:))
      record.isSent = row.int64() == 1
      record.isAcknowledged = row.int64() == 1
      record.needsFullUpload = row.int64() == 1
      record.reading = Int(row.int64())
      record.displacedValues =
        try row.optionalString().map {
          try sync.decode([String: RecordValue].self, $0, of: name.rawValue)
        } ?? [:]
      record.missed =
        try row.optionalString().map {
          try sync.decode([String: RecordValue].self, $0, of: name.rawValue)
        }
        ?? [:]
      record.unsentAtDeletion =
        try row.optionalString().map {
          try sync.decode([String: Stamp].self, $0, of: name.rawValue)
        } ?? [:]
      record.isLeftOut = row.int64() == 1
      tracked = record
    }
    remember(tracked, named: name)
    return try tracked ?? unknown(name)
  }

  /// Keeps a record for later reads in this transaction. A transaction can concern all records.
  private func remember(_ tracked: TrackedRecord?, named name: RecordName) {
    if known.count > 5_000 { known = [:] }
    known[name] = tracked
  }

  /// Returns the record of a row of which the hub has nothing; nil if there is no such row.
  private func unknown(_ name: RecordName) throws -> TrackedRecord? {
    if name == .manifest { return TrackedRecord(Record(name, type: "")) }
    guard let type = try sync.locate(name)?.entity.type ?? sync.typeOfDeletedPreset(name) else {
      return nil
    }
    guard name.objectKey != nil else { return TrackedRecord(Record(name, type: type)) }
    let edits = try editTable.edits(of: name)
    return TrackedRecord(
      Record(name, type: type, created: edits?.created ?? edits?.insertion ?? .beforeSync))
  }

  /// Writes or, with nil, removes a record.
  func write(_ tracked: TrackedRecord?, named name: RecordName) throws {
    if let tracked, tracked == known[name] { return }
    remember(tracked, named: name)
    if name == .sealingKeys { isKeyRecordWritten = true }
    try sealedValues.forget(
      name,
      replacedBy: tracked?.acknowledged.state.joined(with: tracked?.detachedChanges ?? .init()))
    let key = SQLValue.text(name.rawValue)
    try connection.run("DELETE FROM \(SyncTables.references) WHERE source = ?", [key])
    try connection.run("DELETE FROM \(SyncTables.uniqueValues) WHERE name = ?", [key])
    guard let tracked else {
      return try connection.run("DELETE FROM \(SyncTables.records) WHERE name = ?", [key])
    }
    let record = tracked.acknowledged
    let hasDetachedChanges = tracked.detachedChanges != RecordState()
    var redirect = record.state.redirect
    redirect.join(tracked.detachedChanges.redirect)
    try connection.run(
      """
      INSERT OR REPLACE INTO \(SyncTables.records) (name, type, created, state, stash, refusal, \
      is_sent, is_acknowledged, is_offered, reading, parked, counted, unsent_at_deletion, is_left_out, \
      redirect, redirect_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        key, .text(record.type), record.created.map { .text($0.description) } ?? .null,
        .text(try sync.encode(record.state)),
        hasDetachedChanges ? .text(try sync.encode(tracked.detachedChanges)) : .null,
        tracked.refusal.map { .text($0.rawValue) } ?? .null,
        .integer(tracked.isSent ? 1 : 0), .integer(tracked.isAcknowledged ? 1 : 0),
        .integer(tracked.needsFullUpload ? 1 : 0), .integer(Int64(tracked.reading)),
        tracked.displacedValues.isEmpty ? .null : .text(try sync.encode(tracked.displacedValues)),
        tracked.missed.isEmpty ? .null : .text(try sync.encode(tracked.missed)),
        tracked.unsentAtDeletion.isEmpty
          ? .null : .text(try sync.encode(tracked.unsentAtDeletion)),
        .integer(tracked.isLeftOut ? 1 : 0),
        redirect.map { .text($0.target.rawValue) } ?? .null,
        redirect.map { .integer(Int64($0.version)) } ?? .null,
      ])
    try writeUniqueValues(of: tracked)
    for target in record.state.targets.union(tracked.detachedChanges.targets) {
      try connection.run(
        "INSERT OR IGNORE INTO \(SyncTables.references) (target, source) VALUES (?, ?)",
        [.text(target.rawValue), key])
    }
  }

  /// Returns the names of records that the hub had and that a complete reading did not contain.
  func names(notIn reading: Int) throws -> [RecordName] {
    try connection.map(
      "SELECT name FROM \(SyncTables.records) WHERE is_acknowledged = 1 AND reading <> ? ORDER BY name",
      [.integer(Int64(reading))]
    ) { RecordName($0.string()) }
  }

  /// Returns the records whose acknowledged state, or whose changes, reference a record.
  func records(referencing name: RecordName) throws -> [RecordName] {
    try connection.map(
      "SELECT source FROM \(SyncTables.references) WHERE target = ? ORDER BY source",
      [.text(name.rawValue)]
    ) { RecordName($0.string()) }
  }

  /// The records that were merged into others.
  var redirects: Redirects {
    get throws {
      var redirects = Redirects()
      try connection.rows(
        "SELECT name, redirect, redirect_version FROM \(SyncTables.records) WHERE redirect IS NOT NULL"
      ) { row in
        let (name, target) = (RecordName(row.string()), RecordName(row.string()))
        redirects.add(Redirect(version: Int(row.int64()), target: target), for: name)
      }
      return redirects
    }
  }
}

extension _Storage.Row {
  /// Returns the text of the current column, or nil for NULL, and advances to the next column.
  fileprivate mutating func optionalString() -> String? {
    if case .text(let text) = value() { text } else { nil }
  }
}
