import Foundation

extension CustomStore {
  // A save writes to the mirror first, by the same code as to a file. The store then gets the written
  // rows as snapshots. If the store refuses them, the mirror's transaction is rolled back.

  func begin(_ participation: CommitRequest.Participation?, for client: StoreClient?) throws {
    lock.lock()
    commit = CommitState(lists: lists)
    untold = nil
    do {
      guard let client else { return }
      try serving(client) {
        if case .save(let rows) = participation { try completeUnique(rows, client) }
      }
    } catch {
      lock.unlock()
      throw error
    }
  }

  func finish(
    _ transaction: StoreTransaction, _ participation: CommitRequest.Participation?,
    for client: StoreClient?
  ) throws {
    if case .erase = participation { return try erase() }
    guard let client else { return }
    try serving(client) {
      try cutTies(to: transaction.changes, transaction.connection, client)
      // An object that was deleted and inserted again is a new object for the store.
      for rowID in transaction.changes.changes.values.flatMap(\.inserted)
      where !transaction.upserts.contains(rowID) {
        keys.forget(rowID)
      }
      try send(transaction, as: participation, for: client)
      transaction.upserts.formUnion(transaction.changes.aliases.values)
    }
  }

  func end(isCommitted: Bool) -> ChangeSet? {
    defer { lock.unlock() }
    if let commit, !isCommitted { lists = commit.lists }
    commit = nil
    defer { untold = nil }
    return isCommitted ? untold : nil
  }

  /// Fetches all objects of the changed entities that have uniqueness constraints. Unique values are
  /// compared with those of every object in the store.
  private func completeUnique(_ rows: RowChanges, _ client: StoreClient) throws {
    let all = client.coordinator.entities.all
    let compared = Set((rows.inserted + rows.updated).map(\.number)).filter {
      !all[$0].layout.uniquenessConstraints.isEmpty
    }
    // An inherited constraint holds among the objects of all classes.
    let roots = Set(compared.map { all[$0].links.root }).sorted().map { all[$0] }
    try complete(roots.map(\.layout.type), for: client)
  }

  // MARK: Preview

  /// Loads the rows that a save affects into the mirror, as they were before the save. They are known
  /// only from a preview of the save. Keeps the last snapshots of the rows that the save will delete.
  func prepare(_ preview: ChangeSet, _ connection: Connection, for client: StoreClient) throws {
    let scratch = scratch(of: client)
    defer { scratch.close() }
    try serving(client) {
      for (name, changes) in preview.changes {
        guard let entity = client.coordinator.entities.entity(named: name, of: number) else {
          continue
        }
        let rowIDs = changes.deleted + changes.updated.map(\.rowID)
        try supply(rowIDs, of: entity, for: client)
        for relationship in entity.layout.relationships.values
        where relationship.property.isToMany {
          try supplyMembers(of: rowIDs, relationship, of: entity, for: client)
        }
        for (rowID, snapshot) in try snapshots(of: changes.deleted, name, scratch) {
          commit?.doomed[name, default: [:]][rowID] = snapshot
        }
      }
    }
  }

  /// Returns a graph that belongs to no context. It reads rows as objects.
  private func scratch(of client: StoreClient) -> ObjectGraph {
    let scratch = ObjectGraph(client.coordinator)
    scratch.editingState = client.editingState
    return scratch
  }

  // MARK: Deletions

  /// Applies the actions of foreign keys for deleted rows. A file's own foreign keys do the same.
  private func cutTies(
    to event: ChangeSet, _ connection: Connection, _ client: StoreClient
  ) throws {
    for (name, changes) in event.changes where !changes.deleted.isEmpty {
      let entities = client.coordinator.entities
      guard let entity = entities.entity(named: name, of: number) else { continue }
      for reference in references(to: entity, entities) {
        let table = SQLName.quoted(reference.table)
        let column = SQLName.quoted(reference.column)
        let change =
          reference.isLink ? "DELETE FROM \(table)" : "UPDATE \(table) SET \(column) = NULL"
        try connection.run(
          "\(change) WHERE \(column) IN (SELECT value FROM json_each(?))",
          [.keys(changes.deleted)])
      }
    }
  }

  /// Returns the columns that reference rows of an entity. A row of a join table is a link.
  private func references(
    to entity: ContainerEntity, _ entities: StoreEntities
  ) -> [(table: String, column: String, isLink: Bool)] {
    entities.all.filter { $0.store == number }.flatMap { other in
      other.layout.relationships.values.flatMap { relationship in
        let leadsHere = entity.layout.isKind(of: relationship.destination)
        switch relationship.storage {
        case .column(let column):
          return leadsHere ? [(other.layout.tableName, column, false)] : []
        case .joinTable(let join):
          let columns = (leadsHere ? [join.target] : []) + (other === entity ? [join.owner] : [])
          return columns.map { (join.name, $0, true) }
        case .inverseColumn: return []
        }
      }
    }
  }

  // MARK: Snapshots

  /// Returns the snapshots of rows of one entity, in the store's type. Rows that do not exist are left
  /// out.
  private func snapshots(
    of rowIDs: [Int64], _ entityName: String, _ scratch: ObjectGraph
  ) throws -> [(Int64, Store.Snapshot)] {
    guard let table = scratch.table(named: entityName, of: number) else { return [] }
    let loaded = try scratch.reader.load(table, rowIDs: rowIDs)
    return withExtendedLifetime(loaded) {
      var related: [PersistentIdentifier: any BackingData] = [:]
      return rowIDs.compactMap { rowID in
        table.find(rowID).map { (rowID, snapshot(of: $0, &related)) }
      }
    }
  }

