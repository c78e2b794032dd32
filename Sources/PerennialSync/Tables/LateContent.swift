import Perennial
import PerennialRecords
import PerennialReplication

/// Content that the store knows, and that rows do not show, because an earlier version of the app has written them.
///
/// The forms of all fields are kept in the metadata. Where a version of the app has another form of a field, or an entity
/// that the last one lacked, the rows of these records are written again, in the order of their names. A version of the
/// app can end at any time: the next one goes on where it was.
final class LateContent: ReplicaLateRows {
  /// The forms of the fields of entities, by types and fields.
  typealias Forms = [String: [String: String]]

  /// The records that are still to be shown.
  private struct Rest: Codable, Equatable {
    /// The types whose forms were not known.
    var types: Set<String> = []
    /// The fields whose forms have changed, by types.
    var fields: [String: Set<String>] = [:]
    /// The fields among these that the last version of the app did not have; nil if an earlier version of the library has
    /// written the rest.
    var added: [String: Set<String>]?
    /// The records after ``last`` whose rows this version of the app has written since, with counters that were added.
    var written: Set<RecordName>?
    /// `true` if records with values that the app could not have are among them.
    var hasUnfit = false
    /// The name of the last record that is shown; nil before the first.
    var last: RecordName?
    /// The number of records after it.
    var count = 0
  }

  private let sync: SyncTransaction
  private let connection: Connection
  /// The rest, once it was read.
  private var known: Rest??

  init(_ sync: SyncTransaction) { (self.sync, connection) = (sync, sync.connection) }

  // MARK: Opening

  /// Notes the forms that the program has. What another one has written in others is shown from now on.
  func follow() throws {
    let forms = sync.schema.forms
    let former = try StoreMetadata.value(StoreMetadata.syncFormsKey, on: connection).map {
      try sync.decode(Forms.self, $0, of: StoreMetadata.syncFormsKey)
    }
    let interrupted = try rest
    if interrupted != nil, former == forms { return }
    var next = interrupted ?? Rest()
    for (type, fields) in forms where former?[type] != fields {
      if let known = former?[type] {
        let changed = fields.filter { known[$0.key] != $0.value }.keys
        next.fields[type, default: []].formUnion(changed)
        let added = fields.keys.filter { known[$0] == nil }
        next.added = (next.added ?? [:]).merging([type: Set(added)]) { $0.union($1) }
      } else {
        next.types.insert(type)
      }
    }
    // The cases of an enumeration that does not list them are in no form.
    next.hasUnfit = try hasUnfitValues
    guard former != forms || next.hasUnfit else { return }
    // A store that knows no such records yet has nothing that its rows could lack. What arrives later is not late.
    if try former != nil || hasRecords {
      (next.last, next.written) = (nil, nil)
      next.count = try count(of: next)
      try write(next.count > 0 ? next : nil)
    }
    if former != forms {
      try StoreMetadata.set(StoreMetadata.syncFormsKey, sync.encode(forms), on: connection)
    }
  }

  /// `true` if a row lacks a value that its property could not have.
  private var hasUnfitValues: Bool {
    get throws {
      try connection.hasRow(
        "SELECT 1 FROM \(SyncTables.unwritten) WHERE cause = \(UnwrittenCause.value.rawValue) LIMIT 1"
      )
    }
  }

  private var hasRecords: Bool {
    get throws {
      try connection.hasRow("SELECT 1 FROM \(SyncTables.records) LIMIT 1")
    }
  }

  // MARK: Showing

  /// Returns the next records to show, in the order of their names.
  func lateRecords(limit: Int) throws -> [RecordName] {
    guard let rest = try rest else { return [] }
    let (condition, values) = condition(of: rest)
    return try connection.map(
      "SELECT name FROM \(SyncTables.records) WHERE \(condition) ORDER BY name LIMIT ?",
      values + [.integer(Int64(limit))]
    ) { RecordName($0.string()) }
  }

  /// The number of records that are still to be shown.
  var count: Int { get throws { try rest?.count ?? 0 } }

