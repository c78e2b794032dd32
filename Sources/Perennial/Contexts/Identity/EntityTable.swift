/// One entity in one context: its live objects, and the tables that its relationships reference.
///
/// The tables of a class hierarchy share one identity map, as they share one table in the store. So a
/// look-up by any class of an object finds it.
final class EntityTable: ModelTable {
  private struct MemberQuery: Hashable {
    let relationship: ObjectIdentifier
    let owners: Int
  }

  let containerEntity: ContainerEntity
  let entity: StoreEntity
  // No table is used after its graph is deallocated.
  private(set) unowned(unsafe) var graph: ObjectGraph?
  /// The index of the table in its graph.
  let index: UInt16
  /// The index of the store that holds the entity.
  let store: Int
  /// The table that each relationship references, by property index.
  private(set) var destinations: [Int: EntityTable] = [:]
  /// The number of objects whose relationship the next load reads at once, by property index; see
  /// ``StoreReader/batch(_:of:table:)``.
  var batchSizes: [Int: Int] = [:]
  /// The queries of ``query(forMembersIn:of:)``, as far as they were needed.
  private var memberQueries: [MemberQuery: String] = [:]
  /// `true` if an object of the table has, or had, observers.
  var isObserved = false
  /// The number of further stale objects that the next reload of an object reads again.
  var refreshBatch = 0
  let hasEphemeral: Bool
  /// `true` if a new object may turn out to be an existing row, because the entity has unique values.
  let mayUpsert: Bool
  /// The indices of the tables of the class and of its subclasses; each follows its superclass.
  let memberIndices: [UInt16]
  /// The index of the table of the hierarchy's root class.
  let rootIndex: UInt16
  /// `true` if the class has no superclass, so that the map has only objects of the class and its
  /// subclasses.
  private let isRoot: Bool
  private let rootType: any PersistentModel.Type

  init(
    _ containerEntity: ContainerEntity, map: IdentityMap, remoteChanges: RemoteChangeFlag
  ) {
    self.containerEntity = containerEntity
    entity = containerEntity.table
    isRoot = entity.layout.superlayout == nil
    rootType = entity.layout.root.type
    index = UInt16(containerEntity.number)
    memberIndices = containerEntity.links.members.map(UInt16.init)
    rootIndex = UInt16(containerEntity.links.root)
    store = containerEntity.store
    hasEphemeral = !entity.ephemeral.isEmpty
    mayUpsert = !entity.layout.uniquenessConstraints.isEmpty
    super.init(
      entity.layout, map: map, remoteChanges: remoteChanges, origin: containerEntity.origin,
      temporaryOrigin: containerEntity.temporaryOrigin, keys: containerEntity.keys)
  }

  /// Returns the changed properties of an object, whose values are this context's own.
  ///
  /// Collections are not included: whenever one is loaded, its stored members are merged with the pending
  /// changes.
  func ownProperties(of header: UnsafeMutablePointer<_Model.Header>) -> PropertyMask {
    header.pointee.dirty.subtracting(entity.collections)
  }

  /// Makes the table part of a graph, once the graph has all its tables.
  func join(_ graph: ObjectGraph) {
    self.graph = graph
    belong(to: graph)
    destinations = containerEntity.links.destinations.mapValues { graph.tables[$0] }
  }

  /// Returns `true` if a to-one relationship of the table references objects of one of the tables.
  func isReferring(toAnyOf tables: [EntityTable]) -> Bool {
    if tables.isEmpty { return false }
    let targets = layout.properties.filter(\.isToOne).compactMap { destinations[$0.index] }
    return tables.contains { table in
      targets.contains { $0.memberIndices.contains(table.index) }
    }
  }

  /// Returns the key of an identifier that was created for this table; nil if the identifier has another
  /// origin, in which case it may still name a row of this table.
  @inline(__always)
  func rowID(of identifier: PersistentIdentifier) -> Int64? {
    let isOwn = identifier.origin === origin || identifier.origin === temporaryOrigin
    return isOwn ? identifier.rowID : nil
  }

  /// Returns the live object of an identity, if its class is this class or a subclass.
  func find(_ rowID: Int64) -> (any PersistentModel)? {
    guard let model = map.find(rowID).map(model) else { return nil }
    return isRoot || admits(model) ? model : nil
  }

