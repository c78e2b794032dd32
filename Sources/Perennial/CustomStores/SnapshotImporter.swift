import Foundation

/// Writes snapshots to the mirror of a custom store, inside a transaction without foreign keys.
struct SnapshotImporter {
  /// A to-many relationship of a row. Two values for the same row and property are equal, whether they
  /// were created with the entity of the row's class or of a superclass.
  struct Collection: Hashable {
    let rowID: Int64
    private let root: Int
    let property: Int

    init(_ rowID: Int64, of entity: ContainerEntity, property: Int) {
      self.rowID = rowID
      root = entity.links.root
      self.property = property
    }
  }

  /// The members of to-many relationships that the mirror's rows do not record.
  struct Lists {
    /// The members in the store's last snapshot of the owner, in order.
    var members: [Collection: [Int64]] = [:]
    /// The relationships whose members may be missing in the mirror, or have other order keys.
    var unsupplied: Set<Collection> = []
    /// The relationships whose members no snapshot lists.
    var unlisted: Set<Collection> = []
  }

  let connection: Connection
  let keys: IdentifierMap
  let entities: StoreEntities
  let store: Int
  var lists: Lists
  /// The changes that were made to the mirror.
  private(set) var event = ChangeSet()

  /// Writes the values of a snapshot to its object's row.
  ///
  /// - Returns: The object's entity and row key.
  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` for an entity that the store does not have,
  ///   ``SwiftDataError/storeFailure`` for a value of the wrong type.
  mutating func admit(_ snapshot: DefaultSnapshot) throws -> (
    entity: ContainerEntity, rowID: Int64
  ) {
    let identifier = snapshot.persistentIdentifier
    guard let entity = entities.entity(named: identifier.entityName, of: store) else {
      throw SwiftDataError.unknownDataStoreSchema.because(
        "the store returned a snapshot of \(identifier.entityName), which is not one of its entities",
        [identifier])
    }
    let rowID = keys.rowID(of: identifier, isExact: true)
    if !keys.isPermanent(rowID) {
      // The store kept the identifier of the new object, with its key.
      let permanent = PersistentIdentifier(
        storeIdentifier: keys.storeIdentifier, entityName: identifier.entityName, key: .row(rowID))
      keys.assign(permanent, to: rowID)
    }
    try write(snapshot, to: rowID, of: entity)
    for (index, relationship) in entity.layout.relationships.sorted(by: { $0.key < $1.key })
    where relationship.property.isToMany {
      try list(
        snapshot, as: Collection(rowID, of: entity, property: index), by: relationship, of: entity)
    }
    return (entity, rowID)
  }

  /// Deletes the rows of exactly one class that the store does not have.
  mutating func remove(from entity: ContainerEntity, except kept: Set<Int64>) throws {
    let name = SQLName.quoted(entity.layout.tableName)
    let own =
      entity.table.isShared
      ? " WHERE " + TableSharing.condition([entity.layout.entityName]) : ""
    let gone = try connection.integers("SELECT _pk FROM \(name)\(own)")
      .filter { !kept.contains($0) }
    if gone.isEmpty { return }
    for rowID in gone {
      try connection.run("DELETE FROM \(name) WHERE _pk = ?", [.integer(rowID)])
    }
    event.changes[entity.layout.entityName, default: .init()].deleted += gone
  }

  /// Returns the changes that were made, with each updated row under the entity of its own class.
  func changes() throws -> ChangeSet {
    var event = event
    try entities.specify(&event, on: connection)
    return event
  }

  // MARK: Rows

  private mutating func write(
    _ snapshot: DefaultSnapshot, to rowID: Int64, of entity: ContainerEntity
  ) throws {
    let columns = entity.table.columns.filter { $0.columnName != nil }
    let name = SQLName.quoted(entity.layout.tableName)
    let quoted = columns.compactMap(\.columnName).map(SQLName.quoted)
    var before: [SQLValue]?
    let list = (["_pk"] + quoted).joined(separator: ", ")
    try connection.rows("SELECT \(list) FROM \(name) WHERE _pk = ?", [.integer(rowID)]) { row in
      _ = row.int64()
      before = columns.map { _ in row.value() }
    }
    let after = try columns.enumerated().map { number, property in
      try value(of: property, in: snapshot, entity) ?? before?[number]
        ?? entity.table.initialValue(property)
    }
    guard let before else {
      let places = entity.table.positions.compactMap(\.columnName).map {
        SQLName.quoted(SQLName.position(of: $0))
      }
      var values: [SQLValue] = [.integer(rowID)] + after + places.map { _ in .integer(0) }
      var names = (["_pk"] + quoted + places).joined(separator: ", ")
      if entity.table.isShared {
        names += ", \(SQLName.entity)"
        values.append(.text(entity.layout.entityName))
      }
      let marks = values.map { _ in "?" }.joined(separator: ", ")
      // The store's new row replaces an existing one, also under a unique index.
      return try connection.run(
        "INSERT OR REPLACE INTO \(name) (\(names)) VALUES (\(marks))", values)
    }
    var assignments: [String] = []
    var values: [SQLValue] = []
    var mask: PropertyMask = []
    for (number, property) in columns.enumerated()
    where try !entity.table.areSame(before[number], after[number], of: property, on: connection) {
      assignments.append("\(quoted[number]) = ?")
      values.append(after[number])
      mask.formUnion(property.mask)
      noteEnds(of: property, from: before[number], to: after[number], in: entity)
    }
    if assignments.isEmpty { return }
    try connection.run(
      "UPDATE OR REPLACE \(name) SET \(assignments.joined(separator: ", ")) WHERE _pk = ?",
      values + [.integer(rowID)])
    note(rowID, mask: mask, of: entity)
  }

  /// Records the changed to-many relationships of the former and the new target of a reference.
  private mutating func noteEnds(
    of property: PropertyLayout, from before: SQLValue, to after: SQLValue,
    in entity: ContainerEntity
  ) {
    guard property.isToOne, let inverse = entity.layout.relationship(property.index)?.inverse,
      let destination = entities.destination(of: property, in: entity)
    else { return }
    for case .integer(let rowID) in [before, after] {
      note(rowID, mask: inverse.mask, of: destination)
    }
  }

  private mutating func note(_ rowID: Int64, mask: PropertyMask, of entity: ContainerEntity) {
    event.changes[entity.layout.entityName, default: .init()].updated.append(
      .init(rowID: rowID, mask: mask))
  }

  /// Returns the value of a property's column; nil if the snapshot does not have the property.
  private func value(
    of property: PropertyLayout, in snapshot: DefaultSnapshot, _ entity: ContainerEntity
  ) throws -> SQLValue? {
    switch snapshot.values[property.name] {
    case nil, .toMany?: return nil
    case .toOne(let target)?: return target.map { .integer(keys.rowID(of: $0)) } ?? .null
    case .attribute(let value)?:
      if let stored = try entity.table.storedValue(value, of: property) { return stored }
      throw SwiftDataError.storeFailure.because(
        """
        the store returned \(value) for \(entity.layout.entityName).\(property.name), whose \
        type is \(property.valueType)
        """, [snapshot.persistentIdentifier])
    }
  }

  // MARK: Collections

  private mutating func list(
    _ snapshot: DefaultSnapshot, as collection: Collection, by relationship: RelationshipLayout,
    of entity: ContainerEntity
  ) throws {
    guard case .toMany(let targets)? = snapshot.values[relationship.property.name] else {
      if lists.members[collection] == nil { lists.unlisted.insert(collection) }
      return
    }
    let members = targets.map { keys.rowID(of: $0) }
    lists.unlisted.remove(collection)
    guard lists.members[collection] != members else { return }
    if lists.members.updateValue(members, forKey: collection) != nil {
      note(collection.rowID, mask: relationship.property.mask, of: entity)
    }
    lists.unsupplied.insert(collection)
    if case .joinTable(let join) = relationship.storage {
      try link(members, to: collection.rowID, join)
    }
  }

  /// Sets the rows of an owner in a join table to those of a list.
  private func link(
    _ members: [Int64], to owner: Int64, _ join: RelationshipLayout.JoinTable
  ) throws {
    let name = SQLName.quoted(join.name)
    try connection.run(
      """
      DELETE FROM \(name) WHERE \(join.owner) = ? \
      AND \(join.target) NOT IN (SELECT value FROM json_each(?))
      """, [.integer(owner), .keys(members)])
    for (place, member) in members.enumerated() {
      try connection.run(
        """
        INSERT INTO \(name) (\(join.owner), \(join.target), \(join.position), \
        \(join.inversePosition)) VALUES (?1, ?2, ?3, 0) \
        ON CONFLICT (source, target) DO UPDATE SET \(join.position) = ?3
        """, [.integer(owner), .integer(member), .integer(Int64(place))])
    }
  }
}

extension StoreEntity {
  /// Returns the value for the column of a property; nil if the value is of another type.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if the value cannot be encoded.
  func storedValue(_ value: any Codable, of property: PropertyLayout) throws -> SQLValue? {
    func open<S: _Storage.Slot>(_ type: S.Type) throws -> SQLValue? {
      if let slot = S(holding: value) { return try stored(slot, property) }
      guard property.attribute?.isTransformable == true else { return nil }
      if let data = value as? Data { return .blob(data) }
      return (value as? any OptionalValue)?.isNil == true ? .null : nil
    }
    return try open(property.slot)
  }

  private func stored(_ slot: some _Storage.Slot, _ property: PropertyLayout) throws -> SQLValue {
    do {
      let stored = try slot._sqlValue.value
      // SQLite stores NaN as NULL.
      if case .real(let number) = stored, number.isNaN { return .null }
      return stored
    } catch {
      throw SwiftDataError.storeFailure.because(
        """
        the store returned a value of \(layout.entityName).\(property.name) that cannot be encoded: \
        \(SwiftDataError.of(error, else: .storeFailure).explanation)
        """)
    }
  }

  /// Returns the value of a column in a new row, for a property that the snapshot does not have.
  fileprivate func initialValue(_ property: PropertyLayout) throws -> SQLValue {
    if let value = property.defaultValue as? any Codable,
      let stored = try storedValue(value, of: property)
    {
      return stored
    }
    if property.column?.isNullable == true { return .null }
    switch property.column?.type {
    case .integer?: return .integer(0)
    case .real?: return .real(0)
    case .blob?: return .blob(Data())
    case .text?, nil: return .text(property.isJSON ? "null" : "")
    }
  }
}
