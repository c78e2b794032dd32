import PerennialSQLite

/// The triggers that a connection needs, as temporary triggers of its own, while those of the file are off.
///
/// A file with presets, or whose changes are noted, has triggers that guard its rows against other programs. They are
/// not for the connections of the library, and would take 0.3 µs for each row, even if all that they do is ignored. With
/// a trigger for insertions, SQLite also copies the rows of a statement that inserts many. So a connection switches the
/// triggers of such a file off, and has copies of the others. It follows the schema at the beginning of each
/// transaction, and after its own changes of the schema. The triggers of other files stay on.
///
/// If a trigger cannot be copied, all of the file's triggers stay on, and ``NoteSuppression`` leaves out the notes.
final class TriggerCopies {
  /// The beginning of the names of triggers that note changes for all programs.
  static let notes = "_perennial_presets_note."
  /// The beginning of the names of triggers that refuse rows of other programs with the keys of presets.
  static let keys = "_perennial_presets_key."
  /// The beginning of the names of triggers that note the edits of presets by other programs.
  static let edits = "_perennial_presets_edit."
  /// The beginning of the names of all triggers that connections of the library do not need.
  private static let unneeded = [notes, keys, edits]
  private static let prefix = "_perennial_copy."

  private unowned let connection: Connection
  /// SQLite's number of the schema that was looked at.
  private var schema: Int64?
  /// The data version after the last transaction, until which nothing has changed.
  private var version: UInt32?
  /// `true` while the file's triggers are off.
  private var areInUse = false
  /// `true` if there may be copies.
  private var mayExist = false
  /// `true` if the running transaction has changed the schema or the copies.
  private var hasChanged = false

  init(of connection: Connection) { self.connection = connection }

  // MARK: Transactions

  /// Follows the schema, at the beginning of a transaction that writes.
  func begin() throws {
    if let version, version == connection.dataVersion { return }
    try follow()
  }

  /// Follows the schema that the running transaction has changed. Without a call, only the next transaction does without
  /// the first triggers that the library does not need.
  func transactionDidChangeSchema() throws {
    if connection.isInTransaction { try follow() }
  }

  /// Notes that the connection has changed the schema.
  func schemaDidChange() throws {
    hasChanged = true
    if areInUse { try follow() }
  }

  /// Notes that the transaction is committed.
  func didCommit() {
    version = hasChanged ? nil : connection.dataVersion
    hasChanged = false
  }

  /// Notes that changes are rolled back, and those of the copies with them.
  func didRollBack() throws {
    guard hasChanged else { return }
    (schema, version) = (nil, nil)
    // The rest of the transaction may write rows.
    if connection.isInTransaction { try follow() } else { hasChanged = false }
  }

  // MARK: Copies

  private struct Trigger {
    let name: String
    let statement: String
  }

  private func follow() throws {
    let schema = try connection.uncountedInteger("PRAGMA schema_version")
    if schema == self.schema { return }
    let triggers = try triggers(in: "main.sqlite_master")
    let needed = triggers.filter { trigger in
      !Self.unneeded.contains { trigger.name.hasPrefix($0) }
    }
    let isCopied = needed.count < triggers.count ? try replaceCopies(by: needed) : false
    if !isCopied { _ = try replaceCopies(by: []) }
    let isOff = isCopied && perennial_set_triggers(connection.handle, 0) == 1
    if !isOff { _ = perennial_set_triggers(connection.handle, 1) }
    if isCopied, !isOff { _ = try replaceCopies(by: []) }
    areInUse = isOff
    self.schema = schema
  }

  /// Makes the temporary triggers copies of others.
  ///
  /// - Returns: `false` if one cannot be copied.
  private func replaceCopies(by triggers: [Trigger]) throws -> Bool {
    if triggers.isEmpty, !mayExist { return true }
    mayExist = true
    let former = Dictionary(
      try self.triggers(in: "sqlite_temp_master")
        .filter { $0.name.hasPrefix(Self.prefix) }.map { ($0.name, $0.statement) },
      uniquingKeysWith: { $1 })
    let copies = triggers.map { ($0, Self.copy(of: $0)) }
    let wanted = Set(copies.compactMap { $0.1?.name })
    for name in former.keys where !wanted.contains(name) {
      hasChanged = true
      try drop(name)
    }
    for (_, copy) in copies {
      guard let copy else { return false }
      let stored = "CREATE TRIGGER" + copy.statement.dropFirst("CREATE TEMP TRIGGER".utf8.count)
      if former[copy.name] == stored { continue }
      hasChanged = true
      if former[copy.name] != nil {
        try drop(copy.name)
      }
      do {
        try connection.runUnwatched(copy.statement)
      } catch let error as SwiftDataError {
        Log.container.notice("\(connection.path): \(copy.name) is not possible: \(error)")
        return false
      }
    }
    return true
  }

  /// Removes a copy. If another connection has removed its table, SQLite has no trigger any more, and still a row of it.
  private func drop(_ name: String) throws {
    try connection.runUnwatched("DROP TRIGGER IF EXISTS temp.\(SQLName.quoted(name))")
  }

  private func triggers(in table: String) throws -> [Trigger] {
    try connection.map(
      "SELECT name, sql FROM \(table) WHERE type = 'trigger' AND sql IS NOT NULL",
      isCounted: false
    ) { row in
      Trigger(name: row.string(), statement: row.string())
    }
  }

  /// Returns the temporary trigger; nil if the statement is not as SQLite stores it: `CREATE TRIGGER`, the name, and the
  /// rest as it was written.
  private static func copy(of trigger: Trigger) -> Trigger? {
    let beginning = "CREATE TRIGGER "
    guard trigger.statement.hasPrefix(beginning) else { return nil }
    let text = trigger.statement.dropFirst(beginning.count).drop(while: \.isWhitespace)
    guard let rest = rest(of: text) else { return nil }
    let name = prefix + trigger.name
    return Trigger(name: name, statement: "CREATE TEMP TRIGGER \(SQLName.quoted(name))\(rest)")
  }

  /// Returns what follows a name.
  private static func rest(of text: Substring) -> Substring? {
    let ends: [Character: Character] = ["\"": "\"", "'": "'", "`": "`", "[": "]"]
    guard let first = text.first else { return nil }
    guard let end = ends[first] else {
      return text.drop { !$0.isWhitespace }
    }
    var index = text.index(after: text.startIndex)
    while let found = text[index...].firstIndex(of: end) {
      let next = text.index(after: found)
      // A doubled mark is one of the name.
      guard end != "]", next < text.endIndex, text[next] == end else { return text[next...] }
      index = text.index(after: next)
    }
    return nil
  }
}
