import GRDBSQLite

/// Writes a save's objects to one store, inside its transaction.
struct RowWriter {
  let connection: Connection
  let coordinator: StoreCoordinator
  /// The keys of existing rows that new objects turned out to be (upserts), by the new keys.
  private(set) var aliases: [Int64: Int64] = [:]
  /// What became of rows that the save did not name.
  private(set) var consequences = SaveEvent()

  /// How far the places of this save are moved; see ``SavePlan/givenPlaces``.
  private var shift: Int64 = 0

  init(_ connection: Connection, _ coordinator: StoreCoordinator) {
    self.connection = connection
    self.coordinator = coordinator
  }

  mutating func write(_ plan: SavePlan) throws {
    if let given = plan.givenPlaces {
      shift =
        PlaceGenerator.reserve(given.upperBound - given.lowerBound + 1) - given.lowerBound
    }
    // Deletions first: what they free, unique values above all, may be taken anew.
    try delete(plan.deleted)
    try updateUniqueValues(plan.updated)
    try findUpserts(plan.inserted)
    try insert(plan.inserted)
    try update(plan.updated)
    for change in plan.inserted where !change.table.entity.oneToOne.isEmpty {
      try pair(change, .all)
    }
    for change in plan.updated where !change.table.entity.oneToOne.isEmpty {
      try pair(change, change.mask)
    }
    try place(plan.places)
    try link(plan.links, plan)
  }

  private mutating func delete(_ changes: [SavePlan.Change]) throws {
    for change in changes {
      let rowID = change.rowID
      try noteLinked(to: rowID, change.table)
      try connection.run(change.table.entity.deleteSQL, [.integer(rowID)])
    }
  }

