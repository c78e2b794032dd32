import Perennial
import PerennialRecords
import PerennialReplication

/// The conflicts that merges have decided and that no user has, in their table.
final class ConflictTable: ReplicaConflicts {
  private let sync: SyncTransaction
  private let connection: Connection

  init(_ sync: SyncTransaction) { (self.sync, connection) = (sync, sync.connection) }

  /// The most conflicts of a store. The earliest are forgotten.
  static let limit: Int64 = 1_000

  /// Passes conflicts to a block, the earliest first. Those of kinds that a later version of the library has added are
  /// left out.
  private func forEach(
    where condition: String = "1", _ bindings: [SQLValue] = [],
    _ body: (_ number: Int64, _ conflict: RecordConflict) throws -> Void
  ) throws {
    try connection.rows(
      "SELECT number, conflict FROM \(SyncTables.conflicts) WHERE \(condition) ORDER BY number",
      bindings
    ) { row in
      let number = row.int64()
      let stored = try sync.decode(StoredConflict.self, row.string(), of: SyncTables.conflicts)
      if let conflict = stored.conflict { try body(number, conflict) }
    }
  }

  /// The conflicts, the earliest first.
  var conflicts: [RecordConflict] {
    get throws {
      var conflicts: [RecordConflict] = []
      try forEach { conflicts.append($1) }
      return conflicts
    }
  }

  /// The number of conflicts of all kinds.
  var conflictCount: Int {
    get throws {
      Int(try connection.integers("SELECT count(*) FROM \(SyncTables.conflicts)").first ?? 0)
    }
  }

  /// Returns a conflict; nil if it was decided or forgotten.
  func conflict(_ number: Int64) throws -> RecordConflict? {
    var conflict: RecordConflict?
    try forEach(where: "number = ?", [.integer(number)]) { conflict = $1 }
    return conflict
  }

  /// Returns the conflicts of objects that the program has, the earliest first.
  ///
  /// - Parameter redirects: The objects that were merged into others, which have their conflicts now.
  func conflictsOfObjects(following redirects: Redirects) throws -> [SyncConflict] {
    var conflicts: [SyncConflict] = []
    try forEach { number, conflict in
      let present = conflict.following(redirects)
      // A client can merge objects of two entities. Then nothing is left to decide.
      if present.name != conflict.name,
        let type = try sync.locate(present.name)?.entity.type, type != present.type
      {
        return
      }
      guard let conflict = SyncConflict(present, id: number, schema: sync.schema) else { return }
      conflicts.append(conflict)
    }
    return conflicts
  }

  /// Opens the sealed values of conflicts that this device can read since it has a key.
  func open(with sealer: any ValueSealer) throws {
    var sealed: [(number: Int64, conflict: RecordConflict)] = []
    try forEach(where: #"instr(conflict, '{"sealed":') > 0"#) { sealed.append(($0, $1)) }
    for (number, conflict) in sealed {
      let opened = conflict.replacingValues { field, value in
        guard let data = value.sealed else { return value }
        let sealedField = SealedField(record: conflict.name, type: conflict.type, name: field)
        return (try? sealer.open(data, in: sealedField).value) ?? value
      }
      guard opened != conflict else { continue }
      try connection.run(
        "UPDATE \(SyncTables.conflicts) SET conflict = ? WHERE number = ?",
        [.text(try sync.encode(opened)), .integer(number)])
    }
  }

  /// Notes a conflict, and forgets the earliest ones beyond the limit.
  func write(_ conflict: RecordConflict) throws {
    try connection.run(
      "INSERT INTO \(SyncTables.conflicts) (conflict) VALUES (?)",
      [.text(try sync.encode(conflict))])
    try connection.run(
      """
      DELETE FROM \(SyncTables.conflicts) WHERE number <= \
      (SELECT max(number) FROM \(SyncTables.conflicts)) - ?
      """, [.integer(Self.limit)])
  }

  /// Forgets a conflict.
  func remove(_ conflict: RecordConflict) throws {
    try connection.run(
      "DELETE FROM \(SyncTables.conflicts) WHERE conflict = ?", [.text(try sync.encode(conflict))])
  }
}

extension SyncConflict {
  /// Creates the conflict of an object that the program has.
  init?(_ conflict: RecordConflict, id: Int64, schema: SyncSchema) {
    guard let entity = schema.entity(ofType: conflict.type), let key = conflict.name.rowKey else {
      return nil
    }
    func property(_ field: String) -> String? {
      entity.columns.first { $0.field == field && $0.kind != .orderKey }?.property.name
    }
    func named(_ values: [String: RecordValue]) -> [String: RecordValue] {
      Dictionary(
        values.compactMap { field, value in property(field).map { ($0, value) } },
        uniquingKeysWith: { first, _ in first })
    }
    func edit(_ write: RecordConflict.Write) -> Edit {
      Edit(value: write.value, date: write.stamp.time.date)
    }
    self.id = id
    object = entity.containerEntity.identifier(key)
    switch conflict.kind {
    case .field(let field, let base, let mine, let theirs):
      guard let name = property(field) else { return nil }
      kind = .edits(property: name, base: base, mine: edit(mine), theirs: edit(theirs))
    case .deletedByOther(let mine, let stamp):
      kind = .deletedByOther(mine: named(mine), date: stamp.time.date)
    case .deletedHere(let stamp, let theirs):
      kind = .deletedHere(theirs: named(theirs), date: stamp.time.date)
    case .uniqueValue(let field, let written, let shown, let owner):
      guard let name = property(field), let other = owner.rowKey else { return nil }
      let rival = entity.containerEntity.identifier(other)
      kind = .uniqueValue(property: name, written: written, shown: shown, owner: rival)
    case .missingReference(let field, let target):
      guard let name = property(field), let other = target.rowKey,
        let layout = entity.destination(ofField: field),
        let destination = schema.entities.first(where: { $0.name == layout.entityName })
      else { return nil }
      kind = .missingReference(
        property: name, target: destination.containerEntity.identifier(other))
    }
  }
}
