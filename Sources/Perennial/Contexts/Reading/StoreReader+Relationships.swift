import PerennialSQLite

// The loading of relationships.
//
// Reading one relationship of many objects, one after the other, must not need a query for each object. So
// a relationship that is loaded for one object is loaded for other objects with the same relationship too.
// The first load is for one object only; the following ones are for 8, 64, and 512 further objects. Reading
// one object costs one small query, and reading n of them costs a few queries.

extension StoreReader {
  /// Returns the target of a to-one relationship, even if fetches leave it out.
  func target(
    of owner: any PersistentModel, property index: Int, rowID: Int64
  ) -> (any PersistentModel)? {
    guard let destination = graph.table(of: owner).destinations[index] else { return nil }
    if let model = destination.find(rowID) { return admitting(model, to: owner, index) }
    do {
      let others = batch(index, of: owner, table: graph.table(of: owner)) {
        let target = $0.toOne(index).rowID
        return target != 0 && destination.map.find(target) == nil
      }
      let wanted = Set(others.map { $0.toOne(index).rowID }).subtracting([0, rowID])
      // The local variable holds the loaded objects until the identity map has found them.
      let loaded = try load(destination, rowIDs: [rowID] + wanted, including: .leftOut)
      keep(loaded, for: graph.table(of: owner))
      return withExtendedLifetime(loaded) {
        destination.find(rowID).flatMap { admitting($0, to: owner, index) }
      }
    } catch {
      let name = graph.table(of: owner).layout.properties[index].name
      Log.context.error("\(type(of: owner)).\(name) could not be loaded: \(error)")
      return nil
    }
  }

  /// Returns the target of a to-one relationship; nil if its deletion is pending, or if a pending change of
  /// a one-to-one relationship gave it another partner. The stored owner does not know of such a change.
  private func admitting(
    _ model: any PersistentModel, to owner: any PersistentModel, _ index: Int
  ) -> (any PersistentModel)? {
    let header = model._$header
    if header.pointee.state.contains(.deleted) { return nil }
    if let inverse = graph.table(of: owner).entity.oneToOne[index]?.inverse,
      header.pointee.dirty.contains(property: inverse.index),
      model.toOne(inverse.index).rowID != owner._$header.pointee.rowID
    {
      return nil
    }
    return model
  }

  /// Returns other objects whose relationship is loaded together with the relationship of one object.
  private func batch(
    _ index: Int, of owner: any PersistentModel, table: EntityTable,
    where isMissing: (any PersistentModel) -> Bool
  ) -> [any PersistentModel] {
    let size = table.batchSizes[index] ?? 0
    if size == 0 {
      table.batchSizes[index] = 8
      return []
    }
    let property = table.layout.properties[index]
    let found = table.map.neighbours(of: owner._$header.pointee.rowID, limit: size) { object in
      let model = table.model(object)
      guard table.isAlone || table.shares(property, with: model) else { return false }
      let state = model._$header.pointee.state
      return state.isDisjoint(with: [.inserted, .deleted, .stale]) && isMissing(model)
    }
    // If only a few neighbours lack the relationship, the next search is short: a deletion that cascades along a chain
    // would look at hundreds of deleted objects in each step.
    table.batchSizes[index] = min(found.count * 8, 512)
    return found.map(table.model)
  }

  /// Holds loaded objects until others are loaded, because there may be no other reference to them: an object that
  /// hundreds of others reference is read once.
  private func keep(_ objects: [AnyObject], for table: EntityTable) {
    guard !objects.isEmpty, graph.hasContext else { return }
    graph.recent.add(objects, limit: max(4096, 2 * table.map.count))
  }

  /// Loads a to-many relationship of an object, and of other objects with it.
  func loadMembers(of owner: any PersistentModel, _ index: Int) throws {
    let table = graph.table(of: owner)
    // Without a context the collections would not be unloaded again.
    let others =
      graph.hasContext ? batch(index, of: owner, table: table) { $0.members(index) == nil } : []
    try loadMembers(of: [owner] + others, index, table)
  }

  /// Loads a to-many relationship of several objects in one query for each 500 of them.
  func loadMembers(
    of owners: [any PersistentModel], _ index: Int, _ table: EntityTable
  ) throws {
    guard let destination = table.destinations[index],
      let relationship = table.layout.relationship(index)
    else { return }
    graph.mayHoldCircles = true
    for start in stride(from: 0, to: owners.count, by: 500) {
      let some = Array(owners[start..<min(start + 500, owners.count)])
      let saved = some.filter { $0._$header.pointee.state.contains(.saved) }
      if let source = graph.source(of: table) {
        try source.supplyMembers(
          of: saved.map { $0._$header.pointee.rowID }, relationship, of: table.containerEntity,
          for: graph.client)
      }
      let members =
        saved.isEmpty
        ? [:]
        : try storedMembers(
          of: saved, relationship: relationship, in: destination, store: table.store)
      try fill(
        some, index: index, with: members, relationship: relationship, destination: destination)
    }
  }

