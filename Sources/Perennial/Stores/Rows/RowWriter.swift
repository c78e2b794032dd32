import PerennialRecords
import PerennialSQLite

/// Writes the objects of a save to one store, inside its transaction.
struct RowWriter {
  let connection: Connection
  let entities: StoreEntities
  let policy: MergePolicy
  private let history: HistoryWriter?
  /// The keys of existing rows that new objects became (upserts), by the new keys.
  var aliases: [Int64: Int64] = [:]
  /// The keys of upserted rows that were left unchanged.
  var kept: Set<Int64> = []
  /// The keys of the new objects that have overwritten a row, by the row's key.
  var upserters: [Int64: [Int64]] = [:]
  /// The properties that upserts have written, by the keys of the new objects.
  var overwritten: [Int64: PropertyMask] = [:]
  /// The properties of upserted rows that no new object has overwritten, by key.
  var remaining: [Int64: PropertyMask] = [:]
  /// The order of the assignments to objects with unique values.
  var order = AssignmentOrder()
  /// A closure that is called before a new object is written as an existing row.
  var willUpsert: ((FoundRow) -> Void)?
  /// The keys of changed objects that have no row.
  private(set) var missing: Set<Int64> = []
  /// The changes to rows that the save did not list.
  var consequences = ChangeSet()

  /// The number that is added to the order keys of this save; see ``RowChanges/givenOrderKeys``.
  var shift: Int64 = 0
  var groups: RowGroups
  /// The statement of the last update. Neighbours in a list mostly have the same changed properties.
  private var last:
    (entity: StoreEntity, mask: PropertyMask, isStamping: Bool, statement: Statement)?

  init(
    _ connection: Connection, entities: StoreEntities, policy: MergePolicy,
    history: HistoryWriter?
  ) {
    self.policy = policy
    self.history = history
    self.connection = connection
    groups = RowGroups(connection)
    self.entities = entities
  }

  mutating func write(_ rows: RowChanges) throws {
    if let given = rows.givenOrderKeys {
      shift =
        OrderKeyGenerator.reserve(given.upperBound - given.lowerBound + 1) - given.lowerBound
    }
    // Deletions first: the values that they free, unique values above all, may be used again.
    try delete(rows)
    try updateUniqueValues(rows.updated)
    try insert(rows.inserted)
    for change in rows.inserted where change.rowID < 0 {
      try PresetTables.undelete(change.rowID, in: change.entity.layout.tableName, on: connection)
    }
    for (number, change) in rows.updated.enumerated() {
      // The next object is loaded into the processor's cache while SQLite writes the current row.
      if number + 1 < rows.updated.count { rows.updated[number + 1].prefetch() }
      try update(change, mask: maskToWrite(of: change), rowID: change.rowID)
    }
    for change in rows.inserted where !change.entity.oneToOne.isEmpty {
      try pair(change, .all)
    }
    for change in rows.updated
    where !change.entity.oneToOne.isEmpty && !missing.contains(change.rowID) {
      try pair(change, maskToWrite(of: change))
    }
    try write(orderKeys: rows.orderKeys)
    try link(rows)
  }

  /// Begins an independent part of the same transaction.
  mutating func beginPart() {
    (aliases, kept, missing) = ([:], [], [])
    (upserters, overwritten, remaining) = ([:], [:], [:])
    consequences = ChangeSet()
    shift = 0
    groups.isExhausted = false
  }

  /// Returns the properties that are written for a changed object: those that no new object has overwritten
  /// that turned out to be the same row.
  private func maskToWrite(of change: SaveChange) -> PropertyMask {
    remaining[change.rowID].map(change.mask.intersection) ?? change.mask
  }

  /// Deletes rows. Those of a table that follow each other are deleted together.
  private mutating func delete(_ rows: RowChanges) throws {
    var losses: [(EntityLinks.IncomingReference, [Int64])] = []
    var rest = rows.deleted[...]
    while let first = rest.first {
      let group = rest.prefix { $0.number == first.number }
      rest = rest[group.endIndex...]
      let isAlone = group.count == 1
      let keys = isAlone ? SQLValue.integer(first.rowID) : .keys(group.lazy.map(\.rowID))
      // The objects that reference a deleted row, whether or not the deleting context has loaded them.
      for reference in first.containerEntity.links.incomingReferences {
        let owners = try connection.integers(
          isAlone ? reference.sql : reference.sqlOfSeveral, [keys])
        if !owners.isEmpty { losses.append((reference, owners)) }
      }
      let condition = isAlone ? "_pk = ?" : "_pk IN (SELECT value FROM json_each(?))"
      try history?.preserve(first.entity, where: condition, [keys])
      try connection.run(isAlone ? first.entity.sql.delete : first.entity.sql.deleteSeveral, [keys])
    }
    noteLosses(losses, rows)
  }

