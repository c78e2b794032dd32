/// An entity of a container, and the store that holds it.
struct CoordinatedEntity {
  let entity: StoreEntity
  /// The number of the store that holds it.
  let store: Int
  /// The origin of the identifiers of saved objects. ``temporaryOrigin`` is the origin of those of unsaved
  /// objects.
  let origin: IdentifierOrigin
  let temporaryOrigin: IdentifierOrigin
  /// The keys of a custom store's objects; nil for another store.
  let keys: IdentifierMap?

  init(_ entity: StoreEntity, of store: SQLiteStore, number: Int) {
    self.entity = entity
    self.store = number
    keys = store.source?.keys
    origin = IdentifierOrigin(store.identifier, entity.layout.entityName)
    temporaryOrigin = IdentifierOrigin(nil, entity.layout.entityName)
  }

  /// Returns the identifier of a row.
  func identifier(_ rowID: Int64) -> PersistentIdentifier {
    keys?.identifier(rowID, temporaryOrigin) ?? PersistentIdentifier(origin, rowID)
  }
}
