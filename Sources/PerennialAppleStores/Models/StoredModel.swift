public import Foundation

/// The model of a store, as the store's file describes it: its entities, attributes and relationships.
///
/// ```swift
/// for entity in appleStore.model.entities { print(entity.name, entity.attributes.map(\.name)) }
/// ```
public struct StoredModel: Hashable, Sendable {
  /// The entities, in alphabetical order.
  public let entities: [Entity]
  /// The identifiers of the model's version. SwiftData writes the schema's version, such as `1.2.3`.
  public let versionIdentifiers: [String]
  /// The part of the file that the model was read from.
  public let source: Source
  /// The indices of the entities, by name.
  private let indices: [String: Int]
  /// The indices of the subentities, by the name of the superentity.
  private let subentityIndices: [String: [Int]]

  /// The greatest number of entities above one.
  package static let greatestDepth = 64

  /// Creates a value; for tests, which write stores.
  package init(entities: [Entity], versionIdentifiers: [String], source: Source) {
    self.entities = entities
    self.versionIdentifiers = versionIdentifiers
    self.source = source
    indices = Dictionary(
      entities.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    subentityIndices = Dictionary(
      grouping: entities.indices.filter { entities[$0].superentity != nil },
      by: { entities[$0].superentity ?? "" })
  }

  /// The part of a file that a model is read from.
  public enum Source: Hashable, Sendable {
    /// The description that the framework keeps in the file.
    case cache
    /// The tables and their columns: the file has no description, as those of 2012 and earlier. Names are those of columns,
    /// in capitals. References are attributes of integers, and join tables are left out.
    case tables
  }

  /// The entity of a name; nil if there is none.
  public subscript(_ name: String) -> Entity? { indices[name].map { entities[$0] } }

  /// An entity: in SwiftData, a class with `@Model`.
  public struct Entity: Hashable, Sendable {
    /// The name of the entity.
    public let name: String
    /// The name of its class; nil if the file does not have it, as those of SwiftData.
    public let className: String?
    /// The name of the entity from which this one inherits; nil if there is none.
    public let superentity: String?
    /// `true` if the entity itself has no rows, but its subentities do.
    public let isAbstract: Bool
    /// The name of the entity in an earlier version of the model; equal to the name if it has kept it.
    public let renamingIdentifier: String
    /// The attributes, in alphabetical order. Those of the superentity are among them.
    public let attributes: [Attribute]
    /// The relationships, in alphabetical order. Those of the superentity are among them.
    public let relationships: [Relationship]
    /// The combinations of properties whose values are unique.
    public let uniqueness: [[String]]
    /// The hash of the entity's version.
    public let versionHash: Data?

    /// Creates a value; for tests, which write stores.
    package init(
      name: String, className: String?, superentity: String?, isAbstract: Bool,
      renamingIdentifier: String, attributes: [Attribute], relationships: [Relationship],
      uniqueness: [[String]], versionHash: Data?
    ) {
      self.name = name
      self.className = className
      self.superentity = superentity
      self.isAbstract = isAbstract
      self.renamingIdentifier = renamingIdentifier
      self.attributes = attributes
      self.relationships = relationships
      self.uniqueness = uniqueness
      self.versionHash = versionHash
    }

    /// The attribute of a name; nil if there is none.
    public func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// The relationship of a name; nil if there is none.
    public func relationship(_ name: String) -> Relationship? {
      relationships.first { $0.name == name }
    }
  }

  /// A property with a value.
  public struct Attribute: Hashable, Sendable {
    /// The name of the attribute.
    public let name: String
    /// The type of its values.
    public let type: AttributeType
    /// `true` if an object may lack a value.
    public let isOptional: Bool
    /// `true` if the attribute has no column.
    public let isTransient: Bool
    /// `true` if the framework computes the value of others.
    public let isDerived: Bool
    /// The class of the values, such as `NSString`; of a transformable attribute, the Swift type as the program wrote it.
    public let className: String?
    /// The name of the value transformer of a transformable attribute.
    public let transformerName: String?
    /// The name of the attribute in an earlier version of the model; equal to the name if it has kept it.
    public let renamingIdentifier: String
    /// The value of new objects; nil if there is none, or none that an archive has.
    public let defaultValue: AppleValue?
    /// The elements of a composite attribute, in the order of the file.
    public let elements: [Attribute]
    /// The cases of an enumeration without raw values, which SwiftData stores as a composite; nil for other types.
    public let enumerationCases: [String]?
    /// The options of the attribute, whose bits have no public description. No given file has one that is set.
    public let flags: Int64

    /// Creates a value; for tests, which write stores.
    package init(
      name: String, type: AttributeType, isOptional: Bool, isTransient: Bool, isDerived: Bool,
      className: String?, transformerName: String?, renamingIdentifier: String,
      defaultValue: AppleValue?, elements: [Attribute], enumerationCases: [String]?, flags: Int64
    ) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.isTransient = isTransient
      self.isDerived = isDerived
      self.className = className
      self.transformerName = transformerName
      self.renamingIdentifier = renamingIdentifier
      self.defaultValue = defaultValue
      self.elements = elements
      self.enumerationCases = enumerationCases
      self.flags = flags
    }
  }

