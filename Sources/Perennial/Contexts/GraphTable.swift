/// One entity in one context: its live objects, and what its relationships lead to.
final class GraphTable {
  let entity: StoreEntity
  let map = IdentityMap()
  /// The number of the table in its graph.
  let index: UInt16
  /// The number of the store that holds the entity.
  let store: Int
  /// The table that each relationship leads to, by property index.
  private(set) var destinations: [Int: GraphTable] = [:]
  /// How many objects the next load of a relationship reads at once, by property index; see
  /// ``ObjectGraph/batch(_:of:table:)``.
  var batchSizes: [Int: Int] = [:]

  /// The to-many relationships that can be loaded again at any time.
  private let collections: PropertyMask
  private var updates: [UInt64: String?] = [:]

  init(_ entity: StoreEntity, index: Int, store: Int) {
    self.entity = entity
    self.index = UInt16(index)
    self.store = store
    collections = entity.layout.properties.reduce([]) { mask, property in
      let isAlone = property.index < 63
      return property.isToMany && !property.isOptional && isAlone
        ? mask.union(property.mask) : mask
    }
  }

  var layout: ModelLayout { entity.layout }

  /// The statement that writes the properties in a mask; see ``StoreEntity/updateSQL(_:)``.
  func updateSQL(_ mask: PropertyMask) -> String? {
    if let known = updates[mask.rawValue] { return known }
    let sql = entity.updateSQL(mask)
    updates[mask.rawValue] = .some(sql)
    return sql
  }

  /// The changed properties of an object, whose values are this context's own. Collections are not
  /// among them: what is stored and what is pending are put together whenever one is loaded.
  func ownProperties(of header: UnsafeMutablePointer<_ModelHeader>) -> PropertyMask {
    header.pointee.dirty.subtracting(collections)
  }

  func connect(_ tables: [GraphTable]) {
    for (index, relationship) in layout.relationships {
      destinations[index] = tables.first { $0.layout === relationship.destination }
    }
  }

  /// The live object of an identity.
  func find(_ rowID: Int64) -> (any PersistentModel)? {
    map.find(rowID).map(model)
  }

  /// An object of the table as a model.
  func model(_ object: AnyObject) -> any PersistentModel {
    func open<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel {
      // The table's map holds objects of its type only.
      unsafeDowncast(object, to: Model.self)
    }
    return open(layout.type)
  }
}
