/// Finds the classes of the rows of hierarchies.
///
/// A relationship to a superclass and a deletion of a set of rows have only keys, without the classes.
/// But an object has one identifier, with the name of its own entity.
struct RowClasses {
  let connection: Connection

  /// Returns the entity names of the rows of a class's table, by key.
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

  /// Moves each update in a change set to the entity of the row's own class. Insertions and deletions
  /// are under that entity already.
  ///
  /// - Parameter entity: Returns the entity with a name if its queries return objects of several
  ///   classes; nil otherwise.
  func specify(_ event: inout ChangeSet, _ entity: (String) -> StoreEntity?) throws {
    for (name, changes) in event.changes where !changes.updated.isEmpty {
      guard let entity = entity(name) else { continue }
      let names = try entityNames(changes.updated.map(\.rowID), of: entity)
      event.changes[name]?.updated = []
      for update in changes.updated {
        // A deleted row stays under the entity that it was recorded for.
        event.changes[names[update.rowID] ?? name, default: .init()].updated.append(update)
      }
    }
    event.changes = event.changes.filter { !$0.value.isEmpty }
  }
}
