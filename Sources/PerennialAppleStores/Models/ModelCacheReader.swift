import Foundation

/// Reads a model of the archive that Core Data caches in the table `Z_MODELCACHE`.
///
/// The archive is a graph with circles: a relationship refers to its inverse, which refers to it. The reader follows
/// only the references that it needs, so that circles do not matter.
struct ModelCacheReader {
  private let archive: KeyedArchive
  private let list: PropertyList
  private let metadata: StoreMetadata
  private var attributeCount = 0

  /// The greatest number of attributes with the elements of composites, and of members of one array. What references
  /// repeat beyond that is counted by the property list.
  private static let limit = 100_000
  /// The greatest depth of composites, and of inheritance.
  private static let depth = StoredModel.greatestDepth

  /// Returns the model of a cache.
  ///
  /// - Parameters:
  ///   - cache: The compressed archive.
  ///   - metadata: The file's metadata, which have the version of the model.
  /// - Throws: ``ArchiveError``.
  static func model(
    in cache: Data, _ metadata: StoreMetadata, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> StoredModel {
    let data = try Inflate.data(cache)
    let list = try PropertyList(data, limits: limits)
    var reader = ModelCacheReader(
      archive: try KeyedArchive(list), list: list, metadata: metadata)
    return try reader.model()
  }

  private mutating func model() throws -> StoredModel {
    guard case .instance(let root) = try archive.node(archive.root),
      root.className == "NSManagedObjectModel", let field = root.fields["NSEntities"]
    else { throw ArchiveError.damaged("the archive is not one of a model") }
    var entities: [StoredModel.Entity] = []
    for field in try values(ofDictionary: field) {
      entities.append(try entity(instance(field, "NSEntityDescription")))
    }
    entities.sort { $0.name < $1.name }
    try check(entities)
    var identifiers = metadata.versionIdentifiers
    if identifiers.isEmpty, let field = root.fields["NSVersionIdentifiers"] {
      identifiers = try members(of: field).compactMap(text)
    }
    return StoredModel(
      entities: entities, versionIdentifiers: identifiers, source: .cache)
  }

  /// Checks that each name is unique, and that the entities which others name exist and inherit in no circle.
  private func check(_ entities: [StoredModel.Entity]) throws {
    let names = Set(entities.map(\.name))
    guard names.count == entities.count else {
      throw ArchiveError.damaged("two entities have the same name")
    }
    let superentities = Dictionary(
      uniqueKeysWithValues: entities.map { ($0.name, $0.superentity) })
    for entity in entities {
      var (name, steps) = (entity.superentity, 0)
      while let next = name {
        guard names.contains(next) else {
          throw ArchiveError.damaged(
            "the entity “\(entity.name)” inherits from “\(next)”, which is missing")
        }
        steps += 1
        guard steps <= Self.depth else {
          throw ArchiveError.damaged(
            "the entity “\(entity.name)” inherits in a circle, or from more than \(Self.depth)")
        }
        name = superentities[next] ?? nil
      }
      let properties = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      guard Set(properties).count == properties.count else {
        throw ArchiveError.damaged("two properties of “\(entity.name)” have the same name")
      }
      for relationship in entity.relationships where !names.contains(relationship.destination) {
        throw ArchiveError.damaged(
          """
          the relationship “\(relationship.name)” of “\(entity.name)” has the \
          destination “\(relationship.destination)”, which is missing
          """)
      }
    }
  }

  private mutating func entity(_ instance: KeyedArchive.Instance) throws -> StoredModel.Entity {
    let name = try name(instance, "NSEntityName")
    var attributes: [StoredModel.Attribute] = []
    var relationships: [StoredModel.Relationship] = []
    for field in try instance.fields["NSProperties"].map({ try values(ofDictionary: $0) }) ?? [] {
      guard case .instance(let property) = try archive.node(of: field) else {
        throw ArchiveError.damaged("the entity “\(name)” has a property without a description")
      }
      // Fetched properties and expressions have no columns.
      if property.className == "NSRelationshipDescription" {
        relationships.append(try relationship(property))
      } else if property.className.hasSuffix("AttributeDescription") {
        attributes.append(try attribute(property, depth: 0))
      }
    }
    var superentity: String?
    if let field = instance.fields["NSSuperentity"],
      case .instance(let other) = try archive.node(of: field)
    {
      superentity = try self.name(other, "NSEntityName")
    }
    let tuples = try instance.fields["NSUniqueTuples"].map { try members(of: $0) } ?? []
    return StoredModel.Entity(
      name: name, className: try text(instance.fields["NSClassNameForEntity"]),
      superentity: superentity, isAbstract: try bool(instance.fields["NSIsAbstract"]),
      renamingIdentifier: try text(instance.fields["NSRenamingIdentifier"]) ?? name,
      attributes: attributes.sorted { $0.name < $1.name },
      relationships: relationships.sorted { $0.name < $1.name },
      uniqueness: try tuples.map { try members(of: $0).compactMap(text) },
      versionHash: metadata.versionHashes[name])
  }

  private mutating func attribute(
    _ instance: KeyedArchive.Instance, depth: Int
  ) throws -> StoredModel.Attribute {
    let name = try name(instance, "NSPropertyName")
    attributeCount += 1
    guard attributeCount <= Self.limit, depth <= Self.depth else {
      throw ArchiveError.tooLarge(
        "the model has too many attributes, or “\(name)” is nested too deeply")
    }
    guard let number = try integer(instance.fields["NSAttributeType"]) else {
      throw ArchiveError.damaged("the attribute “\(name)” has no type")
    }
    let type = StoredModel.AttributeType(number: number)
    var elements: [StoredModel.Attribute] = []
    if type == .composite, let field = instance.fields["NSCompositeElements"] {
      for element in try members(of: field) {
        guard case .instance(let element) = try archive.node(of: element) else {
          throw ArchiveError.damaged("the composite “\(name)” has an element without a description")
        }
        elements.append(try attribute(element, depth: depth + 1))
      }
    }
    return StoredModel.Attribute(
      name: name, type: type, isOptional: try bool(instance.fields["NSIsOptional"]),
      isTransient: try bool(instance.fields["NSIsTransient"]),
      isDerived: instance.className == "NSDerivedAttributeDescription",
      className: try text(instance.fields["NSAttributeValueClassName"]),
      transformerName: try text(instance.fields["NSValueTransformerName"]),
      renamingIdentifier: try text(instance.fields["NSRenamingIdentifier"]) ?? name,
      defaultValue: defaultValue(instance.fields["NSDefaultValue"]), elements: elements,
      enumerationCases: try cases(instance.fields["NSUserInfo"]),
      flags: try integer(instance.fields["NSFlagsKey"]) ?? 0)
  }

  private func relationship(
    _ instance: KeyedArchive.Instance
  ) throws -> StoredModel.Relationship {
    let name = try name(instance, "NSPropertyName")
    var destination = try text(instance.fields["_NSDestinationEntityName"])
    if destination == nil, let field = instance.fields["NSDestinationEntity"],
      case .instance(let entity) = try archive.node(of: field)
    {
      destination = try self.name(entity, "NSEntityName")
    }
    guard let destination else {
      throw ArchiveError.damaged("the relationship “\(name)” has no destination")
    }
    var inverse = try text(instance.fields["_NSInverseRelationshipName"])
    if inverse == nil, let field = instance.fields["NSInverseRelationship"],
      case .instance(let other) = try archive.node(of: field)
    {
      inverse = try self.name(other, "NSPropertyName")
    }
    // 1 is a to-one relationship. A to-many one has a limit, or 0 or −1 if it has none.
    let maximum = try integer(instance.fields["NSMaxCount"]) ?? 0
    return StoredModel.Relationship(
      name: name, destination: destination, inverse: inverse, isToMany: maximum != 1,
      isOrdered: try bool(instance.fields["NSIsOrdered"]),
      isOptional: try bool(instance.fields["NSIsOptional"]),
      minimumCount: max(try integer(instance.fields["NSMinCount"]) ?? 0, 0),
      maximumCount: max(maximum, 0),
      deleteRule: StoredModel.DeleteRule(
        number: try integer(instance.fields["NSDeleteRule"]) ?? 1),
      renamingIdentifier: try text(instance.fields["NSRenamingIdentifier"]) ?? name)
  }

  /// Returns the names of an enumeration's cases in the user info of a composite.
  private func cases(_ field: PropertyList.Object?) throws -> [String]? {
    guard let field, case .instance(let info) = try archive.node(of: field),
      case .array(let keys)? = info.fields["NS.keys"],
      case .array(let values)? = info.fields["NS.objects"], keys.count == values.count
    else { return nil }
    for (key, value) in zip(keys, values) {
      guard try text(archive.object(key)) == "enum" else { continue }
      return try? members(of: archive.object(value)).compactMap(text)
    }
    return nil
  }

  /// Returns the default value of an attribute; nil if it has none, or one that cannot be read.
  private func defaultValue(_ field: PropertyList.Object?) -> AppleValue? {
    guard let field,
      let value = try? ArchivedValueReader.value(
        of: field, in: archive, list, limits: ArchiveLimits(values: 10_000))
    else { return nil }
    return value == .null ? nil : value
  }

  // MARK: Fields

  private func instance(
    _ field: PropertyList.Object, _ className: String
  ) throws -> KeyedArchive.Instance {
    guard case .instance(let instance) = try archive.node(of: field),
      instance.className == className
    else { throw ArchiveError.damaged("the archive has no \(className) where one belongs") }
    return instance
  }

  /// Returns the values of an `NSDictionary`, or of an `NSKnownKeysDictionary1`, which keeps its keys elsewhere.
  private func values(ofDictionary field: PropertyList.Object) throws -> [PropertyList.Object] {
    guard case .instance(let instance) = try archive.node(of: field) else {
      throw ArchiveError.damaged("the archive has no dictionary where one belongs")
    }
    let found: [PropertyList.Object]
    if let values = instance.fields["values"] ?? instance.fields["NS.values"] {
      found = try members(of: values)
    } else if case .array(let values)? = instance.fields["NS.objects"] {
      found = try values.map { try archive.object($0) }
    } else {
      throw ArchiveError.damaged("the archive has a dictionary without values")
    }
    // A key that has no value has this text in its place.
    return try found.filter { try text($0)?.hasPrefix("__empty_slot_token_") != true }
  }

  /// Returns the members of an archived array or set.
  private func members(of field: PropertyList.Object) throws -> [PropertyList.Object] {
    let array: PropertyList.Object
    switch try archive.node(of: field) {
    case .plain(.text("$null")): return []
    case .plain(let object): array = object
    case .instance(let instance): array = instance.fields["NS.objects"] ?? .null
    }
    guard case .array(let members) = array, members.count <= Self.limit else {
      throw ArchiveError.damaged("the archive has no array where one belongs")
    }
    return try members.map { try archive.object($0) }
  }

  private func name(_ instance: KeyedArchive.Instance, _ field: String) throws -> String {
    guard let name = try text(instance.fields[field]), !name.isEmpty else {
      throw ArchiveError.damaged("the archive has an \(instance.className) without a name")
    }
    return name
  }

  private func text(_ field: PropertyList.Object?) throws -> String? {
    guard let field else { return nil }
    switch try archive.node(of: field) {
    case .plain(.text("$null")): return nil
    case .plain(.text(let text)): return text
    case .instance(let instance):
      guard case .text(let text)? = instance.fields["NS.string"] else { return nil }
      return text
    default: return nil
    }
  }

  private func integer(_ field: PropertyList.Object?) throws -> Int64? {
    guard let field else { return nil }
    switch try archive.node(of: field) {
    case .plain(.integer(let integer)): return integer
    case .plain(.bool(let bool)): return bool ? 1 : 0
    default: return nil
    }
  }

  private func bool(_ field: PropertyList.Object?) throws -> Bool {
    try integer(field).map { $0 != 0 } ?? false
  }
}
