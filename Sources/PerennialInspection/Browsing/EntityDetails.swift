import Perennial

/// An entity of a store, without its rows.
public struct EntityDetails: Sendable {
  /// The name of the entity.
  public let name: String
  /// The table that holds the entity's objects.
  public let table: String
  /// The entity from which this one inherits; nil if it has no superentity.
  public let superentity: String?
  /// The stored properties, beginning with the inherited ones.
  public let properties: [PropertySummary]
  /// The names of the properties that the entity declares itself.
  public let declared: Set<String>
  /// The names of properties that are unique together.
  public let uniquenessConstraints: [[String]]
  /// The names of properties that are indexed together.
  public let indices: [[String]]
  /// The names of the attributes and to-one relationships by which rows can be sorted.
  public let sortable: Set<String>
  /// `true` if the entity's table has a column for preset metadata.
  public let hasPresets: Bool
}

extension InspectedStore {
  /// Returns the details of the entities, in alphabetical order.
  ///
  /// ```swift
  /// for entity in try store.entities() { print(entity.name, entity.properties.map(\.name)) }
  /// ```
  ///
  /// - Throws: `SwiftDataError.storeFailure`.
  public func entities() throws -> [EntityDetails] { try entityNames.map(details) }

  /// Returns the details of an entity. Reads no rows.
  ///
  /// ```swift
  /// let recipe = try store.details(of: "Recipe")
  /// print(recipe.table, recipe.uniquenessConstraints, recipe.indices)
  /// ```
  ///
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func details(of entity: String) throws -> EntityDetails {
    let shape = try shape(ofEntity: entity)
    let lineage = schema[entity].map(schema.lineage) ?? []
    return EntityDetails(
      name: entity, table: shape.table, superentity: lineage.last?.superentity,
      properties: lineage.flatMap(\.properties).map(PropertySummary.init),
      declared: Set((lineage.last?.properties ?? []).map(\.name)),
      uniquenessConstraints: lineage.last?.uniquenessConstraints ?? [],
      indices: lineage.last?.indices ?? [],
      sortable: Set(shape.properties.filter(\.isOrdered).map(\.name)),
      hasPresets: shape.hidden.contains { $0.column == SQLName.preset })
  }
}
