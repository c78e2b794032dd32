import Perennial
import PerennialRecords
import PerennialReplication

// The tables of unsent changes and of the hub's records.

extension StoreReplica {
  func edits(of name: RecordName) throws -> LocalEdits? {
    var edits: LocalEdits?
    try connection.rows(
      "SELECT edits FROM \(SyncTables.edits) WHERE name = ?", [.text(name.rawValue)]
    ) { row in
      edits = try decode(LocalEdits.self, row.string(), of: name.rawValue)
    }
    return edits
  }

  func write(_ edits: LocalEdits?, of name: RecordName) throws {
    guard let edits else {
      return try connection.run(
        "DELETE FROM \(SyncTables.edits) WHERE name = ?", [.text(name.rawValue)])
    }
    try connection.run(
      "INSERT OR REPLACE INTO \(SyncTables.edits) (name, edits) VALUES (?, ?)",
      [.text(name.rawValue), .text(try encode(edits))])
  }

  /// The names of records with changes, after the name ?1.
  private static let edited = """
    SELECT name FROM \(SyncTables.edits) WHERE name > ?1 UNION \
    SELECT name FROM \(SyncTables.records) WHERE name > ?1 \
    AND (is_offered = 1 OR stash IS NOT NULL) ORDER BY name LIMIT ?2
    """

  func editedNames(after name: RecordName?, limit: Int) throws -> [RecordName] {
    var names: [RecordName] = []
    let after = SQLValue.text(name?.rawValue ?? "")
    try connection.rows(Self.edited, [after, .integer(Int64(limit))]) {
      names.append(RecordName($0.string()))
    }
    return names
  }

  func unsentCount(limit: Int) throws -> UnsentCount {
    var count = UnsentCount(of: 0, refused: 0, limit: limit)
    try connection.rows(
      """
      SELECT count(*), count(refusal) FROM (\(Self.edited)) AS edited \
      LEFT JOIN \(SyncTables.records) AS records ON records.name = edited.name
      """, [.text(""), .integer(Int64(limit) + 1)]
    ) { row in
      count = UnsentCount(of: Int(row.int64()), refused: Int(row.int64()), limit: limit)
    }
    return count
  }

  func tracked(_ name: RecordName) throws -> TrackedRecord? {
    if let known = knownRecords[name] { return known }
    var tracked: TrackedRecord?
    try connection.rows(
      """
      SELECT type, created, state, stash, refusal, is_sent, is_acknowledged, is_offered, reading, \
      parked, counted, is_left_out \
      FROM \(SyncTables.records) WHERE name = ?
      """, [.text(name.rawValue)]
    ) { row in
      let (type, created) = (row.string(), row.optionalString())
      var record = TrackedRecord(
        Record(
          name, type: type, created: created.flatMap { Stamp($0) },
          state: try decode(RecordState.self, row.string(), of: name.rawValue)))
      record.stash =
        try row.optionalString().map { try decode(RecordState.self, $0, of: name.rawValue) }
        ?? RecordState()
      record.refusal = row.optionalString().flatMap(PushReply.Reason.init(rawValue:))
      record.isSent = row.int64() == 1
      record.isAcknowledged = row.int64() == 1
      record.isOffered = row.int64() == 1
      record.reading = Int(row.int64())
      record.parked =
        try row.optionalString().map {
          try decode([String: RecordValue].self, $0, of: name.rawValue)
        } ?? [:]
      record.counted =
        try row.optionalString().map { try decode([String: Int64].self, $0, of: name.rawValue) }
        ?? [:]
      record.isLeftOut = row.int64() == 1
      tracked = record
    }
    remember(tracked, named: name)
    return try tracked ?? unknown(name)
  }

  /// Keeps the knowledge of a record for later reads in this transaction. A transaction can concern all records.
  private func remember(_ tracked: TrackedRecord?, named name: RecordName) {
    if knownRecords.count > 5_000 { knownRecords = [:] }
    knownRecords[name] = tracked
  }

  /// Returns the knowledge of a local row of which the hub has nothing; nil if there is no such row.
  private func unknown(_ name: RecordName) throws -> TrackedRecord? {
    if name == .manifest { return TrackedRecord(Record(name, type: "")) }
    guard let type = try locate(name)?.entity.type ?? typeOfDeletedPreset(name) else { return nil }
    guard name.objectKey != nil else { return TrackedRecord(Record(name, type: type)) }
    let edits = try edits(of: name)
    return TrackedRecord(
      Record(name, type: type, created: edits?.created ?? edits?.insertion ?? .beforeSync))
  }

  func write(_ tracked: TrackedRecord?, named name: RecordName) throws {
    if let tracked, tracked == knownRecords[name] { return }
    remember(tracked, named: name)
    if name == .sealingKeys { isKeyRecordWritten = true }
    try forgetSealedValues(
      of: name, replacedBy: tracked?.acknowledged.state.joined(with: tracked?.stash ?? .init()))
    let key = SQLValue.text(name.rawValue)
    try connection.run("DELETE FROM \(SyncTables.references) WHERE source = ?", [key])
    try connection.run("DELETE FROM \(SyncTables.uniqueValues) WHERE name = ?", [key])
    guard let tracked else {
      return try connection.run("DELETE FROM \(SyncTables.records) WHERE name = ?", [key])
    }
    let record = tracked.acknowledged
    let hasStash = tracked.stash != RecordState()
    var redirect = record.state.redirect
    redirect.join(tracked.stash.redirect)
    try connection.run(
      """
      INSERT OR REPLACE INTO \(SyncTables.records) (name, type, created, state, stash, refusal, \
      is_sent, is_acknowledged, is_offered, reading, parked, counted, is_left_out, redirect, \
      redirect_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        key, .text(record.type), record.created.map { .text($0.description) } ?? .null,
        .text(try encode(record.state)), hasStash ? .text(try encode(tracked.stash)) : .null,
        tracked.refusal.map { .text($0.rawValue) } ?? .null,
        .integer(tracked.isSent ? 1 : 0), .integer(tracked.isAcknowledged ? 1 : 0),
        .integer(tracked.isOffered ? 1 : 0), .integer(Int64(tracked.reading)),
        tracked.parked.isEmpty ? .null : .text(try encode(tracked.parked)),
        tracked.counted.isEmpty ? .null : .text(try encode(tracked.counted)),
        .integer(tracked.isLeftOut ? 1 : 0),
        redirect.map { .text($0.target.rawValue) } ?? .null,
        redirect.map { .integer(Int64($0.version)) } ?? .null,
      ])
    try writeUniqueValues(of: tracked)
    for target in record.state.targets.union(tracked.stash.targets) {
      try connection.run(
        "INSERT OR IGNORE INTO \(SyncTables.references) (target, source) VALUES (?, ?)",
        [.text(target.rawValue), key])
    }
  }

  func names(notIn reading: Int) throws -> [RecordName] {
    var names: [RecordName] = []
    try connection.rows(
      "SELECT name FROM \(SyncTables.records) WHERE is_acknowledged = 1 AND reading <> ? ORDER BY name",
      [.integer(Int64(reading))]
    ) { names.append(RecordName($0.string())) }
    return names
  }

  func records(referencing name: RecordName) throws -> [RecordName] {
    var names: [RecordName] = []
    try connection.rows(
      "SELECT source FROM \(SyncTables.references) WHERE target = ? ORDER BY source",
      [.text(name.rawValue)]
    ) { names.append(RecordName($0.string())) }
    return names
  }

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
