import GRDBSQLite

/// Writes a save's objects to one store, inside its transaction.
struct RowWriter {
  let connection: Connection
  let coordinator: StoreCoordinator
  /// The keys of existing rows that new objects turned out to be (upserts), by the new keys.
  private(set) var aliases: [Int64: Int64] = [:]

  init(_ connection: Connection, _ coordinator: StoreCoordinator) {
    self.connection = connection
    self.coordinator = coordinator
  }

  mutating func write(_ plan: SavePlan) throws {
    // Deletions first: what they free, unique values above all, may be taken anew.
    try delete(plan.deleted)
    try findUpserts(plan.inserted)
    try insert(plan.inserted)
    try update(plan.updated)
    try link(plan.links, plan)
  }

  private func delete(_ changes: [SavePlan.Change]) throws {
    for change in changes {
      try connection.run(
        change.table.entity.deleteSQL, [.integer(change.model._$header.pointee.rowID)])
    }
  }

  // MARK: Insertions

  private mutating func findUpserts(_ changes: [SavePlan.Change]) throws {
    var searches: [UInt16: UpsertSearch] = [:]
    for change in changes where !change.table.layout.uniquenessConstraints.isEmpty {
      let number = change.table.index
      var search = try searches.removeValue(forKey: number)
        ?? UpsertSearch(change.table.layout, connection)
      if let existing = try search.row(of: change.model) {
        aliases[change.model._$header.pointee.rowID] = existing
      }
      searches[number] = search
    }
  }

  private func insert(_ changes: [SavePlan.Change]) throws {
    var open: (table: GraphTable, statement: Statement)?
    for change in changes {
      let rowID = change.model._$header.pointee.rowID
      if let existing = aliases[rowID] {
        try overwrite(change, existing)
        continue
      }
      if open?.table !== change.table {
        open = (change.table, try connection.statement(change.table.entity.insertSQL))
      }
      guard let statement = open?.statement else { continue }
      var binder = _Binder(statement.pointer)
      binder.aliases = aliases
      binder.bind(rowID)
      change.model._$bind(&binder, PropertyMask.all.rawValue)
      bindPositions(change, .all, &binder)
      try run(statement, binder, change)
    }
  }

  /// An upsert: the newest values win. A reference that is nil leaves what was there.
  private func overwrite(_ change: SavePlan.Change, _ rowID: Int64) throws {
    let empty = change.table.layout.properties.filter {
      $0.isToOne && change.model.toOne($0.index).rowID == 0
    }
    let mask = empty.reduce(PropertyMask.all) { $0.subtracting($1.mask) }
    try update(change, mask, rowID)
  }

  // MARK: Updates

  private func update(_ changes: [SavePlan.Change]) throws {
    let superseded = Set(aliases.values)
    for change in changes {
      let rowID = change.model._$header.pointee.rowID
      // An object that gives way to a new one with its unique values has nothing more to say.
      if superseded.contains(rowID) { continue }
      try update(change, change.mask, rowID)
    }
  }

  private func update(
    _ change: SavePlan.Change, _ mask: PropertyMask, _ rowID: Int64
  ) throws {
    guard let sql = change.table.updateSQL(mask) else { return }
    let statement = try connection.statement(sql)
    var binder = _Binder(statement.pointer)
    binder.aliases = aliases
    change.model._$bind(&binder, mask.rawValue)
    bindPositions(change, mask, &binder)
    binder.bind(rowID)
    try run(statement, binder, change)
  }

  private func bindPositions(
    _ change: SavePlan.Change, _ mask: PropertyMask, _ binder: inout _Binder
  ) {
    for property in change.table.entity.positions
    where mask.contains(property: property.index) {
      binder.bind(change.model.toOne(property.index).position)
    }
  }

  private func run(
    _ statement: Statement, _ binder: _Binder, _ change: SavePlan.Change
  ) throws {
    defer { sqlite3_reset(statement.pointer) }
    if let failure = binder.failure {
      throw SwiftDataError.modelValidationFailure.because(
        "\(change.table.layout.entityName): \(failure.reason)", [change.model.persistentModelID])
    }
    connection.countExecution()
    guard sqlite3_step(statement.pointer) == SQLITE_DONE else {
      throw WriteFailure.error(on: connection, change)
    }
  }

  // MARK: Links

  private func link(
    _ links: [PendingChanges.Link: PendingChanges.LinkChange], _ plan: SavePlan
  ) throws {
    let gone = Set(plan.deleted.map { $0.model._$header.pointee.rowID })
    // In the order of the places, so that equal histories make equal files.
    let ordered = links.sorted {
      ($0.key.table, $0.value.position ?? 0, $0.key.source, $0.key.target)
        < ($1.key.table, $1.value.position ?? 0, $1.key.source, $1.key.target)
    }
    for (link, change) in ordered {
      let table = SQLName.quoted(link.table)
      let source = aliases[link.source] ?? link.source
      let target = aliases[link.target] ?? link.target
      if !change.exists {
        try connection.run(
          "DELETE FROM \(table) WHERE source = ? AND target = ?",
          [.integer(source), .integer(target)])
        continue
      }
      if gone.contains(source) || gone.contains(target) { continue }
      let position = change.position.map(SQLValue.integer) ?? .null
      let inversePosition = change.inversePosition.map(SQLValue.integer) ?? .null
      let place = SQLValue.integer(IdentityGenerator.next())
      try connection.run(
        """
        INSERT INTO \(table) (source, target, position, inverse_position) \
        VALUES (?1, ?2, ifnull(?3, ?5), ifnull(?4, ?5)) ON CONFLICT (source, target) DO UPDATE \
        SET position = ifnull(?3, position), inverse_position = ifnull(?4, inverse_position)
        """,
        [.integer(source), .integer(target), position, inversePosition, place])
    }
  }
}
