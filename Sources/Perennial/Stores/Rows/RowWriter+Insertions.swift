import PerennialSQLite

// The insertion of new objects: as new rows, or as existing rows with the same unique values (upserts).

extension RowWriter {
  /// Inserts new objects, in order.
  ///
  /// Looks for an existing row with the same unique values only when SQLite has refused a new one. A
  /// query before each insertion would take as long as the insertion itself.
  mutating func insert(_ changes: [SaveChange]) throws {
    var open: (entity: StoreEntity, statement: Statement)?
    /// The number of objects that were processed before each upsert was found, by the key of the new
    /// object.
    var discoveries: [Int64: Int] = [:]
    var number = 0
    while number < changes.count {
      let inserted = try insertGroup(changes[number...])
      if inserted > 0 {
        number += inserted
        continue
      }
      let change = changes[number]
      defer { number += 1 }
      if open?.entity !== change.entity {
        open = (change.entity, try connection.statement(change.entity.sql.insert))
      }
      guard let statement = open?.statement else { continue }
      var binder = _Storage.Binder(statement)
      change.bindAll(to: &binder, aliases: aliases, files: connection.files, shift: shift)
      let code = try step(
        statement, binder: binder, change: change, columns: change.entity.columns, from: 2)
      if code == SQLITE_DONE { continue }
      let refusal = try WriteFailure.error(on: connection, change)
      guard code == WriteFailure.unique, let existing = try row(collidingWith: change) else {
        throw refusal
      }
      try checkClass(of: existing, change)
      if policy == .error { throw try conflict(change, existing) }
      aliases[change.rowID] = existing
      discoveries[change.rowID] = number
      willUpsert?(FoundRow(new: change.rowID, existing: existing, entity: change.containerEntity))
      if policy.keepsStored { kept.insert(existing) } else { try overwrite(change, existing) }
    }
    if discoveries.isEmpty { return }
    for (number, change) in changes.enumerated() {
      try redirect(change) { discoveries[$0].map { $0 > number } ?? false }
    }
  }

  /// Inserts as many of the next objects as one statement takes.
  private mutating func insertGroup(_ changes: ArraySlice<SaveChange>) throws -> Int {
    guard groups.isWorthwhile(changes.count) else { return 0 }
    // This writer binds the values, and owns the groups.
    var groups = groups
    defer { self.groups = groups }
    // Constants, because a closure that used this writer would copy it for each row.
    let (aliases, files, shift) = (aliases, connection.files, shift)
    return try groups.insert(changes) {
      $0.bindAll(to: &$1, aliases: aliases, files: files, shift: shift)
    }
  }

  /// Returns the key of the row with an object's unique values. The first constraint with such a row
  /// decides.
  func row(collidingWith change: SaveChange) throws -> Int64? {
    try UniqueRows(change.entity.layout, entities).key(on: connection) {
      try value(of: change.model, $0)
    }
  }

  /// Throws an error if the existing row is of another class. An object cannot change its class.
  private func checkClass(of rowID: Int64, _ change: SaveChange) throws {
    guard change.entity.isShared else { return }
    let name = change.entity.layout.entityName
    let table = SQLName.quoted(change.entity.layout.tableName)
    let found = try connection.first(
      "SELECT \(SQLName.entity) FROM \(table) WHERE _pk = ?", [.integer(rowID)]
    ) { $0.string() }
    guard let found, found != name else { return }
    throw SwiftDataError.modelValidationFailure.because(
      """
      \(name) \(change.rowID) has the unique values of \(found) \(rowID), but cannot replace it, \
      because an object keeps its class; delete the other object first, or change the values of one of them
      """, [change.model.persistentModelID])
  }

  /// Returns the value of a property in the form in which it is written.
  private func value(
    of model: any PersistentModel, _ property: PropertyLayout
  ) throws -> SQLValue {
    guard property.isToOne else { return try model.sqlValue(property) }
    let rowID = model.toOne(property.index).rowID
    return rowID == 0 ? .null : .integer(aliases[rowID] ?? rowID)
  }

  /// Returns the error with the properties in which a new object and the row with its unique values
  /// differ.
  private func conflict(_ change: SaveChange, _ rowID: Int64) throws -> SwiftDataError {
    let entity = change.entity
    let stored = try entity.storedValues(rowID, .all, on: connection) ?? [:]
    let unique = Set(entity.layout.uniquenessConstraints.joined().map(\.index))
    var conflicts: [MergeConflict] = []
    for property in entity.columns {
      guard let other = stored[property.index] else { continue }
      let own = try value(of: change.model, property)
      if try !unique.contains(property.index)
        && entity.areSame(own, other, of: property, on: connection)
      {
        continue
      }
      conflicts.append(
        try .init(
          .uniqueValueTaken, rowID: rowID, property: property, of: change.containerEntity,
          values: .init(object: own, stored: other), in: entities, on: connection))
    }
    return .mergeConflict(conflicts)
  }

  /// Updates the row of an upsert: the values of the new object replace the stored ones. A nil
  /// reference leaves the stored one, and so does a value that another object of the row was given later.
  private mutating func overwrite(_ change: SaveChange, _ rowID: Int64) throws {
    let empty = change.entity.references.filter { change.model.toOne($0.index).rowID == 0 }
    let later = order.laterProperties(
      of: [rowID] + upserters[rowID, default: []], than: change.rowID,
      among: change.entity.columns)
    let mask = PropertyMask.all.subtracting(empty.mask).subtracting(later)
    upserters[rowID, default: []].append(change.rowID)
    overwritten[change.rowID] = mask
    remaining[rowID] = (remaining[rowID] ?? .all).subtracting(mask)
    try update(change, mask: mask, rowID: rowID)
  }

  /// Updates the references of a new object that were written before their target was found to be
  /// another row.
  private mutating func redirect(_ change: SaveChange, where isLate: (Int64) -> Bool) throws {
    let late = change.entity.references.filter { isLate(change.model.toOne($0.index).rowID) }
    let mask = late.mask
    if mask.isEmpty { return }
    let rowID = aliases[change.rowID] ?? change.rowID
    if !kept.contains(rowID) { try update(change, mask: mask, rowID: rowID) }
  }
}
