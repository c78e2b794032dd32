/// The entities of a container's stores, by number and by name, with the hierarchies that they form.
///
/// The entities of writable stores have the first numbers. If several stores have an entity, the first one
/// takes new objects, and a look-up by name or type finds it.
package final class StoreEntities: Sendable {
  /// The entities in the order of their numbers.
  package let all: [ContainerEntity]
  package let hierarchies: ClassHierarchies
  /// For each entity, its numbers in other stores; empty if no entity is in two stores.
  let numbersElsewhere: [[Int]]
  private let numberByName: [String: Int]
  private let numberByType: [ObjectIdentifier: Int]
  /// The numbers of the stores, by the join tables that they hold.
  private let storeByLinks: [String: Int]

  init(_ stores: [SQLiteStore]) {
    let hierarchies = ClassHierarchies(merging: stores.map(\.hierarchies))
    self.hierarchies = hierarchies
    let numbers =
      stores.indices.filter { stores[$0].allowsSave }
      + stores.indices.filter { !stores[$0].allowsSave }
    let entities = numbers.flatMap { store in
      stores[store].entities.map { (entity: $0, store: store) }
    }
    let all = entities.enumerated().map { number, own in
      ContainerEntity(
        own.entity, number: number, of: stores[own.store], storeNumber: own.store,
        links: EntityLinks(own, among: entities, hierarchies))
    }
    self.all = all
    numbersElsewhere =
      Set(all.map { ObjectIdentifier($0.layout) }).count == all.count
      ? []
      : all.map { own in
        all.filter { $0 !== own && $0.layout === own.layout }.map(\.number)
      }
    numberByName = Dictionary(first: all.map { ($0.layout.entityName, $0.number) })
    let classes = all.filter { !$0.layout.isDescribed }
    numberByType = Dictionary(first: classes.map { (ObjectIdentifier($0.layout.type), $0.number) })
    var storeByLinks: [String: Int] = [:]
    for entity in all {
      for case .joinTable(let join) in entity.layout.relationships.values.map(\.storage)
      where storeByLinks[join.name] == nil {
        storeByLinks[join.name] = entity.store
      }
    }
    self.storeByLinks = storeByLinks
  }

  package subscript(number: Int) -> ContainerEntity { all[number] }

  func index(of type: any PersistentModel.Type) -> Int? { numberByType[ObjectIdentifier(type)] }
  package func index(named name: String) -> Int? { numberByName[name] }
  func store(ofLinks table: String) -> Int? { storeByLinks[table] }

  /// Returns an entity of one of the stores.
  package func entity(named name: String, of store: Int) -> ContainerEntity? {
    guard let first = index(named: name) else { return nil }
    if all[first].store == store || numbersElsewhere.isEmpty {
      return all[first].store == store ? all[first] : nil
    }
    return numbersElsewhere[first].map { all[$0] }.first { $0.store == store }
  }

  /// Returns an entity of one of the stores.
  ///
  /// - Throws: ``SwiftDataError/unknownSchema`` if the store does not have it.
  package func known(_ name: String, of store: Int) throws -> ContainerEntity {
    if let entity = entity(named: name, of: store) { return entity }
    throw SwiftDataError.unknownSchema.because("the store has no entity “\(name)”")
  }

  /// Returns the root entity of an entity's hierarchy; the entity itself outside a hierarchy.
  func root(of entity: ContainerEntity) -> ContainerEntity { all[entity.links.root] }

  /// Returns an entity and its subentities, each after its superentity.
  func members(of entity: ContainerEntity) -> [ContainerEntity] {
    entity.links.members.map { all[$0] }
  }

  /// Returns the entity that a relationship references.
  package func destination(of property: PropertyLayout, in entity: ContainerEntity)
    -> ContainerEntity?
  {
    entity.links.destinations[property.index].map { all[$0] }
  }

  /// Moves each update in a change set to the entity of the row's own class. Does nothing without
  /// hierarchies.
  func specify(_ changes: inout ChangeSet, on connection: Connection) throws {
    if hierarchies.isEmpty { return }
    try RowClasses(connection: connection).specify(&changes) { name in
      index(named: name).map { all[$0].table }.flatMap { $0.family == nil ? nil : $0 }
    }
  }
}