  private func snapshot<Model: PersistentModel>(
    of model: Model, _ related: inout [PersistentIdentifier: any BackingData]
  ) -> Store.Snapshot {
    Store.Snapshot(from: LiveBackingData(of: model), relatedBackingDatas: &related)
  }

  /// Sends the changes of the mirror to the store.
  private func send(
    _ transaction: StoreTransaction, as participation: CommitRequest.Participation?,
    for client: StoreClient
  ) throws {
    let connection = transaction.connection
    let gone = commit?.doomed ?? [:]
    let scratch = scratch(of: client)
    defer { scratch.close() }
    var inserted: [Store.Snapshot] = []
    var updated: [Store.Snapshot] = []
    var new: [(entityName: String, rowID: Int64)] = []
    // In the order of creation, so that equal histories result in equal files.
    for (name, changes) in transaction.changes.changes.sorted(by: { $0.key < $1.key }) {
      // Several new objects may have become one row.
      let isNew = Set(changes.inserted.filter { !keys.isPermanent($0) })
      let created = isNew.sorted()
      let isGone = Set(changes.deleted)
      let changed = Set(changes.updated.map(\.rowID)).union(changes.inserted)
        .subtracting(isNew).subtracting(isGone)
      inserted += try snapshots(of: created, name, scratch).map(\.1)
      updated += try snapshots(of: changed.sorted(), name, scratch).map(\.1)
      new += created.map { (name, $0) }
    }
    let deleted = gone.sorted { $0.key < $1.key }.flatMap {
      $0.value.sorted { $0.key < $1.key }.map(\.value)
    }
    if case .delete(let batch?) = participation, updated.isEmpty, gone.count <= 1,
      try batch(self)
    {
      return
    }
    if inserted.isEmpty, updated.isEmpty, deleted.isEmpty { return }
    let result = try store.save(
      DataStoreSaveChangesRequest(
        inserted: inserted, updated: updated, deleted: deleted,
        editingState: client.editingState))
    transaction.changes.ownTokens[keys.storeIdentifier] = result.historyToken
    try remap(new, by: result, in: transaction, for: client)
    if !result.snapshotsToReregister.isEmpty {
      var admission = SnapshotImporter(
        connection: connection, keys: keys, entities: client.coordinator.entities, store: number,
        lists: lists)
      for snapshot in result.snapshotsToReregister.values {
        _ = try admission.admit(DefaultSnapshot(snapshot))
      }
      lists = admission.lists
      let changes = try admission.changes()
      untold = untold?.adding(changes) ?? changes
    }
  }

  // MARK: Identifiers

  /// Records the permanent identifiers that the store has assigned to new objects.
  private func remap(
    _ new: [(entityName: String, rowID: Int64)],
    by result: DataStoreSaveChangesResult<Store.Snapshot>,
    in transaction: StoreTransaction, for client: StoreClient
  ) throws {
    for (name, rowID) in new {
      let entities = client.coordinator.entities
      guard let entity = entities.entity(named: name, of: number) else { continue }
      let temporary = PersistentIdentifier(entity.temporaryOrigin, rowID)
      guard let permanent = result.remappedIdentifiers[temporary], !permanent.isTemporary else {
        keys.assign(
          PersistentIdentifier(
            storeIdentifier: keys.storeIdentifier, entityName: name, key: .row(rowID)), to: rowID)
        continue
      }
      if let existing = keys.knownRowID(of: permanent), existing != rowID {
        transaction.willUpsert?(FoundRow(new: rowID, existing: existing, entity: entity))
        try replace(existing, by: rowID, of: entity, on: transaction.connection, in: entities)
        transaction.changes.aliases[rowID] = existing
        transaction.changes.replace(rowID, by: existing, name)
      } else {
        keys.assign(permanent, to: rowID)
      }
    }
  }

  /// Replaces an existing row by a new one, when the store has returned the existing object's
  /// identifier for a new object.
  private func replace(
    _ existing: Int64, by rowID: Int64, of entity: ContainerEntity, on connection: Connection,
    in entities: StoreEntities
  ) throws {
    func move(_ column: String, _ name: String) throws {
      try connection.run(
        """
        UPDATE OR REPLACE \(SQLName.quoted(name)) SET \(SQLName.quoted(column)) = ? \
        WHERE \(SQLName.quoted(column)) = ?
        """, [.integer(existing), .integer(rowID)])
    }
    // An explicit DELETE, because the delete triggers may not run for a row that REPLACE deletes.
    try connection.run(
      """
      DELETE FROM \(SQLName.quoted(entity.layout.tableName)) WHERE \(SQLName.primaryKey) = ?
      """, [.integer(existing)])
    try move(SQLName.primaryKey, entity.layout.tableName)
    for reference in references(to: entity, entities) {
      try move(reference.column, reference.table)
    }
  }
}

extension ChangeSet {
  /// Records that an inserted row is an existing one.
  fileprivate mutating func replace(_ rowID: Int64, by existing: Int64, _ entityName: String) {
    guard var changes = changes[entityName] else { return }
    changes.inserted = changes.inserted.map { $0 == rowID ? existing : $0 }
    changes.updated.append(.init(rowID: existing, mask: .all))
    self.changes[entityName] = changes
  }
}
