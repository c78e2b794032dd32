import PerennialSQLite

/// Writes a save's objects to one store, inside its transaction.
struct RowWriter {
  let connection: Connection
  let coordinator: StoreCoordinator
  let policy: MergePolicy
  private let history: HistoryWriter?
  /// The keys of existing rows that new objects turned out to be (upserts), by the new keys.
  var aliases: [Int64: Int64] = [:]
  /// Those of them that were left as they are.
  var kept: Set<Int64> = []
  /// The keys of changed objects that have no row.
  private(set) var missing: Set<Int64> = []
  /// What became of rows that the save did not name.
  var consequences = ChangeSet()

  /// How far the places of this save are moved; see ``SavePlan/givenPlaces``.
  var shift: Int64 = 0
  var groups: RowGroups
  /// What the rows of new presets say of themselves, by their keys, while a catalog writes; nil while
  /// a user does, whose edits of presets are stamped.
  var presets: [Int64: String]? {
    didSet { groups.areOfPresets = presets != nil }
  }

  init(
    _ connection: Connection, _ coordinator: StoreCoordinator, _ policy: MergePolicy,
    _ history: HistoryWriter?
  ) {
    self.policy = policy
    self.history = history
    self.connection = connection
    groups = RowGroups(connection)
    self.coordinator = coordinator
  }

  mutating func write(_ plan: SavePlan) throws {
    if let given = plan.givenPlaces {
      shift =
        PlaceGenerator.reserve(given.upperBound - given.lowerBound + 1) - given.lowerBound
    }
    // Deletions first: what they free, unique values above all, may be taken anew.
    try delete(plan)
    try updateUniqueValues(plan.updated)
    try insert(plan.inserted)
    try update(plan.updated)
    for change in plan.inserted where !change.table.entity.oneToOne.isEmpty {
      try pair(change, .all)
    }
    for change in plan.updated
    where !change.table.entity.oneToOne.isEmpty && !missing.contains(change.rowID) {
      try pair(change, change.mask)
    }
    try place(plan.places)
    try link(plan.links, plan)
  }

  /// Begins a part of the same transaction that has nothing to do with those before.
  mutating func beginPart() {
    (aliases, kept, missing) = ([:], [], [])
    consequences = ChangeSet()
    shift = 0
    groups.isExhausted = false
  }

  private mutating func delete(_ plan: SavePlan) throws {
    if plan.deleted.isEmpty { return }
    var tied: [(EntityLinks.Tie, [Int64])] = []
    for change in plan.deleted {
      let rowID = change.rowID
      // The objects that lose a row, whether or not the context that deletes it has seen them.
      for tie in coordinator.links[Int(change.table.index)].ties {
        let owners = try connection.integers(tie.sql, [.integer(rowID)])
        if !owners.isEmpty { tied.append((tie, owners)) }
      }
      try history?.preserve(change.table.entity, where: "_pk = ?", [.integer(rowID)])
      try connection.run(change.table.entity.deleteSQL, [.integer(rowID)])
    }
    noteTied(tied, plan)
  }

  /// Notes whose collections and references lose something, but for those that the plan writes.
  private mutating func noteTied(_ tied: [(EntityLinks.Tie, [Int64])], _ plan: SavePlan) {
    if tied.isEmpty { return }
    var written: [Int64: PropertyMask] = [:]
    for change in plan.deleted { written[change.rowID] = .all }
    for change in plan.updated { written[change.rowID] = change.mask }
    for (tie, owners) in tied {
      let others = owners.filter { written[$0]?.isSuperset(of: tie.mask) != true }
      if others.isEmpty { continue }
      consequences.changes[tie.entityName, default: .init()].updated += others.map {
        .init(rowID: $0, mask: tie.mask)
      }
    }
  }

  // MARK: Updates

  private mutating func updateUniqueValues(_ changes: [SavePlan.Change]) throws {
    let concerned = changes.filter { !$0.table.layout.uniquenessConstraints.isEmpty }
    // What an object of a hierarchy gives up can be taken by one of another class.
    for (_, group) in Dictionary(grouping: concerned, by: \.table.rootIndex).sorted(by: {
      $0.key < $1.key
    }) {
      try UniqueUpdates(group, connection)?.run { change, mask in
        try update(change, mask, change.rowID)
      }
    }
  }

  private mutating func update(_ changes: [SavePlan.Change]) throws {
    let superseded = Set(aliases.values)
    // Neighbours in the list mostly have changed the same properties.
    var open: (table: GraphTable, mask: PropertyMask, statement: Statement)?
    for (number, change) in changes.enumerated() {
      let rowID = change.rowID
      // While SQLite writes one row, the next object comes into the cache.
      if number + 1 < changes.count { changes[number + 1].prefetch() }
      // An object that gives way to a new one with its unique values has nothing more to say.
      if superseded.contains(rowID) { continue }
      if isStamping(rowID) {
        try update(change, change.mask, rowID)
      } else if let open, open.table === change.table, open.mask == change.mask {
        try update(change, change.mask, rowID, by: open.statement)
      } else if let sql = change.table.updateSQL(change.mask) {
        let statement = try connection.statement(sql)
        open = (change.table, change.mask, statement)
        try update(change, change.mask, rowID, by: statement)
      }
    }
  }

  mutating func update(
    _ change: SavePlan.Change,
    _ mask: PropertyMask,
    _ rowID: Int64
  ) throws {
    let sql =
      isStamping(rowID) ? change.table.stampingUpdateSQL(mask) : change.table.updateSQL(mask)
    guard let sql else { return }
    try update(change, mask, rowID, by: try connection.statement(sql))
  }

  /// Whether a row is a preset, and what is written to it an edit.
  private func isStamping(_ rowID: Int64) -> Bool { rowID < 0 && presets == nil }

  mutating func update(
    _ change: SavePlan.Change,
    _ mask: PropertyMask,
    _ rowID: Int64,
    by statement: Statement
  ) throws {
    var binder = _Binder(statement)
    binder.aliases = aliases
    binder.files = connection.files
    let first = binder.parameter
    change.model._$bind(&binder, mask.rawValue)
    change.bindUnrepresented(mask, &binder, from: first)
    bindPositions(change, mask, &binder)
    binder.bind(rowID)
    if isStamping(rowID) { binder.bind(EditClock.now()) }
    let code = try step(
      statement,
      binder,
      change,
      change.table.entity.columns.filter { mask.contains(property: $0.index) },
      from: 1
    )
    if code != SQLITE_DONE { throw try WriteFailure.error(on: connection, change) }
    // Somebody else has deleted it.
    if sqlite3_changes(connection.handle) == 0 { missing.insert(rowID) }
  }

  func bindPositions(
    _ change: SavePlan.Change,
    _ mask: PropertyMask,
    _ binder: inout _Binder
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
  /// - Returns: SQLite's extended code: `SQLITE_DONE`, or why the row was refused.
  func step(
    _ statement: Statement,
    _ binder: _Binder,
    _ change: SavePlan.Change,
    _ columns: @autoclosure () -> [PropertyLayout],
    from first: Int
  ) throws -> Int32 {
    defer { statement.rewind() }
    if let failure = binder.failure {
      let (columns, offset) = (columns(), Int(failure.parameter) - first)
      let name = columns.indices.contains(offset) ? columns[offset].name : "?"
      throw failure.error.because(
        "\(change.table.layout.entityName).\(name): \(failure.error.explanation)",
        [change.model.persistentModelID]
      )
    }
    connection.countExecution()
    let code = sqlite3_step(statement.pointer)
    return code == SQLITE_DONE ? code : sqlite3_extended_errcode(connection.handle)
  }
}
