/// Reads the values of rows before and after an edit, inside its transaction.
struct RowImages {
  private let connection: Connection
  private let entities: StoreEntities
  private let store: Int

  init(_ transaction: StoreTransaction) {
    (connection, store) = (transaction.connection, transaction.number)
    entities = transaction.entities
  }

  /// Notes the values that an edit will change, and the rows and links that it will delete.
  ///
  /// - Parameter changes: The changes of the edit, which was rolled back.
  func note(before changes: ChangeSet, in edit: inout RowEdit) throws {
    for (entity, changes) in listed(changes) {
      for update in changes.updated {
        guard let before = try connection.values(update.mask, of: update.rowID, entity),
          !before.columns.isEmpty
        else { continue }
        edit.updated.append((reference(update.rowID, entity), before, RowValues()))
      }
      for key in changes.deleted {
        guard let before = try connection.values(.all, of: key, entity) else { continue }
        edit.deleted.append((reference(key, entity), before))
      }
      try noteLinks(of: changes.deleted, entity, in: &edit)
    }
  }

  /// Notes the values that an edit has written.
  func note(after changes: ChangeSet, in edit: inout RowEdit) throws {
    for number in edit.updated.indices {
      let row = edit.updated[number].row
      guard let entity = entities.entity(named: row.entityName, of: store) else { continue }
      let mask = edit.updated[number].before.columns.keys.reduce(into: PropertyMask()) {
        $0.formUnion(PropertyMask(property: $1))
      }
      edit.updated[number].after =
        try connection.values(mask, of: row.key, entity) ?? RowValues()
    }
    edit.updated.removeAll { $0.before.columns == $0.after.columns }
    for (entity, changes) in listed(changes) {
      for key in changes.inserted {
        guard let after = try connection.values(.all, of: key, entity) else { continue }
        edit.inserted.append((reference(key, entity), after))
      }
    }
  }

  /// Returns the changes by entity, in the order of the entities.
  private func listed(
    _ changes: ChangeSet
  ) -> [(entity: ContainerEntity, changes: ChangeSet.EntityChanges)] {
    entities.all.filter { $0.store == store }.compactMap { entity in
      changes.changes[entity.layout.entityName].map { (entity, $0) }
    }
  }

  private func reference(_ key: Int64, _ entity: ContainerEntity) -> RowEdit.RowReference {
    RowEdit.RowReference(entityName: entity.layout.entityName, key: key)
  }

  private func noteLinks(
    of keys: [Int64], _ entity: ContainerEntity, in edit: inout RowEdit
  ) throws {
    if keys.isEmpty { return }
    for (table, columns) in joinTables(of: entity).sorted(by: { $0.key < $1.key }) {
      let condition = columns.sorted()
        .map { "\($0) IN (SELECT value FROM json_each(?1))" }.joined(separator: " OR ")
      try connection.rows(
        """
        SELECT source, target, position, inverse_position FROM \(SQLName.quoted(table)) \
        WHERE \(condition)
        """, [.keys(keys)]
      ) { row in
        // A link between two deleted rows is found at both ends.
        let link = Link(table: table, source: row.int64(), target: row.int64())
        edit.unlinked[link] = RowEdit.LinkOrderKeys(
          position: row.int64(), inversePosition: row.int64())
      }
    }
  }

  /// Returns the join tables with keys of an entity, and their columns with these keys.
  private func joinTables(of entity: ContainerEntity) -> [String: Set<String>] {
    var tables: [String: Set<String>] = [:]
    for owner in entities.all where owner.store == store {
      for property in owner.layout.ownProperties {
        guard let relationship = owner.layout.relationship(property.index),
          case .joinTable(let join) = relationship.storage,
          let destination = entities.destination(of: property, in: owner)
        else { continue }
        if owner.links.root == entity.links.root {
          tables[join.name, default: []].insert(join.owner)
        }
        if destination.links.root == entity.links.root {
          tables[join.name, default: []].insert(join.target)
        }
      }
    }
    return tables
  }
}

extension Connection {
  /// Returns the values of a row's properties in a mask; nil if there is no such row.
  func values(
    _ mask: PropertyMask, of key: Int64, _ entity: ContainerEntity
  ) throws -> RowValues? {
    let properties = entity.table.columns.filter {
      $0.columnName != nil && mask.contains(property: $0.index)
    }
    let ordered = entity.table.positions.filter { mask.contains(property: $0.index) }
    let columns =
      properties.compactMap(\.columnName)
      + ordered.compactMap(\.columnName).map(SQLName.position(of:))
    var found: RowValues?
    try rows(
      """
      SELECT \((["_pk"] + columns.map(SQLName.quoted)).joined(separator: ", ")) \
      FROM \(SQLName.quoted(entity.layout.tableName)) AS t0 \
      WHERE _pk = ?\(entity.table.membership(alias: "t0"))
      """, [.integer(key)]
    ) { row in
      _ = row.int64()
      var values = RowValues()
      for property in properties {
        values.columns[property.index] =
          property.isExternal ? row.externalValue(of: handle) : try row.exactValue()
      }
      for property in ordered { values.orderKeys[property.index] = row.int64() }
      found = values
    }
    return found
  }
}
