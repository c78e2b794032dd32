/// Finds out of which class the rows of hierarchies are.
///
/// Whoever follows a relationship to a superclass, or deletes rows in sets, knows keys and no classes.
/// But an object has one identifier, with the name of its own entity.
struct RowClasses {
  let connection: Connection

  /// The entities of rows that a class's table has, by key.
  func entityNames(_ rowIDs: [Int64], of entity: StoreEntity) throws -> [Int64: String] {
    let list = rowIDs.map(String.init).joined(separator: ",")
    var names: [Int64: String] = [:]
    try connection.rows(
      """
      SELECT _pk, \(SQLName.entity) FROM \(SQLName.quoted(entity.layout.tableName)) \
      WHERE _pk IN (SELECT value FROM json_each(?))
      """, [.text("[\(list)]")]
    ) { row in names[row.int64()] = row.string() }
    return names
  }

  /// Puts what an event says of changed rows where it belongs. What it says of new and deleted ones is
  /// there already.
  ///
  /// - Parameter entity: The entity of a name, if its queries give objects of several classes.
  func specify(_ event: inout ChangeSet, _ entity: (String) -> StoreEntity?) throws {
    for (name, changes) in event.changes where !changes.updated.isEmpty {
      guard let entity = entity(name) else { continue }
      let names = try entityNames(changes.updated.map(\.rowID), of: entity)
      event.changes[name]?.updated = []
      for update in changes.updated {
        // A row that has gone is whatever the event says that it was.
        event.changes[names[update.rowID] ?? name, default: .init()].updated.append(update)
      }
    }
    event.changes = event.changes.filter { !$0.value.isEmpty }
  }
}

extension StoreCoordinator {
  /// Puts what an event says of changed rows where it belongs; nothing to do without hierarchies.
  func specify(_ event: inout ChangeSet, on connection: Connection) throws {
    if hierarchies.isEmpty { return }
    try RowClasses(connection: connection).specify(&event) { name in
      index(named: name).map { entities[$0].entity }.flatMap { $0.family == nil ? nil : $0 }
    }
  }
}
