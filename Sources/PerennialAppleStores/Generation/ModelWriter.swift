import Perennial

/// Writes the source text of a model: its classes, the types of composite attributes, and the schema.
struct ModelWriter {
  private let model: StoredModel
  private let relations: RelationshipPairs
  private var names: ModelNames
  private var structures = StructureWriter()
  private var remarks: [String] = []
  /// The entities that were written.
  private(set) var entities: [PlannedEntity] = []

  init(_ model: StoredModel, schemaName: String) {
    self.model = model
    relations = RelationshipPairs(of: model)
    names = ModelNames(of: model, schema: schemaName)
  }

  mutating func source(ofFile name: String) -> ModelSource {
    // A superclass is in front of its subclasses.
    let roots = model.entities.filter { $0.superentity == nil }
    let order = roots.flatMap { model.family(of: $0.name) }
    if model.source == .tables {
      remarks.append(
        "The file has no description of its model. These are its tables: all properties are optional, and references "
          + "are their keys in the file, as Int. Declare relationships instead of them before you import objects."
      )
    }
    let classes = order.compactMap { model[$0] }.map { text(of: $0) }
    remarks += structures.remarks + relations.remarks
    let versions = model.versionIdentifiers.filter { !$0.isEmpty }
    var head = ["// The model of \(SwiftText.literal(name))."]
    if !versions.isEmpty {
      head.append("// Version: \(versions.map { SwiftText.literal($0) }.joined(separator: ", "))")
    }
    if !remarks.isEmpty { head += ["//"] + remarks.map { "// - \($0)" } }
    let parts =
      [head.joined(separator: "\n"), "import Foundation\nimport SwiftData"] + classes
      + structures.declarations + [schema(order)]
    return ModelSource(text: parts.joined(separator: "\n\n") + "\n", remarks: remarks)
  }

  /// Notes a part of the model that is not in the text as the file has it.
  private mutating func remark(
    on property: String, of entity: StoredModel.Entity, _ text: String
  ) {
    remarks.append("\(SwiftText.literal("\(entity.name).\(property)")): \(text)")
  }

  /// The version of the schema, in three numbers.
  var version: [Int] {
    let numbers = model.versionIdentifiers.first?.split(separator: ".").map { Int($0) } ?? []
    let isVersion =
      numbers.count == 3 && numbers.allSatisfy { $0.map { (0..<1_000_000).contains($0) } ?? false }
    return isVersion ? numbers.compactMap(\.self) : [1, 0, 0]
  }

  private func schema(_ order: [String]) -> String {
    let list = order.compactMap { names.classes[$0] }.map { "\($0).self" }
    return """
      enum \(names.schema): VersionedSchema {
        static let versionIdentifier = Schema.Version(\(version[0]), \(version[1]), \(version[2]))

        static var models: [any PersistentModel.Type] {
          [\(list.joined(separator: ", "))]
        }
      }
      """
  }

  // MARK: Classes

  /// A parameter of an initializer.
  private struct Parameter {
    let label: String
    /// The name as source text has it.
    let name: String
    let type: String
  }

  /// The parameters that the initializers of superclasses have, by the entity.
  private var parameters: [String: [Parameter]] = [:]

