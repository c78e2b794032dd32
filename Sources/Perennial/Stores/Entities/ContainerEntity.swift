/// An entity of a container, with the store that holds it and its relationships.
package final class ContainerEntity: Sendable {
  /// The entity's table in the store.
  package let table: StoreEntity
  /// The number of the entity in its container; see ``StoreEntities``.
  package let number: Int
  /// The number of the store that holds it.
  package let store: Int
  package let links: EntityLinks
  /// The origin of the identifiers of saved objects. ``temporaryOrigin`` is the origin of those of unsaved
  /// objects.
  let origin: IdentifierOrigin
  let temporaryOrigin: IdentifierOrigin
  /// The keys of a custom store's objects; nil for another store.
  let keys: IdentifierMap?

  init(
    _ table: StoreEntity, number: Int, of store: SQLiteStore, storeNumber: Int,
    links: EntityLinks
  ) {
    self.table = table
    self.number = number
    self.store = storeNumber
    self.links = links
    keys = store.keys
    origin = IdentifierOrigin(store.identifier, table.layout.entityName)
    temporaryOrigin = IdentifierOrigin(nil, table.layout.entityName)
  }

  package var layout: ModelLayout { table.layout }

  /// `true` if the entity has no superentity.
  var isRoot: Bool { links.root == number }

  /// Returns the identifier of a row.
  package func identifier(_ rowID: Int64) -> PersistentIdentifier {
    keys?.identifier(rowID, temporaryOrigin) ?? PersistentIdentifier(origin, rowID)
  }
}
