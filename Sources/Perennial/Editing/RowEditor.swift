/// Edits rows of one store without the classes of its objects, inside a transaction.
///
/// Delete rules, inverses, stamps of presets and the history follow, as they do when a context saves.
package final class RowEditor {
  package let connection: Connection
  /// The entities of the container.
  package let entities: StoreEntities
  package let store: Int
  private let history: HistoryWriter?
  var changes: CollectedChanges

  init(_ transaction: StoreTransaction) {
    (connection, store) = (transaction.connection, transaction.number)
    (entities, history) = (transaction.entities, transaction.history)
    changes = CollectedChanges(entities, ofStore: transaction.number)
  }

  /// Returns an entity of the store.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema``.
  package func entity(named name: String) throws -> ContainerEntity {
    try entities.known(name, of: store)
  }

  /// Returns all values of a row; nil if there is no such row.
  package func values(of key: Int64, _ entity: ContainerEntity) throws -> RowValues? {
    try connection.values(.all, of: key, entity)
  }

  /// Returns `true` if an object of an entity, or of an entity that inherits from it, has a key.
  package func hasObject(_ key: Int64, of entity: ContainerEntity) throws -> Bool {
    try connection.hasRow(
      """
      SELECT 1 FROM \(SQLName.quoted(entity.layout.tableName)) AS t0 \
      WHERE _pk = ?\(entity.table.membership(alias: "t0"))
      """, [.integer(key)])
  }

  // MARK: Writing

  /// Writes values to a row.
  ///
  /// - Throws: ``SwiftDataError/mergeConflict`` if the row does not exist; ``SwiftDataError/modelValidationFailure``
  ///   if the store refuses the values.
  package func update(
    _ key: Int64, of entity: ContainerEntity, _ values: RowValues
  ) throws {
    try update(key, of: entity, values, isPairing: true)
  }

  /// Writes values to a row.
  ///
  /// - Parameter isPairing: `false` if the other side of each one-to-one relationship is written too.
  func update(
    _ key: Int64, of entity: ContainerEntity, _ values: RowValues, isPairing: Bool
  ) throws {
    let properties = values.columns.keys.map { entity.layout.properties[$0] }
    let mask = properties.mask
    guard var all = try connection.values(mask, of: key, entity) else {
      throw SwiftDataError.mergeConflict.because(
        "\(entity.layout.entityName) \(key) does not exist any more; nothing was changed")
    }
    let former = all
    all.columns.merge(values.columns) { $1 }
    let isPreset = key < 0
    guard let sql = entity.table.sql.update(mask, isStamping: isPreset) else { return }
    do {
      try connection.run(try connection.statement(sql)) { binder in
        for property in entity.table.columns where mask.contains(property: property.index) {
          binder.bind(all.columns[property.index] ?? .null, of: property)
        }
        for property in entity.table.positions where mask.contains(property: property.index) {
          let isWritten = values.columns[property.index] != nil
          binder.bind(
            isWritten
              ? values.orderKeys[property.index] ?? OrderKeyGenerator.next()
              : former.orderKeys[property.index] ?? 0)
        }
        binder.bind(key)
        if isPreset { binder.bind(try connection.stamp()) }
      }
    } catch {
      throw refused(error, forRow: key, of: entity)
    }
    changes.update(key, mask: mask, of: entity)
    for property in properties where property.isToOne {
      try redirect(
        property, of: key, entity, from: former.columns[property.index],
        to: all.columns[property.index], isPairing: isPairing)
    }
  }

  /// Inserts a row with a new key.
  ///
  /// - Returns: The key.
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if the store refuses the values.
  package func insert(_ entity: ContainerEntity, _ values: RowValues) throws -> Int64 {
    let key = IdentityGenerator.next()
    try insert(key, of: entity, with: values)
    for property in entity.table.references {
      try redirect(
        property, of: key, entity, from: nil, to: values.columns[property.index], isPairing: true)
    }
    return key
  }

  /// Inserts a row with a key that no row has. A preset whose deletion is reverted is a preset again.
  func insert(_ key: Int64, of entity: ContainerEntity, with values: RowValues) throws {
    do {
      try connection.run(try connection.statement(entity.table.sql.insert)) { binder in
        binder.bind(key)
        for property in entity.table.columns {
          binder.bind(values.columns[property.index] ?? .null, of: property)
        }
        for property in entity.table.positions {
          let hasTarget = values.columns[property.index]?.key != nil
          binder.bind(
            values.orderKeys[property.index] ?? (hasTarget ? OrderKeyGenerator.next() : 0))
        }
      }
    } catch {
      throw refused(error, forRow: key, of: entity)
    }
    if key < 0 {
      try PresetTables.undelete(key, in: entity.layout.tableName, on: connection)
    }
    changes.insert([key], entity)
  }

  /// Deletes rows together, by their delete rules.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if a delete rule forbids it.
  package func delete(_ rows: [(keys: [Int64], entity: ContainerEntity)]) throws {
    var deletion = try BatchDeletion(connection, entities: entities, store: store, history: history)
    changes.add(try deletion.run(rows.map { (.rows($0.keys), of: $0.entity) }))
  }

  /// Notes both targets of a reference, and updates the other side of a one-to-one relationship.
  func redirect(
    _ property: PropertyLayout, of key: Int64, _ entity: ContainerEntity,
    from former: SQLValue?, to target: SQLValue?, isPairing: Bool
  ) throws {
    if former == target { return }
    changes.redirect(from: former?.key ?? 0, to: target?.key ?? 0, property, entity)
    guard isPairing, let relationship = entity.table.oneToOne[property.index] else { return }
    changes.add(
      try OneToOnePairing(on: connection).pair(
        relationship, of: key, entity.layout, with: target?.key))
  }

  private func refused(_ error: any Error, forRow key: Int64, of entity: ContainerEntity)
    -> any Error
  {
    WriteFailure.explained(
      error, of: "\(entity.layout.entityName) \(key)", entity.layout, on: connection)
  }
}