  /// Returns the stored members of several objects, by the owner's key, in order.
  private func storedMembers(
    of owners: [any PersistentModel], relationship: RelationshipLayout,
    in destination: EntityTable, store: Int
  ) throws -> [Int64: [AnyObject]] {
    guard let sql = destination.query(forMembersIn: relationship, of: Self.listSize(owners.count))
    else { return [:] }
    let rows = try RowCursor(sql, on: connection(store)) { statement in
      statement.bind(keys: owners.lazy.map { $0._$header.pointee.rowID })
    }
    return try grouped(destination, rows)
  }

  /// Returns the keys of the members before one in a stored to-many relationship, the nearest first; nil if it is no
  /// stored member.
  ///
  /// A custom store would have to supply all members: its collections have no places here, and neither have those of a
  /// join table with more than 500 members, because no index has their order.
  ///
  /// - Parameter limit: The most keys.
  /// - Complexity: O(log *n*) in the number of members; O(*n*) in a join table.
  func predecessors(
    of member: Int64, in property: PropertyLayout, of owner: any PersistentModel,
    _ table: EntityTable, limit: Int
  ) throws -> [Int64]? {
    guard let relationship = table.layout.relationship(property.index),
      graph.source(of: table) == nil
    else { return nil }
    let connection = try connection(table.store)
    let ownerKey = owner._$header.pointee.rowID
    let (source, key, place, reference): (String, String, String, String)
    switch relationship.storage {
    case .column: return nil
    case .inverseColumn(let column, let position):
      source = SQLName.quoted(relationship.destination.tableName)
      (key, place, reference) = ("_pk", SQLName.quoted(position), SQLName.quoted(column))
    case .joinTable(let join):
      source = SQLName.quoted(join.name)
      (key, place, reference) = (join.target, join.position, join.owner)
      let isLarge = try connection.hasRow(
        "SELECT 1 FROM \(source) WHERE \(reference) = ? LIMIT 1 OFFSET 500", [.integer(ownerKey)])
      if isLarge { return nil }
    }
    let bindings: [SQLValue] = [.integer(member), .integer(ownerKey)]
    guard
      try connection.hasRow(
        "SELECT 1 FROM \(source) WHERE \(key) = ? AND \(reference) = ?", bindings)
    else { return nil }
    return try connection.integers(
      """
      SELECT other.\(key) FROM \(source) AS own, \(source) AS other \
      WHERE own.\(key) = ?1 AND own.\(reference) = ?2 AND other.\(reference) = ?2 \
      AND (other.\(place), other.\(key)) < (own.\(place), own.\(key)) \
      ORDER BY other.\(place) DESC, other.\(key) DESC LIMIT \(limit)
      """, bindings)
  }

  /// Returns the objects of a query's rows, by the key in the last column.
  private func grouped(
    _ table: EntityTable, _ rows: consuming RowCursor
  ) throws -> [Int64: [AnyObject]] {
    let statement = rows.row.statement
    let last = sqlite3_column_count(statement) - 1
    var groups: [Int64: [AnyObject]] = [:]
    func add(_ object: UnsafeMutableRawPointer) {
      groups[sqlite3_column_int64(statement, last), default: []].append(
        Unmanaged<AnyObject>.fromOpaque(object).takeRetainedValue())
    }
    if let family = table.entity.family {
      var factory = HierarchyFactory(family, table: table, graph: graph)
      while try rows.next() {
        if let object = try factory.object(&rows.row, including: .leftOut) { add(object) }
      }
      return groups
    }
    func open<Model: PersistentModel>(_ type: Model.Type, _ rows: consuming RowCursor) throws {
      let factory = ObjectFactory(type, table: table, graph: graph)
      while try rows.next() {
        if let object = try factory.object(&rows.row, including: .leftOut) {
          add(object.toOpaque())
        }
      }
    }
    try open(table.layout.type, rows)
    return groups
  }

  /// Loads the relationships of many objects that `relationshipKeyPathsForPrefetching` names.
  func prefetch(_ keyPaths: [AnyKeyPath], of objects: [AnyObject], _ table: EntityTable) throws {
    for keyPath in keyPaths {
      guard let property = table.layout.property(at: keyPath), property.isRelationship,
        let destination = table.destinations[property.index]
      else {
        throw SwiftDataError.unsupportedKeyPath.because(
          "\(keyPath) is not a relationship of \(table.layout.entityName)")
      }
      let models = objects.map(table.model)
      if property.isToMany {
        let unloaded = models.filter { $0.members(property.index) == nil }
        try loadMembers(of: unloaded, property.index, table)
      } else {
        let wanted = Set(models.map { $0.toOne(property.index).rowID }).subtracting([0])
        keep(try load(destination, rowIDs: Array(wanted), including: .leftOut), for: table)
      }
    }
  }
}
