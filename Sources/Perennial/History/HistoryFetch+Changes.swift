import Foundation

// The changes of a transaction, with key paths instead of names, and with values.

extension HistoryFetch {
  /// Returns a transaction with its changes.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if the transaction changed an entity that the container does
  ///   not have.
  func withChanges(
    _ transaction: DefaultHistoryTransaction, _ store: SQLiteStore, on connection: Connection
  ) throws -> DefaultHistoryTransaction {
    let text = try connection.first(
      "SELECT changes FROM \(HistoryTables.transactions) WHERE id = ?", [.integer(transaction.id)]
    ) { $0.string() }
    let record = try HistoryRecord(
      text: text ?? "[]", transaction: transaction.id, path: store.path)
    let hasDeletions = record.groups.contains { $0.kind == .delete }
    let tombstones =
      hasDeletions ? try self.tombstones(of: transaction.id, on: connection) : [:]
    var transaction = transaction
    transaction.isErasure = record.isErasure
    transaction.isRestoration = record.isRestoration
    transaction.changes.reserveCapacity(record.groups.reduce(0) { $0 + $1.rowIDs.count })
    for group in record.groups {
      guard let number = coordinator.index(named: group.entityName) else {
        throw SwiftDataError.unknownSchema.because(
          """
          \(store.path): the transaction \(transaction.id) changed objects of \
          \(group.entityName), which the container's schema does not have. Fetch the transactions after \
          it, or delete it from the history
          """)
      }
      let entity = coordinator.entities[number]
      func open<Model: PersistentModel>(_ type: Model.Type) {
        add(
          group, of: type, entity: entity, tombstones: tombstones[group.entityName] ?? [:],
          to: &transaction)
      }
      open(entity.table.layout.type)
    }
    return transaction
  }

  private func add<Model: PersistentModel>(
    _ group: HistoryRecord.Group, of type: Model.Type, entity: ContainerEntity,
    tombstones: [Int64: [PreservedValue]],
    to transaction: inout DefaultHistoryTransaction
  ) {
    let properties = Self.keyPaths(of: group, type, entity.table.layout)
    for rowID in group.rowIDs {
      // Unique over the whole history, as long as no transaction has more than 2²⁴ changes.
      let number = transaction.id &<< 24 &+ Int64(transaction.changes.count)
      let identifier = entity.identifier(rowID)
      switch group.kind {
      case .insert:
        transaction.changes.append(
          .insert(
            DefaultHistoryInsert<Model>(
              changeIdentifier: number, transactionIdentifier: transaction.id,
              changedPersistentIdentifier: identifier)))
      case .update:
        transaction.changes.append(
          .update(
            DefaultHistoryUpdate<Model>(
              changeIdentifier: number, transactionIdentifier: transaction.id,
              changedPersistentIdentifier: identifier, updatedAttributes: properties)))
      case .delete:
        transaction.changes.append(
          .delete(
            DefaultHistoryDelete<Model>(
              changeIdentifier: number, transactionIdentifier: transaction.id,
              changedPersistentIdentifier: identifier,
              tombstone: HistoryTombstone(tombstones[rowID] ?? []))))
      }
    }
  }

  private static func keyPaths<Model: PersistentModel>(
    of group: HistoryRecord.Group, _ type: Model.Type, _ layout: ModelLayout
  ) -> [any PartialKeyPath<Model> & Sendable] {
    // A layout without a class has no key paths.
    if layout.isDescribed { return [] }
    let properties = (group.properties + group.collections).compactMap {
      HistoryRecord.property(named: $0, in: layout)
    }
    return properties.sorted { $0.index < $1.index }.compactMap { property in
      guard let keyPath = layout.keyPath(of: property) as? PartialKeyPath<Model>
      else { return nil }
      // The key paths of properties capture nothing, and `Sendable` has no runtime representation.
      return unsafeBitCast(keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
    }
  }

  /// Returns the preserved values of the objects that a transaction deleted, by entity and primary key.
  private func tombstones(
    of transaction: Int64, on connection: Connection
  ) throws -> [String: [Int64: [PreservedValue]]] {
    var tombstones: [String: [Int64: [(index: Int, value: PreservedValue)]]] = [:]
    try connection.rows(
      """
      SELECT entity, pk, property, value FROM \(HistoryTables.tombstones) WHERE history = ?
      """, [.integer(transaction)]
    ) { row in
      let (entity, rowID, name) = (row.string(), row.int64(), row.string())
      guard let number = coordinator.index(named: entity) else { return }
      let containerEntity = coordinator.entities[number]
      let layout = containerEntity.table.layout
      guard let property = HistoryRecord.property(named: name, in: layout), property.column != nil
      else { return }
      let value = Result { () throws(SwiftDataError) in
        try layout.value(of: property, from: &row)
      }.mapError { error in
        error.because(
          "\(entity).\(name) of the deleted row \(rowID) cannot be read: \(error.explanation)",
          [containerEntity.identifier(rowID)])
      }
      tombstones[entity, default: [:]][rowID, default: []].append(
        (property.index, PreservedValue(keyPath: layout.keyPath(of: property), value: value)))
    }
    return tombstones.mapValues { rows in
      rows.mapValues { values in
        values.sorted { $0.index < $1.index }.map(\.value)
      }
    }
  }
}
