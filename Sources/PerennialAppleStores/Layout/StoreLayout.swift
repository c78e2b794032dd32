import Foundation

/// The layouts of all entities of a store.
///
/// They follow from the model by rules that were read off files, and are compared with the tables that the file has.
struct StoreLayout {
  /// The layouts by the name of the entity. An entity whose rows are in another file has none.
  let entities: [String: EntityLayout]
  /// The names of the entities by their numbers in the file.
  let names: [Int64: String]

  init(entities: [String: EntityLayout], names: [Int64: String]) {
    (self.entities, self.names) = (entities, names)
  }

  /// Finds the layouts.
  ///
  /// - Parameters:
  ///   - numbers: The rows of `Z_PRIMARYKEY`.
  /// - Throws: ``AppleStoreError/Code/otherLayout``.
  init(
    of model: StoredModel, _ numbers: [EntityNumber], in tables: SourceTables, path: String
  ) throws {
    let finder = LayoutFinder(model: model, tables: tables, path: path)
    try self.init(finder, finder.numbered(numbers))
  }

  private init(_ finder: LayoutFinder, _ numbers: [String: Int64]) throws {
    var names: [Int64: String] = [:]
    var tables: [String: String] = [:]
    for entity in finder.model.entities {
      guard let number = numbers[entity.name] else { continue }
      names[number] = entity.name
      tables[entity.name] = try finder.table(of: entity)
    }
    let columns = try finder.columns(numbers, tables)
    var layouts: [String: EntityLayout] = [:]
    for entity in finder.model.entities {
      guard let number = numbers[entity.name], let table = tables[entity.name] else { continue }
      layouts[entity.name] = EntityLayout(
        entity: entity, number: number, table: table,
        attributes: entity.attributes.filter { !$0.isTransient }.map { attribute in
          finder.layout(
            of: attribute, at: [attribute.name], in: entity, columns)
        },
        relationships: try entity.relationships.compactMap { relationship in
          // The objects of an entity in another file cannot be referenced.
          guard numbers[relationship.destination] != nil else { return nil }
          return RelationshipLayout(
            relationship: relationship,
            storage: try finder.storage(
              of: relationship, in: entity,
              RelationshipContext(
                numbers: numbers, tables: tables, columns: columns)))
        })
    }
    entities = layouts
    self.names = names
  }
}

/// A row of `Z_PRIMARYKEY`: the number of an entity, its name, and the number of its superentity.
struct EntityNumber: Hashable {
  let number: Int64
  let name: String
  /// The number of the superentity; 0 if there is none.
  let superentity: Int64
  /// The greatest key that was given to a row; 0 for a subentity.
  let greatestKey: Int64
}

/// The parts of a layout on which the columns of a relationship depend.
struct RelationshipContext {
  let numbers: [String: Int64]
  let tables: [String: String]
  let columns: [ColumnNames.Leaf: String]
}