  private mutating func text(of entity: StoredModel.Entity) -> String {
    let inherited = entity.superentity.flatMap { model[$0] }
    let name = names.classes[entity.name] ?? entity.name
    if name != entity.name {
      remarks.append(
        "The entity \(SwiftText.literal(entity.name)) has the class \(name). An import needs map("
          + "\(SwiftText.literal(entity.name)), to: \(name).self).")
    }
    let isFinal = model.subentities(of: entity.name).isEmpty
    let superclass = entity.superentity.flatMap { names.classes[$0] }
    var lines = entity.isAbstract ? ["/// Abstract in the file: only subclasses have objects."] : []
    lines += [
      "@Model",
      "\(isFinal ? "final " : "")class \(name)\(superclass.map { ": \($0)" } ?? "") {",
    ]
    var planned = PlannedEntity(entity: entity, name: name, superclass: superclass)
    let tuples = uniqueness(of: entity, inherited)
    planned.constraints = tuples.map { tuple in
      tuple.map { names.property($0, of: entity.name) }
    }
    let unique = Set(tuples.filter { $0.count == 1 }.joined())
    for names in planned.constraints where names.count > 1 {
      let paths = names.map { "\\.\(SwiftText.escaped($0))" }
      lines.append("  #Unique<\(name)>([\(paths.joined(separator: ", "))])")
    }
    var own: [Parameter] = []
    for attribute in entity.attributes where inherited?.attribute(attribute.name) == nil {
      guard
        let (line, attribute) = line(
          for: attribute, of: entity, isUnique: unique.contains(attribute.name), &own)
      else { continue }
      lines.append("  \(line)")
      planned.attributes.append(attribute)
    }
    for relationship in entity.relationships
    where inherited?.relationship(relationship.name) == nil {
      if model[relationship.destination] == nil {
        remark(
          on: relationship.name, of: entity, "references an entity that the file does not have.")
      } else {
        let (line, relationship) = line(for: relationship, of: entity)
        lines.append("  \(line)")
        planned.relationships.append(relationship)
      }
    }
    entities.append(planned)
    let above = entity.superentity.flatMap { parameters[$0] } ?? []
    parameters[entity.name] = above + own
    lines += ["", initializer(above, own, isSubclass: superclass != nil), "}"]
    return lines.joined(separator: "\n")
  }

  private func initializer(
    _ above: [Parameter], _ own: [Parameter], isSubclass: Bool
  ) -> String {
    let list = (above + own).map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    let isOverride = isSubclass && own.isEmpty
    var lines = ["  \(isOverride ? "override " : "")init(\(list)) {"]
    lines += own.map { "    self.\($0.name) = \($0.name)" }
    if isSubclass {
      let arguments = above.map { "\($0.label): \($0.name)" }.joined(separator: ", ")
      lines.append("    super.init(\(arguments))")
    }
    if lines.count == 1 { return lines[0] + "}" }
    return (lines + ["  }"]).joined(separator: "\n")
  }

  // MARK: Attributes

  /// Returns the declaration of an attribute, and adds it to the parameters if it has no default; nil if it is left out.
  private mutating func line(
    for attribute: StoredModel.Attribute, of entity: StoredModel.Entity, isUnique: Bool,
    _ own: inout [Parameter]
  ) -> (line: String, planned: PlannedAttribute)? {
    if attribute.isTransient {
      remark(on: attribute.name, of: entity, "has no column in the file, and is left out.")
      return nil
    }
    let base = names.classes[entity.name] ?? entity.name
    guard let type = structures.type(of: attribute, base, &names),
      let form = attribute.storedForm
    else {
      remark(
        on: attribute.name, of: entity, "has a type that Swift cannot express, and is left out.")
      return nil
    }
    let name = names.property(attribute.name, of: entity.name)
    // An archive of a class that is not known, or the bytes of a transformer: not each can be read as Data.
    let isOpaque = attribute.type == .transformable && attribute.recordedType == nil
    if isOpaque {
      remark(
        on: attribute.name, of: entity,
        "is data or an archive of \(SwiftText.literal(attribute.className ?? "an unknown class"))."
      )
    }
    if attribute.isDerived {
      remark(on: attribute.name, of: entity, "was computed of other values by the framework.")
    }
    let isOptional = attribute.mayBeNil || isOpaque
    let text = SwiftText.escaped(name)
    let value = attribute.defaultValue.flatMap { SwiftText.literal($0, of: attribute.type) }
    if attribute.defaultValue != nil, value == nil, attribute.type != .composite {
      remark(
        on: attribute.name, of: entity, "has a default value in the file that is not in the source."
      )
    }
    if !isOptional, value == nil {
      own.append(Parameter(label: SwiftText.label(name), name: text, type: type))
    }
    let original = originalName(
      of: name, attribute.name, former: attribute.renamingIdentifier, in: entity)
    let options = (isUnique ? [".unique"] : []) + Self.option(originalName: original, of: name)
    let marker = options.isEmpty ? "" : "@Attribute(\(options.joined(separator: ", "))) "
    let end = (isOptional ? "?" : "") + (value.map { " = \($0)" } ?? "")
    let planned = PlannedAttribute(
      attribute: attribute, name: name, originalName: original, isOptional: isOptional,
      form: form,
      typeName: attribute.type == .composite
        ? type : form == .json ? attribute.recordedType?.description : nil,
      hasDefault: value != nil)
    return ("\(marker)var \(text): \(type)\(end)", planned)
  }

