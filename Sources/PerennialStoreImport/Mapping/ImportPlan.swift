import Foundation
import Perennial
import PerennialAppleStores

/// The entities of a file with their classes.
struct ImportPlan {
  /// The entities that are imported, those of a hierarchy one after the other.
  let entities: [EntityPlan]
  /// The outermost entities of the hierarchies in the file, by their numbers.
  let hierarchies: [String]
  /// The entities of the file that are left out, with the reasons.
  let leftOut: [(entity: String, reason: String)]

  /// Returns the plan of an entity in the file; nil if it is left out.
  func number(of entity: String) -> Int? { numbers[entity] }
  private let numbers: [String: Int]

  init(
    entities: [EntityPlan], hierarchies: [String], leftOut: [(entity: String, reason: String)]
  ) {
    (self.entities, self.hierarchies, self.leftOut) = (entities, hierarchies, leftOut)
    numbers = Dictionary(
      entities.enumerated().map { ($0.element.entity.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }
}

/// Finds the classes of a file's entities, and the properties that take the values of the file.
struct ImportPlanner {
  private let store: AppleStore
  private let mapping: StoreMapping
  private let entities: StoreEntities

  init(_ store: AppleStore, mapping: StoreMapping, entities: StoreEntities) {
    (self.store, self.mapping, self.entities) = (store, mapping, entities)
  }

  private func error(
    _ code: StoreImportError.Code, entity: String? = nil, property: String? = nil, _ text: String
  ) -> StoreImportError {
    StoreImportError(code, path: store.url.path, entity: entity, property: property, text)
  }

  private func unfit(_ property: PropertyLayout, _ reason: String) -> StoreImportError {
    error(
      .unfitMapping, property: property.name,
      "The mapping cannot have this rule for \(property.ownerName).\(property.name): \(reason).")
  }

  // MARK: Entities

  /// Returns the class of each entity of the file; nil for one that is left out.
  ///
  /// - Throws: ``StoreImportError/Code/unknownName``, ``StoreImportError/Code/nothingToImport``,
  ///   ``StoreImportError/Code/unfitMapping``.
  func classes() throws -> [String: String] {
    if let keyPath = mapping.unknownKeyPaths.first {
      throw error(
        .unknownName, "The mapping names \(keyPath), which is not a stored property of its class.")
    }
    if let misfit = mapping.misfit { throw unfit(misfit.property, misfit.reason) }
    for (name, model) in mapping.entities.sorted(by: { $0.key < $1.key }) {
      guard store.model[name] != nil else {
        let names = store.model.entities.map(\.name).joined(separator: ", ")
        throw error(
          .unknownName, entity: name,
          "The mapping names the entity “\(name)”, which the file does not have; it has \(names).")
      }
      if let model, entities.index(named: model) == nil {
        throw error(
          .unknownName, entity: name,
          "The mapping names the class “\(model)”, which is not in the container's schema.")
      }
    }
    var classes: [String: String] = [:]
    for entity in store.model.entities where store.hasRows(of: entity.name) && !entity.isAbstract {
      if let given = mapping.entities[entity.name] {
        classes[entity.name] = given
      } else if entities.index(named: entity.name) != nil {
        classes[entity.name] = entity.name
      } else if entities.index(named: entity.renamingIdentifier) != nil,
        store.model[entity.renamingIdentifier] == nil
      {
        classes[entity.name] = entity.renamingIdentifier
      }
    }
    if classes.isEmpty {
      throw error(
        .nothingToImport,
        """
        No entity of the file has a class of its name in the container. The file has \
        \(store.model.entities.map(\.name).joined(separator: ", ")), the container \
        \(entities.all.map(\.layout.entityName).sorted().joined(separator: ", ")). Name the classes with map(_:to:).
        """)
    }
    return classes
  }

  /// Returns the plan for the entities with classes.
  ///
  /// - Parameter connection: The connection that writes.
  /// - Throws: ``StoreImportError``.
  func plan(_ classes: [String: String], ofStore number: Int, on connection: Connection) throws
    -> ImportPlan
  {
    let roots = Set(store.model.entities.map { store.model.root(of: $0.name) }).sorted()
      .filter { store.hasRows(of: $0) }
    let targets = classes.compactMapValues { entities.entity(named: $0, of: number) }
    for (name, model) in mapping.sources(in: targets) {
      let known = targets.contains { entity, target in
        target.layout.properties.contains { $0 === model }
          && store.model[entity]?.hasProperty(name) == true
      }
      if !known {
        throw error(
          .unknownName, property: model.name,
          """
          The mapping takes \(model.ownerName).\(model.name) from “\(name)”, which no entity of this class has in the \
          file.
          """)
      }
    }
    var plans: [EntityPlan] = []
    for (hierarchy, root) in roots.enumerated() {
      for name in store.model.family(of: root) {
        guard let target = targets[name], let entity = store.model[name] else { continue }
        plans.append(
          try plan(
            for: entity, target, hierarchy: hierarchy,
            in: PlanContext(roots: roots, targets: targets, connection: connection)))
      }
    }
    return ImportPlan(
      entities: plans, hierarchies: roots,
      leftOut: store.model.entities.compactMap { entity in
        guard targets[entity.name] == nil else { return nil }
        if entity.isAbstract { return (entity.name, "the entity is abstract") }
        if !store.hasRows(of: entity.name) {
          return (entity.name, "the file has no table of the entity")
        }
        return mapping.entities[entity.name] != nil
          ? (entity.name, "the mapping leaves the entity out")
          : (entity.name, "the container has no class of this name")
      })
  }

  /// The parts of an import on which the plan of an entity depends.
  private struct PlanContext {
    let roots: [String]
    let targets: [String: ContainerEntity]
    let connection: Connection
  }

  // MARK: Properties

  private func plan(
    for entity: StoredModel.Entity, _ target: ContainerEntity, hierarchy: Int,
    in context: PlanContext
  ) throws -> EntityPlan {
    var used: Set<String> = []
    let columns = try target.table.columns.map { property in
      let column = try column(of: property, in: entity, context)
      switch column.source {
      case .attribute(let name, _), .reference(let name, _): used.insert(name)
      case .nothing: break
      }
      return column
    }
    var links: [EntityPlan.Links] = []
    var answered: [(source: String, property: String, reason: String)] = []
    for property in target.layout.properties where property.isToMany {
      guard let source = relationship(of: property, entity, isToMany: true),
        let relationship = target.layout.relationship(property.index)
      else { continue }
      used.insert(source.name)
      let parts = parts(of: relationship, from: source, context)
      links += parts.map {
        EntityPlan.Links(relationship: relationship, source: source.name, part: $0)
      }
      if !parts.contains(where: { $0 == .links || $0 == .members }) {
        let inverse = source.inverse.map { "\(source.destination).\($0)" } ?? "the other side"
        answered.append((source.name, property.name, "\(inverse) has the references"))
      }
    }
    let names =
      entity.attributes.filter { !$0.isTransient }.map(\.name) + entity.relationships.map(\.name)
    return EntityPlan(
      entity: entity, target: target, hierarchy: hierarchy, columns: columns, links: links,
      answered: answered, propertiesLeftOut: names.filter { !used.contains($0) }.sorted())
  }

  private func column(
    of property: PropertyLayout, in entity: StoredModel.Entity, _ context: PlanContext
  ) throws -> EntityPlan.Column {
    if property.columnName == nil {
      // The store does not have the values of an ephemeral attribute.
      return EntityPlan.Column(property: property, source: .nothing, fallback: .null)
    }
    let rule = mapping.rule(of: property)
    let fallback = try Fallback(property, filling: rule.filling)
    try checkFilling(fallback, of: property, context)
    func column(_ source: EntityPlan.Source) -> EntityPlan.Column {
      EntityPlan.Column(property: property, source: source, fallback: fallback)
    }
    if rule.isLeftOut { return column(.nothing) }
    if property.isToOne {
      guard let name = destination(of: property, entity),
        let hierarchy = context.roots.firstIndex(of: store.model.root(of: name.destination))
      else { return column(.nothing) }
      return column(.reference(name.source, EntityPlan.ReferencePlan(hierarchy: hierarchy)))
    }
    guard let attribute = attribute(of: property, entity) else { return column(.nothing) }
    return column(
      .attribute(
        attribute.name,
        ValueConverter(property, on: context.connection, by: rule.convert)))
  }

  /// Throws an error if the mapping fills a relationship with an object that the store does not have.
  private func checkFilling(
    _ fallback: Fallback, of property: PropertyLayout, _ context: PlanContext
  ) throws {
    guard property.isToOne, case .constant(let key, _) = fallback, key != .null,
      let destination = property.destinationLayout
    else { return }
    let isSaved = try context.connection.hasRow(
      "SELECT 1 FROM \(SQLName.quoted(destination.tableName)) WHERE _pk = ?", [key])
    if !isSaved {
      throw unfit(property, "the object is not in the store of the import. Save it before")
    }
  }

  private func attribute(
    of property: PropertyLayout, _ entity: StoredModel.Entity
  ) -> StoredModel.Attribute? {
    let attributes = entity.attributes.filter { !$0.isTransient }
    return found(property, in: attributes, name: \.name, former: \.renamingIdentifier)
  }

  private func relationship(
    of property: PropertyLayout, _ entity: StoredModel.Entity, isToMany: Bool
  ) -> StoredModel.Relationship? {
    if mapping.rule(of: property).isLeftOut { return nil }
    let relationships = entity.relationships.filter {
      $0.isToMany == isToMany
        && (!isToMany || store.hasLinks(of: $0.name, from: entity.name))
    }
    return found(property, in: relationships, name: \.name, former: \.renamingIdentifier)
  }

  /// Returns the member of a list whose name is that of a property: the one that the mapping gives, the property's own
  /// name, its original name, or the name that the file's property had before.
  private func found<Member>(
    _ property: PropertyLayout, in members: [Member], name: (Member) -> String,
    former: (Member) -> String
  ) -> Member? {
    if let given = mapping.rule(of: property).source { return members.first { name($0) == given } }
    let wanted = [property.name, property.originalName]
    for text in wanted {
      if let member = members.first(where: { name($0) == text }) { return member }
    }
    for text in wanted {
      if let member = members.first(where: { former($0) == text }) { return member }
    }
    // A file without a description has the names of columns, in capitals.
    guard store.model.source == .tables else { return nil }
    return members.first { member in wanted.contains { $0.uppercased() == name(member) } }
  }

  /// Returns the name of the property with a reference in the file, and the entity that it references.
  private func destination(
    of property: PropertyLayout, _ entity: StoredModel.Entity
  ) -> (source: String, destination: String)? {
    if let found = relationship(of: property, entity, isToMany: false) {
      return (found.name, found.destination)
    }
    // A file without a description has the keys as integers.
    guard store.model.source == .tables, let attribute = attribute(of: property, entity),
      case .integer = attribute.type, let layout = property.destinationLayout
    else { return nil }
    let names = store.model.entities.map(\.name).filter {
      (mapping.entities[$0] ?? $0) == layout.entityName
    }
    return names.first.map { (attribute.name, $0) }
  }

  // MARK: Links

  /// Returns the parts of a to-many relationship that are written from its references in the file.
  private func parts(
    of relationship: RelationshipLayout, from source: StoredModel.Relationship,
    _ context: PlanContext
  ) -> [EntityPlan.Links.Part] {
    switch relationship.storage {
    case .column: return []
    case .inverseColumn:
      let isAnswered = hasSource(relationship.inverse, of: source.destination, context)
      return isAnswered ? (source.isOrdered ? [.memberOrder] : []) : [.members]
    case .joinTable(let join):
      guard let inverse = relationship.inverse, !relationship.isSymmetric,
        let other = links(of: inverse, in: source.destination, context)
      else { return [.links] }
      // One side inserts the links: that with an order, so that they get it at once.
      let inserts = source.isOrdered == other.isOrdered ? join.isSource : source.isOrdered
      if inserts { return [.links] }
      return source.isOrdered ? [.order] : []
    }
  }

  /// Returns `true` if an entity, or one below it, takes a to-one relationship from the file.
  private func hasSource(
    _ property: PropertyLayout?, of entity: String, _ context: PlanContext
  ) -> Bool {
    guard let property else { return false }
    return store.model.family(of: entity).compactMap { store.model[$0] }.contains { entity in
      context.targets[entity.name] != nil && destination(of: property, entity) != nil
    }
  }

  /// Returns the relationship of the file from which an entity, or one below it, takes links; nil if there is none.
  private func links(
    of property: PropertyLayout, in entity: String, _ context: PlanContext
  ) -> StoredModel.Relationship? {
    store.model.family(of: entity).compactMap { store.model[$0] }.lazy.compactMap { entity in
      context.targets[entity.name] == nil
        ? nil : self.relationship(of: property, entity, isToMany: true)
    }.first
  }
}

extension StoreMapping {
  /// Returns the names in the file that the mapping gives for properties of some entities.
  func sources(
    in targets: [String: ContainerEntity]
  ) -> [(name: String, property: PropertyLayout)] {
    var seen: Set<ObjectIdentifier> = []
    return targets.sorted { $0.key < $1.key }.flatMap(\.value.layout.properties).compactMap {
      guard seen.insert(ObjectIdentifier($0)).inserted else { return nil }
      guard let name = rule(of: $0).source else { return nil }
      return (name, $0)
    }
  }
}

extension StoredModel.Entity {
  /// Returns `true` if the entity has an attribute or a relationship of a name.
  func hasProperty(_ name: String) -> Bool { attribute(name) != nil || relationship(name) != nil }
}