  /// The objects whose collections lose a row: those that a join table ties to it, whether or not
  /// the context that deletes it has seen them.
  private mutating func noteLinked(to rowID: Int64, _ table: GraphTable) throws {
    for tie in coordinator.links[Int(table.index)].ties {
      let partners = try connection.integers(tie.sql, [.integer(rowID)])
      if partners.isEmpty { continue }
      consequences.changes[tie.entityName, default: .init()].updated += partners.map {
        .init(rowID: $0, mask: tie.mask)
      }
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
        aliases[change.rowID] = existing
      }
      searches[number] = search
    }
  }

  private func insert(_ changes: [SavePlan.Change]) throws {
    var open: (table: GraphTable, statement: Statement)?
    for change in changes {
      let rowID = change.rowID
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
      try run(statement, binder, change, change.table.entity.columns, from: 2)
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

  private func updateUniqueValues(_ changes: [SavePlan.Change]) throws {
    let concerned = changes.filter { !$0.table.layout.uniquenessConstraints.isEmpty }
    for (_, group) in Dictionary(grouping: concerned, by: \.table.index).sorted(by: {
      $0.key < $1.key
    }) {
      guard let table = group.first?.table else { continue }
      try UniqueUpdates(group, table, connection)?.run { change, mask in
        try update(change, mask, change.rowID)
      }
    }
  }

  private func update(_ changes: [SavePlan.Change]) throws {
    let superseded = Set(aliases.values)
    // Neighbours in the list mostly have changed the same properties.
    var open: (table: GraphTable, mask: PropertyMask, statement: Statement)?
    for change in changes {
      let rowID = change.rowID
      // An object that gives way to a new one with its unique values has nothing more to say.
      if superseded.contains(rowID) { continue }
      if let open, open.table === change.table, open.mask == change.mask {
        try update(change, change.mask, rowID, by: open.statement)
      } else if let sql = change.table.updateSQL(change.mask) {
        let statement = try connection.statement(sql)
        open = (change.table, change.mask, statement)
        try update(change, change.mask, rowID, by: statement)
      }
    }
  }

  private func update(
    _ change: SavePlan.Change, _ mask: PropertyMask, _ rowID: Int64
  ) throws {
    guard let sql = change.table.updateSQL(mask) else { return }
    try update(change, mask, rowID, by: try connection.statement(sql))
  }

  private func update(
    _ change: SavePlan.Change, _ mask: PropertyMask, _ rowID: Int64, by statement: Statement
  ) throws {
    var binder = _Binder(statement.pointer)
    binder.aliases = aliases
    change.model._$bind(&binder, mask.rawValue)
    bindPositions(change, mask, &binder)
    binder.bind(rowID)
    try run(
      statement, binder, change,
      change.table.entity.columns.filter { mask.contains(property: $0.index) }, from: 1)
  }

  /// A one-to-one relationship is a column on either side. What was written on one side is made
  /// true on the other, where another context may have written something else in the meantime.
  private mutating func pair(_ change: SavePlan.Change, _ mask: PropertyMask) throws {
    for (index, relationship) in change.table.entity.oneToOne where mask.contains(property: index) {
      guard let inverse = relationship.inverse, let here = relationship.property.columnName,
        let there = inverse.columnName
      else { continue }
      let own = change.rowID
      let rowID = SQLValue.integer(aliases[own] ?? own)
      let target = change.model.toOne(index).rowID
      // An upsert without a target leaves the row's.
      if target == 0, aliases[own] != nil { continue }
      let targetID: SQLValue = target == 0 ? .null : .integer(aliases[target] ?? target)
      let (from, to) = (change.table.layout, relationship.destination)
      try set(there, of: to, inverse, to: .null, where: there, is: rowID, except: targetID)
      if targetID == .null { continue }
      try set(there, of: to, inverse, to: rowID, where: SQLName.primaryKey, is: targetID)
      try set(
        here, of: from, relationship.property, to: .null, where: here, is: targetID,
        except: rowID)
    }
  }

  private mutating func set(
    _ column: String, of layout: ModelLayout, _ property: PropertyLayout, to value: SQLValue,
    where condition: String, is wanted: SQLValue, except rowID: SQLValue = .null
  ) throws {
    let quoted = SQLName.quoted(column)
    let changed = try connection.integers(
      """
      UPDATE \(SQLName.quoted(layout.tableName)) SET \(quoted) = ?1 \
      WHERE \(SQLName.quoted(condition)) = ?2 AND _pk IS NOT ?3 AND \(quoted) IS NOT ?1 \
      RETURNING _pk
      """, [value, wanted, rowID])
    if changed.isEmpty { return }
    consequences.changes[layout.entityName, default: .init()].updated += changed.map {
      .init(rowID: $0, mask: property.mask)
    }
  }

  private func bindPositions(
    _ change: SavePlan.Change, _ mask: PropertyMask, _ binder: inout _Binder
  ) {
    for property in change.table.entity.positions
    where mask.contains(property: property.index) {
      let position = change.model.toOne(property.index).position
      if position != 0 {
        binder.bind(position + shift)
      } else if mask == .all {
        binder.bind(position)
      } else {
        binder.bindNull()
      }
    }
  }

  /// - Parameters:
  ///   - columns: What the parameters are bound for, the first of which is number `first`.
  private func run(
    _ statement: Statement, _ binder: _Binder, _ change: SavePlan.Change,
    _ columns: @autoclosure () -> [PropertyLayout], from first: Int
  ) throws {
    defer { sqlite3_reset(statement.pointer) }
    if let failure = binder.failure {
      let (columns, offset) = (columns(), Int(failure.parameter) - first)
      let name = columns.indices.contains(offset) ? columns[offset].name : "?"
      throw SwiftDataError.modelValidationFailure.because(
        "\(change.table.layout.entityName).\(name): \(failure.reason)",
        [change.model.persistentModelID])
    }
    connection.countExecution()
    guard sqlite3_step(statement.pointer) == SQLITE_DONE else {
      throw WriteFailure.error(on: connection, change)
    }
  }

  // MARK: Links

  private func place(_ places: [PendingChanges.Collection: Int64]) throws {
    for (collection, position) in places.sorted(by: { $0.value < $1.value }) {
      let entity = coordinator.entities[Int(collection.table)].entity
      let property = entity.layout.properties[collection.property]
      guard let column = property.columnName else { continue }
      try connection.run(
        """
        UPDATE \(SQLName.quoted(entity.layout.tableName)) \
        SET \(SQLName.quoted(SQLName.position(of: column))) = ? WHERE _pk = ?
        """, [.integer(position + shift), .integer(collection.rowID)])
    }
  }

  private func link(
    _ links: [PendingChanges.Link: PendingChanges.LinkChange], _ plan: SavePlan
  ) throws {
    let gone = Set(plan.deleted.map { $0.rowID })
    // In the order of the places, so that equal histories make equal files.
    let ordered = links.sorted {
      ($0.key.table, $0.value.position ?? 0, $0.key.source, $0.key.target)
        < ($1.key.table, $1.value.position ?? 0, $1.key.source, $1.key.target)
    }
    for (link, change) in ordered {
      let table = SQLName.quoted(link.table)
      let source = aliases[link.source] ?? link.source
      let target = aliases[link.target] ?? link.target
      if change.exists == false {
        try connection.run(
          "DELETE FROM \(table) WHERE source = ? AND target = ?",
          [.integer(source), .integer(target)])
        continue
      }
      if gone.contains(source) || gone.contains(target) { continue }
      let position = change.position.map { SQLValue.integer($0 + shift) } ?? .null
      let inversePosition = change.inversePosition.map { SQLValue.integer($0 + shift) } ?? .null
      let places = "position = ifnull(?3, position), inverse_position = ifnull(?4, inverse_position)"
      let statement =
        change.exists == nil
        ? "UPDATE \(table) SET \(places) WHERE source = ?1 AND target = ?2"
        : """
        INSERT INTO \(table) (source, target, position, inverse_position) \
        VALUES (?1, ?2, ?3, ?4) ON CONFLICT (source, target) DO UPDATE SET \(places)
        """
      try connection.run(
        statement, [.integer(source), .integer(target), position, inversePosition])
    }
  }
}