  /// The type of an attribute's values.
  public enum AttributeType: Hashable, Sendable {
    /// An integer of 16, 32 or 64 bits.
    case integer(bits: Int)
    /// A decimal number.
    case decimal
    /// A `Double`.
    case double
    /// A `Float`.
    case float
    /// A string.
    case string
    /// A Boolean value.
    case boolean
    /// A point in time.
    case date
    /// Bytes.
    case data
    /// A UUID.
    case uuid
    /// A URL.
    case url
    /// The key of an object. No column has one.
    case objectID
    /// A value that a transformer makes data of: mostly a keyed archive.
    case transformable
    /// Several values, with a column for each leaf.
    case composite
    /// A type that this version does not know, by its number.
    case other(Int64)
  }

  /// A property with references to objects.
  public struct Relationship: Hashable, Sendable {
    /// The name of the relationship.
    public let name: String
    /// The name of the entity whose objects are referenced.
    public let destination: String
    /// The name of the relationship in the other direction; nil if there is none.
    public let inverse: String?
    /// `true` if an object references several ones.
    public let isToMany: Bool
    /// `true` if the references have an order.
    public let isOrdered: Bool
    /// `true` if an object may have no reference.
    public let isOptional: Bool
    /// The least number of references.
    public let minimumCount: Int64
    /// The greatest number of references; 0 if there is no limit.
    public let maximumCount: Int64
    /// The effect of an object's deletion on the referenced objects.
    public let deleteRule: DeleteRule
    /// The name of the relationship in an earlier version of the model; equal to the name if it has kept it.
    public let renamingIdentifier: String

    /// Creates a value; for tests, which write stores.
    package init(
      name: String, destination: String, inverse: String?, isToMany: Bool, isOrdered: Bool,
      isOptional: Bool, minimumCount: Int64, maximumCount: Int64, deleteRule: DeleteRule,
      renamingIdentifier: String
    ) {
      self.name = name
      self.destination = destination
      self.inverse = inverse
      self.isToMany = isToMany
      self.isOrdered = isOrdered
      self.isOptional = isOptional
      self.minimumCount = minimumCount
      self.maximumCount = maximumCount
      self.deleteRule = deleteRule
      self.renamingIdentifier = renamingIdentifier
    }
  }

  /// The effect of an object's deletion on the objects that it references.
  public enum DeleteRule: Hashable, Sendable {
    /// Nothing.
    case noAction
    /// Their inverse references are removed.
    case nullify
    /// They are deleted.
    case cascade
    /// The object cannot be deleted while it references objects.
    case deny
    /// A rule that this version does not know, by its number.
    case other(Int64)
  }
}

extension StoredModel {
  /// The subentities of an entity, without theirs, in alphabetical order.
  public func subentities(of name: String) -> [Entity] {
    subentityIndices[name, default: []].map { entities[$0] }
  }

  /// The outermost entity from which an entity inherits; the entity itself if it inherits from none.
  public func root(of name: String) -> String {
    var name = name
    // The reader of the model has checked that there is no circle, and no entity with more than 64 above it.
    while let superentity = self[name]?.superentity { name = superentity }
    return name
  }

  /// The name of an entity and those of all entities below it, each one before those below it.
  public func family(of name: String) -> [String] {
    [name] + subentities(of: name).flatMap { family(of: $0.name) }
  }
}

extension StoredModel.AttributeType {
  /// Returns the type of the number by which Core Data describes it.
  init(number: Int64) {
    switch number {
    case 100: self = .integer(bits: 16)
    case 200: self = .integer(bits: 32)
    case 300: self = .integer(bits: 64)
    case 400: self = .decimal
    case 500: self = .double
    case 600: self = .float
    case 700: self = .string
    case 800: self = .boolean
    case 900: self = .date
    case 1000: self = .data
    case 1100: self = .uuid
    case 1200: self = .url
    case 1800: self = .transformable
    case 2000: self = .objectID
    case 2100: self = .composite
    default: self = .other(number)
    }
  }
}

extension StoredModel.DeleteRule {
  /// Returns the rule of the number by which Core Data describes it.
  init(number: Int64) {
    switch number {
    case 0: self = .noAction
    case 1: self = .nullify
    case 2: self = .cascade
    case 3: self = .deny
    default: self = .other(number)
    }
  }
}
