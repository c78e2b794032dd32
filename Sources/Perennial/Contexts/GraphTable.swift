/// One entity in one context: its live objects, and what its relationships lead to.
///
/// The tables of a hierarchy of classes have one map, as they have one table in the store, so that an
/// object is found by whichever of its classes it is looked for.
final class GraphTable {
  let entity: StoreEntity
  let map: IdentityMap
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
  /// The identifiers of the objects, if their store is a custom one.
  let keys: KeyDirectory?
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
  /// Whether an object of the table has, or had, observers.
  var isObserved = false
  /// How many more stale objects are read again with the next one.
  var refreshBatch = 0

  /// Whether the graph may have objects that are left out of relationships.
  var mayLeaveOut = false
  let hasEphemeral: Bool
  private var updates: [UInt64: String?] = [:]
  private var stampingUpdates: [UInt64: String?] = [:]
  /// By the number of rows; those of presets by the negative number.
  private var insertions: [Int: String] = [:]
  /// The tables of the class and of those that inherit from it; each behind its superclass's.
  private(set) var memberIndices: [UInt16] = []
  /// The table of the class that the hierarchy begins with.
  private(set) var rootIndex: UInt16
  /// Whether the map has objects of this class and of those that inherit from it, and no others.
  private let isRoot: Bool
  private let rootType: any PersistentModel.Type

  init(_ coordinated: CoordinatedEntity, index: Int, map: IdentityMap) {
    self.map = map
    entity = coordinated.entity
    isRoot = entity.layout.superlayout == nil
    rootType = entity.layout.root.type
    self.index = UInt16(index)
    rootIndex = UInt16(index)
    store = coordinated.store
    origin = coordinated.origin
    temporaryOrigin = coordinated.temporaryOrigin
    keys = coordinated.keys
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

  /// The statement that writes the properties in a mask to a preset, and stamps them as the user's.
  func stampingUpdateSQL(_ mask: PropertyMask) -> String? {
    if let known = stampingUpdates[mask.rawValue] { return known }
    let sql = entity.updateSQL(mask, stamping: true)
    stampingUpdates[mask.rawValue] = .some(sql)
    return sql
  }

  /// The statement that inserts so many rows; see ``StoreEntity/insertSQL(rows:)``.
  func insertSQL(rows: Int, ofPresets: Bool) -> String {
    let key = ofPresets ? -rows : rows
    if let known = insertions[key] { return known }
    let sql = entity.insertSQL(rows: rows, ofPresets: ofPresets)
    insertions[key] = sql
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
    memberIndices = links.members.map(UInt16.init)
    rootIndex = UInt16(links.root)
  }

  /// Whether the table's to-one relationships lead to objects of other tables.
  func isReferring(toAnyOf tables: [GraphTable]) -> Bool {
    if tables.isEmpty { return false }
    let targets = layout.properties.filter(\.isToOne).compactMap { destinations[$0.index] }
    return tables.contains { table in
      targets.contains { $0.memberIndices.contains(table.index) }
    }
  }

  /// The identifier of a row.
  func identifier(_ rowID: Int64) -> PersistentIdentifier {
    keys?.identifier(rowID, temporaryOrigin) ?? PersistentIdentifier(origin, rowID)
  }

  /// The key of an identifier that was made for this table; nil if it was not, or has to be looked
  /// at closely.
  @inline(__always)
  func rowID(of identifier: PersistentIdentifier) -> Int64? {
    let isOwn = identifier.origin === origin || identifier.origin === temporaryOrigin
    return isOwn ? identifier.rowID : nil
  }

  /// The live object of an identity, if it is of this class or of one that inherits from it.
  func find(_ rowID: Int64) -> (any PersistentModel)? {
    guard let model = map.find(rowID).map(model) else { return nil }
    return isRoot || admits(model) ? model : nil
  }

  /// An object of the table as a model.
  func model(_ object: AnyObject) -> any PersistentModel {
    func open<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel {
      // The table's map holds objects of its hierarchy only.
      unsafeDowncast(object, to: Model.self)
    }
    return open(rootType)
  }

  // MARK: Hierarchies

  /// Whether the store's table has objects of entities that the schema does not have.
  var hasStrangers: Bool { graph?.coordinator.hierarchies.hasStrangers(in: layout) == true }

  /// Whether no other class has objects in the map.
  var isAlone: Bool { isRoot && memberIndices.count == 1 }

  /// The table of the class that the hierarchy begins with; this one if there is no hierarchy.
  var root: GraphTable { rootIndex == index ? self : graph?.tables[Int(rootIndex)] ?? self }

  /// The tables of the class and of those that inherit from it.
  var members: [GraphTable] {
    guard let graph else { return [self] }
    return memberIndices.map { graph.tables[Int($0)] }
  }

  /// The live objects of exactly this class, in no particular order.
  var objects: [any PersistentModel] {
    let models = map.objects.map(model)
    return isAlone ? models : models.filter(holds)
  }

  /// Whether an object is of exactly this class.
  func holds(_ model: any PersistentModel) -> Bool { model._$header.pointee.table === self }

  /// Whether an object is of this class or of one that inherits from it.
  func admits(_ model: any PersistentModel) -> Bool {
    model._$header.pointee.table.map { memberIndices.contains($0.index) } ?? false
  }

  /// Whether an object of the hierarchy has a property of this class.
  func shares(_ property: PropertyLayout, with model: any PersistentModel) -> Bool {
    guard let properties = model._$header.pointee.table?.layout.properties else { return false }
    return properties.indices.contains(property.index) && properties[property.index] === property
  }
}
