/// An entity of a container, and where it is kept.
struct CoordinatedEntity {
  let entity: StoreEntity
  /// The number of the store that holds it.
  let store: Int
  /// Where the identifiers of saved objects come from, and those of others.
  let origin: IdentifierOrigin
  let temporaryOrigin: IdentifierOrigin
  /// The identifiers of objects of a custom store.
  let keys: KeyDirectory?

  init(_ entity: StoreEntity, of store: SQLiteStore, number: Int) {
    self.entity = entity
    self.store = number
    keys = store.source?.keys
    origin = IdentifierOrigin(store.identifier, entity.layout.entityName)
    temporaryOrigin = IdentifierOrigin(nil, entity.layout.entityName)
  }

  /// The identifier of a row.
  func identifier(_ rowID: Int64) -> PersistentIdentifier {
    keys?.identifier(rowID, temporaryOrigin) ?? PersistentIdentifier(origin, rowID)
  }
}
