import Perennial
import PerennialJSON

/// The schema of a document: the descriptions of the entities as a store of Perennial has them, and the delete rules.
struct DocumentSchemaText {
  private let plan: ModelPlan
  private var text = JSONText()

  /// Returns the members of a document in front of its objects.
  static func members(of plan: ModelPlan) -> String {
    var schema = DocumentSchemaText(plan)
    return schema.members()
  }

  private init(_ plan: ModelPlan) { self.plan = plan }

  private mutating func members() -> String {
    text.add("\"perennial\":1,\n\"version\":")
    text.add(quoted: plan.version)
    text.add(",\n\"entities\":[")
    for entity in plan.entities {
      text.addComma("\n")
      add(entity)
    }
    text.add("\n],\n\"rules\":{")
    for entity in plan.entities.sorted(by: { $0.name < $1.name }) {
      text.addComma("\n")
      text.add(name: entity.name)
      text.add("{")
      for relationship in entity.relationships {
        guard let rule = relationship.relationship.deleteRule.documentName else { continue }
        text.addComma()
        text.add(name: relationship.name)
        text.add("{\"deleteRule\":\"\(rule)\"}")
      }
      text.add("}")
    }
    text.add("\n}")
    return text.text
  }

  private mutating func add(_ entity: PlannedEntity) {
    text.add("{\"firstName\":")
    text.add(quoted: entity.name)
    text.add(",\"indices\":[],\"name\":")
    text.add(quoted: entity.name)
    text.add(",\"properties\":[")
    for attribute in entity.attributes {
      text.addComma()
      add(attribute, in: entity)
    }
    for relationship in entity.relationships {
      text.addComma()
      add(relationship, in: entity)
    }
    text.add("]")
    if let superclass = entity.superclass {
      text.add(",\"superentity\":")
      text.add(quoted: superclass)
    }
    text.add(",\"table\":")
    text.add(quoted: SQLName.table(entity: plan.root(of: entity).name))
    text.add(",\"uniquenessConstraints\":[")
    for names in entity.constraints {
      text.addComma()
      text.add("[")
      for name in names {
        text.addComma()
        text.add(quoted: name)
      }
      text.add("]")
    }
    text.add("]}")
  }

  /// Begins the description of a property.
  private mutating func begin(
    _ name: String, original: String, isOptional: Bool, column: (type: String, isNullable: Bool)?,
    in entity: PlannedEntity
  ) {
    text.add("{")
    if let column {
      text.add("\"column\":{\"isNullable\":\(column.isNullable),\"name\":")
      text.add(quoted: entity.column(name))
      text.add(",\"type\":\"\(column.type)\"},")
    }
    text.add("\"firstName\":")
    text.add(quoted: original)
    text.add(",\"isOptional\":\(isOptional),\"name\":")
    text.add(quoted: name)
    text.add(",\"originalName\":")
    text.add(quoted: original)
  }

  private mutating func add(_ attribute: PlannedAttribute, in entity: PlannedEntity) {
    // NULL is not a number.
    let isNullable = attribute.isOptional || [.double, .float].contains(attribute.form)
    begin(
      attribute.name, original: attribute.originalName, isOptional: attribute.isOptional,
      column: (attribute.form.columnType, isNullable), in: entity)
    text.add(",\"value\":{\"form\":\"\(attribute.form.rawValue)\"")
    if let type = attribute.typeName {
      text.add(",\"type\":")
      text.add(quoted: type)
    }
    text.add("}}")
  }

  private mutating func add(_ relationship: PlannedRelationship, in entity: PlannedEntity) {
    let isToMany = relationship.relationship.isToMany
    begin(
      relationship.name, original: relationship.originalName, isOptional: !isToMany,
      column: isToMany ? nil : ("INTEGER", true), in: entity)
    text.add(",\"relationship\":{\"destination\":")
    text.add(quoted: relationship.destination)
    let inverse = plan.inverse(of: relationship)
    if let inverse {
      text.add(",\"inverse\":")
      text.add(quoted: inverse.name)
    }
    text.add(",\"isToMany\":\(isToMany)")
    if plan.hasOrderKey(relationship) {
      text.add(",\"position\":")
      text.add(quoted: SQLName.position(of: entity.column(relationship.name)))
    }
    if let join = plan.join(of: relationship, in: entity) {
      text.add(",\"join\":{\"isSource\":\(join.isSource),\"table\":")
      text.add(quoted: join.table)
      text.add("}")
    }
    text.add("}}")
  }
}

extension StoredModel.DeleteRule {
  /// The name of the rule in a document; nil for that of most relationships.
  fileprivate var documentName: String? {
    switch self {
    case .noAction: "noAction"
    case .cascade: "cascade"
    case .deny: "deny"
    case .nullify, .other: nil
    }
  }
}

extension ModelPlan {
  /// Returns the outermost class of a hierarchy.
  func root(of entity: PlannedEntity) -> PlannedEntity {
    var entity = entity
    while let name = entity.superclass, let found = entities.first(where: { $0.name == name }) {
      entity = found
    }
    return entity
  }

  /// Returns a class with its superclasses, the outermost one first.
  func lineage(of entity: PlannedEntity) -> [PlannedEntity] {
    var lineage = [entity]
    while let name = lineage[0].superclass, let found = entities.first(where: { $0.name == name }) {
      lineage.insert(found, at: 0)
    }
    return lineage
  }

  /// Returns the inverse of a relationship.
  func inverse(of relationship: PlannedRelationship) -> PlannedRelationship? {
    guard let name = relationship.inverse else { return nil }
    return self[relationship.relationship.destination]?.relationships.first {
      $0.relationship.name == name
    }
  }

  /// Returns `true` if the rows have an order key beside a reference.
  func hasOrderKey(_ relationship: PlannedRelationship) -> Bool {
    !relationship.relationship.isToMany
      && inverse(of: relationship)?.relationship.isToMany == true
  }

  /// Returns the join table of a relationship, and `true` if its owners are the sources; nil if it has none.
  func join(
    of relationship: PlannedRelationship, in entity: PlannedEntity
  ) -> (table: String, isSource: Bool)? {
    guard relationship.relationship.isToMany else { return nil }
    let own = (entity.name, relationship.name)
    guard let inverse = inverse(of: relationship) else { return ("\(own.0).\(own.1)", true) }
    guard inverse.relationship.isToMany else { return nil }
    let other = (relationship.destination, inverse.name)
    let isSource = own <= other
    let source = isSource ? own : other
    return ("\(source.0).\(source.1)", isSource)
  }
}
