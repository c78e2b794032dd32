import Perennial

/// The entities of a model, with the properties of the classes that ``ModelWriter`` writes.
struct ModelPlan {
  /// The entities, a superentity in front of its subentities.
  let entities: [PlannedEntity]
  /// The version of the schema.
  let version: String
  /// The parts of the model that are not in the classes as the file has them.
  let remarks: [String]

  init(of model: StoredModel) {
    var writer = ModelWriter(model, schemaName: "StoreSchema")
    remarks = writer.source(ofFile: "").remarks
    entities = writer.entities
    version = writer.version.map(String.init).joined(separator: ".")
  }

  /// Returns the entity with a name in the file; nil if there is none.
  subscript(_ name: String) -> PlannedEntity? { entities.first { $0.entity.name == name } }
}

/// An entity with its class.
struct PlannedEntity {
  let entity: StoredModel.Entity
  /// The name of the class.
  let name: String
  /// The name of the superclass; nil if there is none.
  let superclass: String?
  /// The names of the properties that are unique together.
  var constraints: [[String]] = []
  /// The attributes that the class declares.
  var attributes: [PlannedAttribute] = []
  /// The relationships that the class declares.
  var relationships: [PlannedRelationship] = []

  /// Returns the column of a property. In the table of a hierarchy, those of subclasses have the class's name in front.
  func column(_ property: String) -> String {
    superclass == nil ? property : "\(name).\(property)"
  }
}

/// An attribute with its property.
struct PlannedAttribute {
  let attribute: StoredModel.Attribute
  let name: String
  let originalName: String
  let isOptional: Bool
  /// The form in which a store of Perennial has the values.
  let form: StoredForm
  /// The type of a value that is stored as JSON or as its raw value; nil for others.
  let typeName: String?
  /// `true` if the property has a default that is not nil.
  let hasDefault: Bool
}

/// A relationship with its property.
struct PlannedRelationship {
  let relationship: StoredModel.Relationship
  let name: String
  let originalName: String
  /// The name of the class at the other end.
  let destination: String
  /// The name in the file of the relationship that is the inverse in a program; nil if there is none.
  let inverse: String?
  /// `true` if a program infers the inverse, which the file does not have.
  let hasInferredInverse: Bool
}

extension StoredForm {
  /// The type of a column with values of the form.
  var columnType: String {
    switch self {
    case .bool, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: "INTEGER"
    case .double, .float, .date: "REAL"
    case .text, .url, .json: "TEXT"
    case .data, .uuid, .decimal: "BLOB"
    }
  }

  /// Creates the form of values of an attribute's type; nil for composites and transformable attributes.
  init?(of type: StoredModel.AttributeType) {
    switch type {
    case .integer(let bits): self = bits == 16 ? .int16 : bits == 32 ? .int32 : .int64
    case .decimal: self = .decimal
    case .double: self = .double
    case .float: self = .float
    case .string: self = .text
    case .boolean: self = .bool
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .url: self = .url
    case .objectID, .transformable, .composite, .other: return nil
    }
  }
}
