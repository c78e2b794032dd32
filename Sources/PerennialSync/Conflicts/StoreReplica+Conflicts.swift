import Perennial
import PerennialRecords
import PerennialReplication

// The conflicts that merges have decided, and the decisions of the user.

extension StoreReplica {
  /// The number of conflicts that a store keeps. The earliest are forgotten first.
  static let conflictLimit = 10_000

  func write(_ conflict: RecordConflict) throws {
    guard let entity = schema.entity(ofType: conflict.type),
      let part = conflict.kind.part(in: entity)
    else { return }
    try connection.run(
      "INSERT OR REPLACE INTO \(SyncTables.conflicts) (name, part, conflict) VALUES (?, ?, ?)",
      [.text(conflict.name.rawValue), .text(part), .text(try encode(conflict))])
    try connection.run(
      """
      DELETE FROM \(SyncTables.conflicts) WHERE id <= \
      (SELECT id FROM \(SyncTables.conflicts) ORDER BY id DESC LIMIT 1 OFFSET \(Self.conflictLimit))
      """)
  }

  /// Returns the conflicts, the earliest first.
  func conflicts() throws -> [(id: Int64, conflict: RecordConflict)] {
    var conflicts: [(Int64, RecordConflict)] = []
    try connection.rows("SELECT id, conflict FROM \(SyncTables.conflicts) ORDER BY id") { row in
      let id = row.int64()
      conflicts.append((id, try decode(RecordConflict.self, row.string(), of: "conflict \(id)")))
    }
    return conflicts
  }

  /// Returns a conflict; nil if it was resolved or forgotten.
  func conflict(_ id: Int64) throws -> RecordConflict? {
    var conflict: RecordConflict?
    try connection.rows(
      "SELECT conflict FROM \(SyncTables.conflicts) WHERE id = ?", [.integer(id)]
    ) { conflict = try decode(RecordConflict.self, $0.string(), of: "conflict \(id)") }
    return conflict
  }

  /// Removes a conflict from the list.
  func forgetConflict(_ id: Int64) throws {
    try connection.run("DELETE FROM \(SyncTables.conflicts) WHERE id = ?", [.integer(id)])
  }

  /// Writes the values of one side as an edit of the user, in a transaction of that cause.
  func resolve(_ conflict: RecordConflict, keeping side: SyncConflict.Side) throws {
    switch (conflict.kind, side) {
    case (.field(let field, _, let mine, _), .mine): try edit(conflict.name, field, mine.value)
    case (.field(let field, _, _, let theirs), .theirs):
      try edit(conflict.name, field, theirs.value)
    case (.deletedByOther(let mine, _), .mine): try bringBack(conflict, with: mine)
    case (.deletedHere(_, let theirs), .theirs): try bringBack(conflict, with: theirs)
    case (.deletedByOther, .theirs), (.deletedHere, .mine), (.uniqueValue, _): break
    }
  }

  private func edit(_ name: RecordName, _ field: String, _ value: RecordValue) throws {
    guard let place = try locate(name),
      let column = place.entity.columns.first(where: { $0.field == field }),
      let value = try self.value(value, for: column)
    else {
      throw SwiftDataError.unsupportedFeature.because(
        "the object of the conflict is deleted, or has no property for “\(field)” any more")
    }
    if let target = value.key, column.kind == .reference,
      try !isPresent(RecordName(rowKey: target))
    {
      throw SwiftDataError.unsupportedFeature.because(
        "\(place.entity.name).\(column.property.name): the object of this value is deleted")
    }
    let former = try values(of: place)[place.entity.columns.firstIndex { $0.field == field } ?? 0]
    if former == value { return }
    for claim in place.entity.claims { try contest(claim, of: place) }
    try transaction.edit(place.key, column.property, value, of: place.entity.entity)
    for claim in place.entity.claims { try contest(claim, of: place) }
    changes.update(place.key, column.property.mask, place.entity.entity)
    if column.kind == .reference {
      changes.redirect(
        from: former.key ?? 0, to: value.key ?? 0, column.property, place.entity.entity)
    }
    try settleContests()
  }

  /// Inserts a deleted object again, with the values that the hub has and other ones.
  private func bringBack(_ conflict: RecordConflict, with values: [String: RecordValue]) throws {
    guard let key = conflict.name.objectKey, let entity = schema.entity(ofType: conflict.type)
    else {
      throw SwiftDataError.unsupportedFeature.because(
        "“\(conflict.name.rawValue)” is a preset, or of an entity that the program does not have. "
          + "Restore a preset with restorePresets")
    }
    if try locate(conflict.name) != nil { return }
    var content = RowContent()
    let known = try tracked(conflict.name)?.acknowledged.state.cells.mapValues(\.value) ?? [:]
    for (field, value) in known.merging(values, uniquingKeysWith: { $1 }) {
      if case .reference(let target) = value, try !isPresent(target) { continue }
      content.values[field] = value
    }
    try insert(Place(entity: entity, key: key), content, nil)
    try settleContests()
  }
}

extension RecordConflict.Kind {
  /// The part of the object that the conflict is about; nil if the user sees nothing of it.
  func part(in entity: SyncedEntity) -> String? {
    switch self {
    case .field(let field, _, _, _):
      entity.columns.contains { $0.field == field && $0.kind != .orderKey } ? "field \(field)" : nil
    case .uniqueValue(let field, _, _, _): "value \(field)"
    case .deletedByOther, .deletedHere: "deletion"
    }
  }
}

extension SyncConflict {
  /// Creates the conflict of an object that the program has.
  init?(_ id: Int64, _ conflict: RecordConflict, _ schema: SyncSchema) {
    guard let entity = schema.entity(ofType: conflict.type), let key = conflict.name.rowKey else {
      return nil
    }
    func name(_ field: String) -> String {
      entity.columns.first { $0.field == field }?.property.name ?? field
    }
    func named(_ values: [String: RecordValue]) -> [String: RecordValue] {
      Dictionary(values.map { (name($0), $1) }, uniquingKeysWith: { first, _ in first })
    }
    func edit(_ write: RecordConflict.Write) -> Edit {
      Edit(value: write.value, date: write.stamp.time.date)
    }
    self.id = id
    object = entity.entity.identifier(key)
    switch conflict.kind {
    case .field(let field, let base, let mine, let theirs):
      kind = .edits(property: name(field), base: base, mine: edit(mine), theirs: edit(theirs))
    case .deletedByOther(let mine, let stamp):
      kind = .deletedByOther(mine: named(mine), date: stamp.time.date)
    case .deletedHere(let stamp, let theirs):
      kind = .deletedHere(theirs: named(theirs), date: stamp.time.date)
    case .uniqueValue(let field, let written, let shown, let owner):
      guard let other = owner.rowKey else { return nil }
      kind = .uniqueValue(
        property: name(field), written: written, shown: shown,
        owner: entity.entity.identifier(other))
    }
  }
}