  /// Records the rows that lose members or references, except the rows that the save writes.
  private mutating func noteLosses(
    _ losses: [(EntityLinks.IncomingReference, [Int64])], _ rows: RowChanges
  ) {
    if losses.isEmpty { return }
    var written: [Int64: PropertyMask] = [:]
    for change in rows.deleted { written[change.rowID] = .all }
    for change in rows.updated { written[change.rowID] = change.mask }
    for (reference, owners) in losses {
      let others = owners.filter { written[$0]?.isSuperset(of: reference.mask) != true }
      if others.isEmpty { continue }
      consequences.changes[reference.entityName, default: .init()].updated += others.map {
        .init(rowID: $0, mask: reference.mask)
      }
    }
  }

  // MARK: Updates

  private mutating func updateUniqueValues(_ changes: [SaveChange]) throws {
    let concerned = changes.filter { !$0.entity.layout.uniquenessConstraints.isEmpty }
    // A unique value that an object of a hierarchy frees can be used by an object of another class.
    for (_, group) in Dictionary(grouping: concerned, by: \.containerEntity.links.root).sorted(by: {
      $0.key < $1.key
    }) {
      try UniqueUpdates(group, connection)?.run { change, mask in
        try update(change, mask: mask, rowID: change.rowID)
      }
    }
  }

  mutating func update(_ change: SaveChange, mask: PropertyMask, rowID: Int64) throws {
    // A row is a preset if its key is negative, and a change to it is an edit.
    let isStamping = rowID < 0
    guard let statement = try statement(updating: mask, of: change.entity, isStamping: isStamping)
    else { return }
    var binder = _Storage.Binder(statement)
    binder.aliases = aliases
    binder.files = connection.files
    let first = binder.parameter
    change.model._$bind(&binder, mask.rawValue)
    change.bindUnrepresented(mask, &binder, from: first)
    change.bindOrderKeys(mask, to: &binder, shift: shift)
    binder.bind(rowID)
    if isStamping { binder.bind(try connection.stamp()) }
    let code = try step(
      statement,
      binder: binder,
      change: change,
      columns: change.entity.columns.filter { mask.contains(property: $0.index) },
      from: 1
    )
    if code != SQLITE_DONE { throw try WriteFailure.error(on: connection, change) }
    // Another context or process has deleted the row.
    if sqlite3_changes(connection.handle) == 0 { missing.insert(rowID) }
  }

  /// Returns the statement that updates properties of a row; nil if none of them has a column.
  private mutating func statement(
    updating mask: PropertyMask, of entity: StoreEntity, isStamping: Bool
  ) throws -> Statement? {
    if let last, last.entity === entity, last.mask == mask, last.isStamping == isStamping {
      return last.statement
    }
    guard let sql = entity.sql.update(mask, isStamping: isStamping) else { return nil }
    let statement = try connection.statement(sql)
    last = (entity, mask, isStamping, statement)
    return statement
  }

  /// Executes a statement for one object.
  ///
  /// - Parameters:
  ///   - columns: The properties of the bound parameters, the first of which has the number `first`.
  /// - Returns: SQLite's extended code: `SQLITE_DONE`, or the reason why the row was refused.
  func step(
    _ statement: Statement,
    binder: _Storage.Binder,
    change: SaveChange,
    columns: @autoclosure () -> [PropertyLayout],
    from first: Int
  ) throws -> Int32 {
    defer { statement.rewind() }
    if let failure = binder.failure {
      let (columns, offset) = (columns(), Int(failure.parameter) - first)
      let name = columns.indices.contains(offset) ? columns[offset].name : "?"
      throw failure.error.because(
        "\(change.entity.layout.entityName).\(name): \(failure.error.explanation)",
        [change.model.persistentModelID]
      )
    }
    connection.countExecution()
    let code = sqlite3_step(statement.pointer)
    return code == SQLITE_DONE ? code : sqlite3_extended_errcode(connection.handle)
  }
}