  private func count(of rest: Rest) throws -> Int {
    let (condition, values) = condition(of: rest)
    return try connection.integers(
      "SELECT count(*) FROM \(SyncTables.records) WHERE \(condition)", values
    ).first.map(Int.init) ?? 0
  }

  /// Returns the condition for records that are still to be shown, and its values. The record of a changed entity need
  /// not have a value for a changed field: then its row has the default, and is not written again.
  private func condition(of rest: Rest) -> (sql: String, values: [SQLValue]) {
    var conditions: [String] = []
    var values: [SQLValue] = [.text(rest.last?.rawValue ?? "")]
    for type in rest.types.sorted() {
      conditions.append("type = ?")
      values.append(.text(type))
    }
    for (type, fields) in rest.fields.sorted(by: { $0.key < $1.key }) {
      let names = fields.sorted().map { SQLValue.text("\"\($0)\"") }
      let mentions = names.map { _ in "instr(state, ?) OR instr(stash, ?)" }
      conditions.append("type = ? AND (\((mentions + ["FALSE"]).joined(separator: " OR ")))")
      values += [.text(type)] + names.flatMap { [$0, $0] }
    }
    if rest.hasUnfit {
      let unfit = "SELECT name FROM \(SyncTables.unwritten) WHERE cause = ?"
      conditions.append("name IN (\(unfit))")
      values.append(.integer(UnwrittenCause.value.rawValue))
    }
    return ("name > ? AND (\((conditions + ["FALSE"]).joined(separator: " OR ")))", values)
  }

  /// Notes that the next records are shown; without a record, that all are.
  func noteRewritten(_ names: [RecordName]) throws {
    guard var rest = try rest else { return }
    rest.last = names.last
    rest.count = max(0, rest.count - names.count)
    if let last = names.last { rest.written = rest.written?.filter { $0 > last } }
    try write(names.isEmpty ? nil : rest)
  }

  /// Notes that this version of the app has written rows: they no longer have the defaults of a migration.
  func noteWritten(_ rows: some Sequence<(name: RecordName, type: String)>) throws {
    guard var rest = try rest, let added = rest.added, !added.isEmpty else { return }
    let types = Set(
      added.filter { type, fields in
        let counters = sync.schema.entity(ofType: type)?.counters ?? [:]
        return fields.contains { counters[$0] != nil }
      }.keys)
    let names = rows.filter { row in
      types.contains(row.type) && rest.last.map { $0 < row.name } ?? true
    }.map(\.name)
    let former = rest.written ?? []
    let written = former.union(names)
    if written.count == former.count { return }
    rest.written = written
    try write(rest)
  }

  /// Returns the fields of a record whose values the row does not show yet.
  func lateFields(of name: RecordName, ofType type: String) throws -> Set<String> {
    guard let rest = try rest, rest.last.map({ $0 < name }) ?? true else { return [] }
    if rest.types.contains(type), let form = sync.schema.entity(ofType: type)?.form {
      return Set(form.keys)
    }
    return rest.fields[type] ?? []
  }

  /// Returns the fields of a record that the version of the app that has written the row did not have. The row has the
  /// defaults of a migration.
  func absentFields(of name: RecordName, ofType type: String) throws -> Set<String> {
    guard let rest = try rest, rest.last.map({ $0 < name }) ?? true,
      rest.written?.contains(name) != true
    else { return [] }
    return rest.added?[type] ?? []
  }

  private var rest: Rest? {
    get throws {
      if let known { return known }
      let rest = try StoreMetadata.value(StoreMetadata.syncLateKey, on: connection).map {
        try sync.decode(Rest.self, $0, of: StoreMetadata.syncLateKey)
      }
      known = .some(rest)
      return rest
    }
  }

  /// Forgets all, because the store has left its account, or begins to sync.
  func forget() throws {
    try write(nil)
    try StoreMetadata.set(StoreMetadata.syncFormsKey, nil, on: connection)
  }

  private func write(_ rest: Rest?) throws {
    known = .some(rest)
    try StoreMetadata.set(
      StoreMetadata.syncLateKey, rest.map { try sync.encode($0) }, on: connection)
  }
}
