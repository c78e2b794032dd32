/// An entity of a container, and where it is kept.
struct CoordinatedEntity {
  let entity: StoreEntity
  /// The number of the store that holds it.
  let store: Int
  /// Where the identifiers of saved objects come from, and those of others.
  let origin: IdentifierOrigin
  let temporaryOrigin: IdentifierOrigin

  init(_ entity: StoreEntity, of store: SQLiteStore, number: Int) {
    self.entity = entity
    self.store = number
    origin = IdentifierOrigin(store.identifier, entity.layout.entityName)
    temporaryOrigin = IdentifierOrigin(nil, entity.layout.entityName)
  }
}
