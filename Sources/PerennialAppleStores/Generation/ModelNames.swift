/// The names of classes, structures and properties in the source of a model.
///
/// The names of a file become names of Swift that are unique, also in tables, which do not tell capital letters apart, and
/// that hide no type of the libraries.
struct ModelNames {
  /// The types and modules that the source and the expansions of macros use.
  private static let libraryNames: Set<String> = [
    "Any", "Array", "Attribute", "Bool", "CaseIterable", "Codable", "CodingKey", "CodingKeys",
    "Data", "Date", "Decimal", "Decodable", "Dictionary", "Double", "Encodable", "Float",
    "Foundation", "FoundationGaps", "Hashable", "Index", "Int", "Int16", "Int32", "Int64", "Int8",
    "Merge", "Model", "Observable", "Observation", "Optional", "Perennial", "PerennialUI",
    "PersistentModel", "Protocol", "RawRepresentable", "Relationship", "Schema", "Self",
    "Sendable", "Set", "String", "Swift", "SwiftData", "Transient", "Type", "UInt", "UInt16",
    "UInt32", "UInt64", "UInt8", "URL", "UUID", "Unique", "VersionedSchema",
  ]

  /// The members of each model, which would hide a type with such a name.
  private static let memberNames: Set<String> = [
    "access", "description", "hasChanges", "hash", "hashValue", "id", "init", "isDeleted",
    "modelContext", "persistentBackingData", "persistentModelID", "schemaMetadata", "self",
    "withMutation",
  ]

  /// The names that a property of a model cannot have, or that mean something else behind a dot, in small letters.
  private static let takenProperties: Set<String> = [
    "haschanges", "hashvalue", "init", "isdeleted", "modelcontext", "persistentbackingdata",
    "persistentmodelid", "protocol", "schemametadata", "self", "type",
  ]

  /// The names that a member of a structure cannot have, in small letters.
  private static let takenMembers: Set<String> = [
    "any", "codingkeys", "hashvalue", "init", "protocol", "self", "type",
  ]

  /// The classes of the entities, by their names.
  private(set) var classes: [String: String] = [:]
  /// The name of the schema.
  private(set) var schema = ""
  /// The properties by the entity that declares them and their names in the file.
  private var properties: [String: [String: String]] = [:]
  /// The names of types in small letters.
  private var types: Set<String> = []

  /// Names the parts of a model.
  init(of model: StoredModel, schema: String) {
    for entity in model.entities {
      classes[entity.name] = type(SwiftText.identifier(entity.name, prefix: "Entity"), "Entity")
    }
    self.schema = type(SwiftText.identifier(schema, prefix: "Schema"), "Schema")
    let hiding = Self.libraryNames.union(classes.values)
    for entity in model.entities where entity.superentity == nil {
      name(entity, in: model, hiding: hiding, besides: Self.takenProperties)
    }
  }

  /// Returns a name of a type that is not yet taken.
  ///
  /// - Parameter suffix: The end of the name if the first choice is taken.
  mutating func type(_ name: String, _ suffix: String) -> String {
    let isReserved =
      Self.libraryNames.contains(name) || Self.memberNames.contains(name)
      || SwiftText.keywords.contains(name)
    return Self.unique(isReserved ? name + suffix : name, suffix, in: &types)
  }

  private static func unique(
    _ name: String, _ suffix: String, in taken: inout Set<String>
  ) -> String {
    if taken.insert(name.lowercased()).inserted { return name }
    if taken.insert((name + suffix).lowercased()).inserted { return name + suffix }
    var number = 2
    while !taken.insert("\(name)\(suffix)\(number)".lowercased()).inserted { number += 1 }
    return "\(name)\(suffix)\(number)"
  }

  /// Names the properties of an entity, and of those below it.
  ///
  /// - Parameters:
  ///   - hidden: The names of types, which a property would hide in its class.
  ///   - taken: The names that superclasses have, in small letters.
  private mutating func name(
    _ entity: StoredModel.Entity, in model: StoredModel, hiding hidden: Set<String>,
    besides taken: Set<String>
  ) {
    var taken = taken
    let inherited = entity.superentity.flatMap { model[$0] }
    for name in entity.attributes.map(\.name) + entity.relationships.map(\.name)
    where inherited?.hasProperty(named: name) != true {
      // The names of columns are in capitals.
      let wanted = model.source == .tables ? name.lowercased() : name
      let found = SwiftText.identifier(wanted, prefix: "value")
      properties[entity.name, default: [:]][name] = Self.unique(
        hidden.contains(found) ? found + "Value" : found, "Value", in: &taken)
    }
    for subentity in model.subentities(of: entity.name) {
      self.name(subentity, in: model, hiding: hidden, besides: taken)
    }
  }

  /// Returns the name of a property that an entity declares itself.
  func property(_ name: String, of entity: String) -> String {
    properties[entity]?[name] ?? SwiftText.identifier(name, prefix: "value")
  }

  /// Returns the names of a structure's members, or of an enumeration's cases, in the order of those of the file.
  static func members(_ names: [String]) -> [String] {
    var taken = takenMembers
    return names.map { unique(SwiftText.identifier($0, prefix: "value"), "Value", in: &taken) }
  }
}

extension StoredModel.Entity {
  /// Returns `true` if the entity has an attribute or a relationship of a name.
  func hasProperty(named name: String) -> Bool {
    attribute(name) != nil || relationship(name) != nil
  }
}
