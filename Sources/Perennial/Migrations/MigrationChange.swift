/// One difference between the schema of a store's file and the schema to which it is migrated.
public enum MigrationChange: Hashable, Sendable {
  /// The schema has a new entity.
  case addedEntity(String)
  /// The schema no longer has the entity. Its objects stay in the file, but cannot be fetched; see
  /// ``ModelContainer/eraseRetiredEntities()``.
  case retiredEntity(String, objects: Int)
  /// A retired entity without objects was removed.
  case removedEntity(String)
  /// An entity has a new property.
  case addedProperty(entity: String, String)
  /// The property and its values were removed.
  case removedProperty(entity: String, String)
  /// A property has a new name. Its values are kept.
  case renamedProperty(entity: String, from: String, to: String)
  /// A property has a new type. Its values are converted.
  case changedType(entity: String, String, from: String, to: String)
  /// The values stay, but their storage changed: external storage or not, full-text search or not.
  case changedStorage(entity: String, String)
  /// The property was replaced. Its values could not be converted and were removed.
  case replacedProperty(entity: String, String)
  /// A property became optional.
  case becameOptional(entity: String, String)
  /// A property is no longer optional.
  case becameRequired(entity: String, String)
  /// The relationship changed between to-one and to-many, or it has another inverse.
  case changedRelationship(entity: String, String)
  /// An entity has a new index over the properties.
  case addedIndex(entity: String, [String])
  /// An entity no longer has an index over the properties.
  case removedIndex(entity: String, [String])
  /// The values of the properties, taken together, must now be unique.
  case addedUniquenessConstraint(entity: String, [String])
  /// The values of the properties, taken together, need no longer be unique.
  case removedUniquenessConstraint(entity: String, [String])
  /// The entity has the same properties, but another `hashModifier`.
  case modifiedEntity(String)
}

extension MigrationChange: CustomStringConvertible {
  /// The entity, the property and the change, such as `Recipe.title becomes optional`.
  public var description: String {
    switch self {
    case .addedEntity(let entity): "\(entity) is new"
    case .retiredEntity(let entity, let objects):
      "\(entity) is no longer in the schema; its \(objects) objects are kept"
    case .removedEntity(let entity): "\(entity) is removed; it has no objects"
    case .addedProperty(let entity, let name): "\(entity).\(name) is new"
    case .removedProperty(let entity, let name): "\(entity).\(name) is removed with its values"
    case .renamedProperty(let entity, let from, let to): "\(entity).\(from) becomes \(to)"
    case .changedType(let entity, let name, let from, let to):
      "\(entity).\(name) is converted from \(from) to \(to)"
    case .changedStorage(let entity, let name): "\(entity).\(name) is stored in another format"
    case .replacedProperty(let entity, let name):
      "\(entity).\(name) is created again without values, which cannot be converted"
    case .becameOptional(let entity, let name): "\(entity).\(name) becomes optional"
    case .becameRequired(let entity, let name): "\(entity).\(name) becomes required"
    case .changedRelationship(let entity, let name):
      "\(entity).\(name) becomes another relationship"
    case .addedIndex(let entity, let names): "\(entity) gets an index on \(Self.list(names))"
    case .removedIndex(let entity, let names):
      "\(entity) loses the index on \(Self.list(names))"
    case .addedUniquenessConstraint(let entity, let names):
      "\(entity): \(Self.list(names)) becomes unique"
    case .removedUniquenessConstraint(let entity, let names):
      "\(entity): \(Self.list(names)) is no longer unique"
    case .modifiedEntity(let entity): "\(entity) has another hash modifier"
    }
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
