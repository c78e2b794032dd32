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
  /// How many more stale objects are read again with the next one.
  var refreshBatch = 0

  let hasEphemeral: Bool
  private var updates: [UInt64: String?] = [:]

  init(_ entity: StoreEntity, index: Int, store: Int) {
    self.entity = entity
    self.index = UInt16(index)
    self.store = store
    hasEphemeral = !entity.ephemeral.isEmpty
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
    header.pointee.dirty.subtracting(entity.collections)
  }

  func connect(_ tables: [GraphTable], by links: EntityLinks) {
    destinations = links.destinations.mapValues { tables[$0] }
  }

  /// Whether the table's to-one relationships lead to objects of these kinds.
  func isReferring(to models: [any PersistentModel]) -> Bool {
    let targets = layout.properties.lazy.filter(\.isToOne).compactMap(\.destination)
    let types = Set(targets.map { ObjectIdentifier($0) })
    return !types.isEmpty && models.contains { types.contains(ObjectIdentifier(type(of: $0))) }
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
