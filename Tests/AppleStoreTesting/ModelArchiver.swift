package import Foundation

package import PerennialAppleStores

/// Writes the archive of a model in the form that Core Data caches.
package struct ModelArchiver {
  private var writer = ArchiveWriter()
  private let model: StoredModel
  private var entities: [String: UInt64] = [:]
  private var relationships: [String: UInt64] = [:]

  /// Returns the archive of a model.
  package static func archive(_ model: StoredModel) -> Data {
    var archiver = ModelArchiver(model)
    return archiver.archive()
  }

  private init(_ model: StoredModel) { self.model = model }

  private mutating func archive() -> Data {
    for entity in model.entities {
      entities[entity.name] = writer.reserve()
      for relationship in entity.relationships {
        relationships["\(entity.name).\(relationship.name)"] = writer.reserve()
      }
    }
    for entity in model.entities { write(entity) }
    let names = writer.array(model.entities.map { writer.text($0.name) })
    let values = writer.array(model.entities.map { .uid(entities[$0.name]!) })
    let mapping = writer.instance(
      "NSKnownKeysMappingStrategy1",
      [
        ("length", .integer(Int64(model.entities.count))), ("keys", names),
        ("version", .integer(1)),
      ])
    let known = writer.instance(
      "NSKnownKeysDictionary1",
      [("values", values), ("searchMapping", mapping), ("version", .integer(1))])
    let identifiers = writer.array(model.versionIdentifiers.map { writer.text($0) }, "NSSet")
    let root = writer.instance(
      "NSManagedObjectModel",
      [
        ("NSEntities", known), ("NSVersionIdentifiers", identifiers),
        ("NSFetchRequestTemplates", ArchiveWriter.nothing),
      ])
    return writer.archive(root: root)
  }

  private mutating func write(_ entity: StoredModel.Entity) {
    var properties: [(ListValue, ListValue)] = []
    for attribute in entity.attributes.reversed() {
      properties.append((writer.text(attribute.name), reference(to: attribute)))
    }
    for relationship in entity.relationships {
      let uid = relationships["\(entity.name).\(relationship.name)"]!
      write(relationship, of: entity, to: uid)
      properties.append((writer.text(relationship.name), .uid(uid)))
    }
    let tuples = entity.uniqueness.map { names in
      writer.array(names.map { writer.text($0) }, "NSMutableArray")
    }
    var fields: [(String, ListValue)] = [
      ("NSEntityName", writer.text(entity.name)),
      ("NSClassNameForEntity", writer.text(entity.className)),
      ("NSRenamingIdentifier", writer.text(entity.renamingIdentifier)),
      ("NSSuperentity", entity.superentity.map { .uid(entities[$0]!) } ?? ArchiveWriter.nothing),
      ("NSProperties", writer.dictionary(properties)),
      ("NSUniqueTuples", writer.array(tuples, "NSMutableArray")),
    ]
    if entity.isAbstract { fields.append(("NSIsAbstract", .bool(true))) }
    writer.fill(entities[entity.name]!, "NSEntityDescription", fields)
  }

  private mutating func reference(to attribute: StoredModel.Attribute) -> ListValue {
    var fields: [(String, ListValue)] = [
      ("NSPropertyName", writer.text(attribute.name)),
      ("NSAttributeType", .integer(attribute.type.number)),
      ("NSAttributeValueClassName", writer.text(attribute.className)),
      ("NSValueTransformerName", writer.text(attribute.transformerName)),
      ("NSRenamingIdentifier", writer.text(attribute.renamingIdentifier)),
      ("NSFlagsKey", .integer(attribute.flags)),
      (
        "NSDefaultValue",
        attribute.defaultValue.map { writer.value($0) } ?? ArchiveWriter.nothing
      ),
    ]
    if attribute.isOptional { fields.append(("NSIsOptional", .bool(true))) }
    if attribute.isTransient { fields.append(("NSIsTransient", .bool(true))) }
    if attribute.type == .composite {
      let elements = attribute.elements.map { reference(to: $0) }
      fields.append(("NSCompositeElements", writer.array(elements, "NSMutableArray")))
    }
    if let cases = attribute.enumerationCases {
      let names = writer.array(cases.map { writer.text($0) })
      fields.append(
        ("NSUserInfo", writer.dictionary([(writer.text("enum"), names)])))
    }
    let className =
      attribute.isDerived
      ? "NSDerivedAttributeDescription"
      : attribute.type == .composite ? "NSCompositeAttributeDescription" : "NSAttributeDescription"
    return writer.instance(className, fields)
  }

  private mutating func write(
    _ relationship: StoredModel.Relationship, of entity: StoredModel.Entity, to uid: UInt64
  ) {
    let inverse = relationship.inverse.flatMap {
      relationships["\(relationship.destination).\($0)"]
    }
    var fields: [(String, ListValue)] = [
      ("NSPropertyName", writer.text(relationship.name)),
      ("_NSDestinationEntityName", writer.text(relationship.destination)),
      ("_NSInverseRelationshipName", writer.text(relationship.inverse)),
      ("NSDestinationEntity", .uid(entities[relationship.destination]!)),
      ("NSInverseRelationship", inverse.map { .uid($0) } ?? ArchiveWriter.nothing),
      ("NSMinCount", .integer(relationship.minimumCount)),
      ("NSMaxCount", .integer(relationship.isToMany ? relationship.maximumCount : 1)),
      ("NSDeleteRule", .integer(relationship.deleteRule.number)),
      ("NSRenamingIdentifier", writer.text(relationship.renamingIdentifier)),
      ("NSEntity", .uid(entities[entity.name]!)),
    ]
    if relationship.isOptional { fields.append(("NSIsOptional", .bool(true))) }
    if relationship.isOrdered { fields.append(("NSIsOrdered", .bool(true))) }
    writer.fill(uid, "NSRelationshipDescription", fields)
  }
}

extension StoredModel.AttributeType {
  /// The number by which Core Data describes the type.
  var number: Int64 {
    switch self {
    case .integer(let bits): bits == 16 ? 100 : bits == 32 ? 200 : 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string: 700
    case .boolean: 800
    case .date: 900
    case .data: 1000
    case .uuid: 1100
    case .url: 1200
    case .transformable: 1800
    case .objectID: 2000
    case .composite: 2100
    case .other(let number): number
    }
  }
}

extension StoredModel.DeleteRule {
  /// The number by which Core Data describes the rule.
  var number: Int64 {
    switch self {
    case .noAction: 0
    case .nullify: 1
    case .cascade: 2
    case .deny: 3
    case .other(let number): number
    }
  }
}