  /// Returns the name in the file of a property that has another one, or else the former name. The name itself if there
  /// is none.
  private func originalName(
    of name: String, _ original: String, former: String, in entity: StoredModel.Entity
  ) -> String {
    if model.source == .tables { return name }
    if name != original { return original }
    return former != original && isSoleFormerName(former, in: entity) ? former : name
  }

  private static func option(originalName: String, of name: String) -> [String] {
    originalName == name ? [] : ["originalName: \(SwiftText.literal(originalName))"]
  }

  /// Returns `true` if one property of a hierarchy has a former name, and none has it now.
  private func isSoleFormerName(_ former: String, in entity: StoredModel.Entity) -> Bool {
    let family = model.family(of: model.root(of: entity.name)).compactMap { model[$0] }
    if family.contains(where: { $0.hasProperty(named: former) }) { return false }
    let holders = Set(
      family.flatMap { entity in
        entity.attributes.filter { $0.renamingIdentifier == former }.map(\.name)
          + entity.relationships.filter { $0.renamingIdentifier == former }.map(\.name)
      })
    return holders.count == 1
  }

  /// Returns the attributes that are unique, by themselves or together.
  private mutating func uniqueness(
    of entity: StoredModel.Entity, _ inherited: StoredModel.Entity?
  ) -> [[String]] {
    var tuples: [[String]] = []
    for tuple in entity.uniqueness where inherited?.uniqueness.contains(tuple) != true {
      let isExpressible =
        !tuple.isEmpty && !tuples.contains(tuple)
        && tuple.allSatisfy { name in
          entity.attribute(name)?.canBeUnique == true && inherited?.attribute(name) == nil
        }
      if isExpressible {
        tuples.append(tuple)
      } else {
        remark(
          on: tuple.joined(separator: ", "), of: entity,
          "is unique in the file, but not in the source.")
      }
    }
    return tuples
  }

  // MARK: Relationships

  private func line(
    for relationship: StoredModel.Relationship, of entity: StoredModel.Entity
  ) -> (line: String, planned: PlannedRelationship) {
    let name = names.property(relationship.name, of: entity.name)
    var options: [String] = []
    switch relationship.deleteRule {
    case .noAction: options.append("deleteRule: .noAction")
    case .cascade: options.append("deleteRule: .cascade")
    case .deny: options.append("deleteRule: .deny")
    case .nullify, .other: break
    }
    let original = originalName(
      of: name, relationship.name, former: relationship.renamingIdentifier, in: entity)
    options += Self.option(originalName: original, of: name)
    let destination = names.classes[relationship.destination] ?? relationship.destination
    if let inverse = relations.namedInverse(of: relationship, in: entity) {
      let property = SwiftText.escaped(names.property(inverse, of: relationship.destination))
      options.append("inverse: \\\(destination).\(property)")
    }
    let marker = options.isEmpty ? "" : "@Relationship(\(options.joined(separator: ", "))) "
    let type = relationship.isToMany ? "[\(destination)] = []" : "\(destination)?"
    let inverse = relations.inverse(of: relationship, in: entity)
    let inferred = relations.inferredInverse(of: relationship, in: entity)
    let planned = PlannedRelationship(
      relationship: relationship, name: name, originalName: original, destination: destination,
      inverse: (inverse ?? inferred)?.name, hasInferredInverse: inferred != nil)
    return ("\(marker)var \(SwiftText.escaped(name)): \(type)", planned)
  }
}

extension StoredModel.Attribute {
  /// The form in which a store of Perennial has the values of the property; nil if it has none.
  var storedForm: StoredForm? {
    switch type {
    case .composite:
      // A type with a raw value is not itself a raw value that a column can have.
      rawElement.map { $0.type == .composite ? .json : $0.storedForm } ?? .json
    case .transformable:
      switch recordedType?.text {
      case nil, "Data": .data
      case "Int64": .int64
      case "UInt64": .uint64
      case let text?: StoredForm.allCases.first { $0 != .json && $0.typeName == text } ?? .json
      }
    default: StoredForm(of: type)
    }
  }

  /// `true` if a constraint can be on the values.
  fileprivate var canBeUnique: Bool {
    if isTransient { return false }
    switch type {
    case .composite, .transformable, .objectID, .other: return false
    default: return true
    }
  }
}