  /// Returns an object of the table as a model.
  func model(_ object: AnyObject) -> any PersistentModel {
    func open<Model: PersistentModel>(_ type: Model.Type) -> any PersistentModel {
      // The table's map holds objects of its hierarchy only.
      unsafeDowncast(object, to: Model.self)
    }
    return open(rootType)
  }

  // MARK: Hierarchies

  /// `true` if the store's table has objects of entities that the schema does not have.
  var hasUnknownSubentities: Bool {
    graph?.coordinator.hierarchies.hasUnknownSubentities(in: layout) == true
  }

  /// `true` if the map has objects of this class only.
  var isAlone: Bool { isRoot && memberIndices.count == 1 }

  /// The table of the hierarchy's root class; this table if there is no hierarchy.
  var root: EntityTable { rootIndex == index ? self : graph?.tables[Int(rootIndex)] ?? self }

  /// The tables of the class and of its subclasses.
  var members: [EntityTable] {
    guard let graph else { return [self] }
    return memberIndices.map { graph.tables[Int($0)] }
  }

  /// The live objects of exactly this class, in no particular order.
  var objects: [any PersistentModel] {
    let models = map.objects.map(model)
    return isAlone ? models : models.filter(holds)
  }

  /// Returns the identity of a to-many relationship of an object, or of a reference's order key.
  func collection(_ model: any PersistentModel, _ property: Int) -> ObjectCollection {
    ObjectCollection(table: index, rowID: model._$header.pointee.rowID, property: property)
  }

  /// Returns `true` if the class of an object is exactly this class.
  func holds(_ model: any PersistentModel) -> Bool { model._$header.pointee.table === self }

  /// Returns `true` if the class of an object is this class or a subclass.
  func admits(_ model: any PersistentModel) -> Bool {
    model._$header.pointee.table.map { memberIndices.contains($0.index) } ?? false
  }

  /// Returns `true` if an object of the hierarchy has a property of this class.
  func shares(_ property: PropertyLayout, with model: any PersistentModel) -> Bool {
    guard let properties = model._$header.pointee.table?.layout.properties else { return false }
    return properties.indices.contains(property.index) && properties[property.index] === property
  }
}

// MARK: Members of collections

extension EntityTable {
  /// Returns the query for the objects of the table that are members of a to-many relationship of some owners, with the
  /// owner's key in the last column. The members of an owner are in their order.
  ///
  /// - Parameter owners: The number of owners, whose keys are the parameters.
  func query(forMembersIn relationship: RelationshipLayout, of owners: Int) -> String? {
    let key = MemberQuery(relationship: ObjectIdentifier(relationship), owners: owners)
    if let known = memberQueries[key] { return known }
    let sql = makeQuery(forMembersIn: relationship, of: owners)
    memberQueries[key] = sql
    return sql
  }

  private func makeQuery(
    forMembersIn relationship: RelationshipLayout, of owners: Int
  ) -> String? {
    let list = Array(repeating: "?", count: owners).joined(separator: ", ")
    let from = SQLName.quoted(layout.tableName)
    let membership = entity.membership(alias: "t0")
    switch relationship.storage {
    case .column: return nil
    case .inverseColumn(let column, let position):
      let owner = "t0.\(SQLName.quoted(column))"
      return """
        SELECT \(entity.selection), \(owner) FROM \(from) AS t0 \
        WHERE \(owner) IN (\(list))\(membership) ORDER BY \(owner), t0.\(SQLName.quoted(position)), t0._pk
        """
    case .joinTable(let join):
      return """
        SELECT \(entity.selection), j.\(join.owner) FROM \(SQLName.quoted(join.name)) AS j \
        JOIN \(from) AS t0 ON t0._pk = j.\(join.target) \
        WHERE j.\(join.owner) IN (\(list))\(membership) ORDER BY j.\(join.owner), j.\(join.position), j.\(join.target)
        """
    }
  }
}

extension _Model.Header {
  /// The table of the object's entity in its graph.
  var table: EntityTable? {
    // All model tables are entity tables.
    @inline(__always) get { modelTable.map { unsafeDowncast($0, to: EntityTable.self) } }
  }

  /// The graph that the object belongs to.
  var graph: ObjectGraph? {
    @inline(__always) get { table?.graph }
  }

  /// Returns `true` if the object belongs to the graph.
  @inline(__always)
  func belongs(to graph: ObjectGraph) -> Bool { self.graph === graph }
}
