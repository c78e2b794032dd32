/// One entity in one context: its live objects, and what its relationships lead to.
final class GraphTable {
  let entity: StoreEntity
  let map = IdentityMap()
  // Nobody has a table without its graph.
  private(set) unowned(unsafe) var graph: ObjectGraph?
  private(set) var inbox = Inbox()
  /// The number of the table in its graph.
  let index: UInt16
  /// The number of the store that holds the entity.
  let store: Int
  /// Where the identifiers of saved objects come from, and those of others.
  let origin: IdentifierOrigin
  let temporaryOrigin: IdentifierOrigin
  /// The table that each relationship leads to, by property index.
  private(set) var destinations: [Int: GraphTable] = [:]
  /// A to-one relationship that has an inverse.
  struct AnsweredReference {
    let index: Int
    /// The number of the table that it leads to.
    let destination: Int
    let inverse: PropertyMask
  }

  private(set) var answeredReferences: [AnsweredReference] = []
  /// How many objects the next load of a relationship reads at once, by property index; see
  /// ``ObjectGraph/batch(_:of:table:)``.
  var batchSizes: [Int: Int] = [:]
  /// How many more stale objects are read again with the next one.
  var refreshBatch = 0

  let hasEphemeral: Bool
  private var updates: [UInt64: String?] = [:]

  init(_ coordinated: CoordinatedEntity, index: Int) {
    entity = coordinated.entity
    self.index = UInt16(index)
    store = coordinated.store
    origin = coordinated.origin
    temporaryOrigin = coordinated.temporaryOrigin
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

  /// The table becomes part of a graph, with all others.
  func join(_ graph: ObjectGraph, by links: EntityLinks) {
    self.graph = graph
    inbox = graph.inbox
    destinations = links.destinations.mapValues { graph.tables[$0] }
    answeredReferences = entity.references.compactMap { property in
      guard let destination = links.destinations[property.index],
        let inverse = layout.relationship(property.index)?.inverse
      else { return nil }
      return AnsweredReference(
        index: property.index, destination: destination, inverse: inverse.mask)
    }
  }

  /// Whether the table's to-one relationships lead to objects of these kinds.
  func isReferring(to models: [any PersistentModel]) -> Bool {
    let targets = layout.properties.lazy.filter(\.isToOne).compactMap(\.destination)
    let types = Set(targets.map { ObjectIdentifier($0) })
    return !types.isEmpty && models.contains { types.contains(ObjectIdentifier(type(of: $0))) }
  }

  /// The identifier of a row.
  func identifier(_ rowID: Int64) -> PersistentIdentifier { PersistentIdentifier(origin, rowID) }

  /// The key of an identifier that was made for this table; nil if it was not, or has to be looked
  /// at closely.
  @inline(__always)
  func rowID(of identifier: PersistentIdentifier) -> Int64? {
    let isOwn = identifier.origin === origin || identifier.origin === temporaryOrigin
    return isOwn ? identifier.rowID : nil
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
