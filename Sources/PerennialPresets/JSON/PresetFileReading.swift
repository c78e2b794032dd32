import Foundation
import Perennial
import PerennialInspection

/// Makes the objects that a catalog file has, and finds everything that is wrong with it.
struct PresetFileReading {
  let layouts: [String: ModelLayout]
  /// The number of the file.
  let file: Int
  let catalog: PresetFileHead
  let namespace: UUID
  private let making: ModelMaking
  private var entities: [String: PresetEntity] = [:]
  var problems: PresetFileProblems
  var entries: [_PresetAssembly.Entry] = []
  var links: [PresetFileLink] = []
  var declared: Set<PresetName> = []
  var formerIDs: [String: [String: String]] = [:]
  var userProperties: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - name: What errors call the file.
  ///   - catalog: What the catalog says of itself.
  init(
    _ name: String, file: Int, layouts: [String: ModelLayout], catalog: PresetFileHead
  ) throws {
    self.layouts = layouts
    self.file = file
    self.catalog = catalog
    namespace = RecordName.namespace(uri: catalog.namespace ?? PresetCatalog.commonNamespace)
    making = try ModelMaking()
    problems = PresetFileProblems(file: name)
  }

  // MARK: The file

  mutating func read(_ root: JSONNode) throws {
    guard case .object(let members) = root.value else {
      return problems.add(
        root.position,
        "\(root.phrase) is no catalog; an object with “catalog” and “presets” would be")
    }
    var head = PresetFileHead()
    let named = unique(members, "")
    for member in members where !PresetFileHead.members.contains(member.name) {
      add(unknown: member, among: PresetFileHead.members, "")
    }
    for name in ["catalog", "version", "namespace"] {
      if let member = named[name] { head.read(name, member.node, &problems) }
    }
    check(head, named)
    if let node = named["leavingToUser"]?.node { try readUserProperties(node) }
    guard let presets = named["presets"]?.node else {
      return problems.add(root.position, "“presets”, the presets by their entities, is missing")
    }
    guard case .object(let lists) = presets.value else {
      return problems.add(
        presets.position,
        "presets: \(presets.phrase) has no entities; an object with their names would")
    }
    _ = unique(lists, "presets: ")
    for list in lists {
      guard let entity = try entity(list) else { continue }
      guard case .array(let nodes) = list.node.value else {
        problems.add(
          list.node.position, "\(entity.name): \(list.node.phrase) is no array of presets")
        continue
      }
      for node in nodes { _ = try preset(node, entity, partOf: nil) }
    }
  }

  /// The file must not say something else of the catalog than the program does.
  private mutating func check(_ head: PresetFileHead, _ named: [String: JSONNode.Member]) {
    if named["catalog"] == nil { problems.addMissingCatalog() }
    let way = "say the same, or make the catalog anew if the file has changed"
    func difference<Value: Equatable>(_ told: Value?, _ own: Value?) -> String? {
      guard let told, told != own else { return nil }
      return "the file says \(told), and the catalog \(own.map { "\($0)" } ?? "nothing"); \(way)"
    }
    for (name, difference) in [
      ("catalog", difference(head.catalog, catalog.catalog)),
      ("version", difference(head.version, catalog.version)),
      ("namespace", difference(head.namespace, catalog.namespace)),
    ] {
      if let difference, let member = named[name] {
        problems.add(member.node.position, "\(name): \(difference)")
      }
    }
  }

  private mutating func readUserProperties(_ node: JSONNode) throws {
    guard case .object(let members) = node.value else {
      return problems.add(
        node.position,
        "leavingToUser: \(node.phrase) has no entities; an object with their names would")
    }
    _ = unique(members, "leavingToUser: ")
    for member in members {
      guard let entity = try entity(member) else { continue }
      guard case .array(let names) = member.node.value else {
        problems.add(
          member.node.position,
          "leavingToUser: \(member.node.phrase) is no array of names of properties")
        continue
      }
      for name in names {
        guard case .string(let text) = name.value, entity.fields[text] != nil else {
          let written = if case .string(let text) = name.value { text } else { "" }
          let near = nearestName(to: written, among: entity.fields.keys.sorted())
          problems.add(
            name.position,
            "leavingToUser: \(name.phrase) is no stored property of \(entity.name)"
              + (near.map { "; “\($0)” would be" } ?? ""))
          continue
        }
        userProperties[entity.name, default: []].insert(text)
      }
    }
  }

  private mutating func entity(_ member: JSONNode.Member) throws -> PresetEntity? {
    guard let layout = layouts[member.name] else {
      let near = nearestName(to: member.name, among: layouts.keys.sorted())
      problems.add(
        member.position,
        "“\(member.name)” is no entity of the catalog's models; "
          + (near.map { "“\($0)” would be" }
            ?? "these are: \(layouts.keys.sorted().joined(separator: ", "))"))
      return nil
    }
    return try entity(layout)
  }

  private mutating func entity(_ layout: ModelLayout) throws -> PresetEntity {
    if let entity = entities[layout.entityName] { return entity }
    let entity = try PresetEntity(layout)
    entities[layout.entityName] = entity
    return entity
  }

  // MARK: Presets

  /// Makes the object of a preset; nil if something is wrong with it.
  ///
  /// - Parameter owner: The ID of the preset that it is a part of.
  private mutating func preset(
    _ node: JSONNode, _ entity: PresetEntity, partOf owner: String?
  ) throws -> (any PersistentModel)? {
    guard case .object(let members) = node.value else {
      problems.add(
        node.position,
        "\(entity.name): \(node.phrase) is no preset; an object with “\(PresetEntity.id)” would be")
      return nil
    }
    let id = id(members, node, entity, partOf: owner)
    let label = id.map { "\(entity.name) “\($0)”" } ?? entity.name
    let named = unique(members, "\(label): ")
    for member in members where entity.fields[member.name] == nil {
      switch member.name {
      case PresetEntity.id: break
      case PresetEntity.formerly: readFormerIDs(member.node, of: id, entity)
      default: add(unknown: member, entity, label)
      }
    }
    let values = values(named, node, entity, id ?? "", label)
    if let id { declared.insert(PresetName(entity: entity.name, id: id)) }
    let (model, refusals) = try making.model(entity.layout, values)
    for refusal in refusals {
      let place = named[refusal.property.name]?.node ?? node
      let misfit = PresetMisfit(refusal, of: place)
      problems.add(misfit.position, "\(label).\(refusal.property.name): \(misfit.reason)")
    }
    // Parts are read in any case: all that is wrong is wanted.
    for (name, member) in named.sorted(by: { $0.value.position < $1.value.position }) {
      guard let field = entity.fields[name], field.property.isRelationship else { continue }
      let targets = try targets(member.node, field, id ?? "", label)
      guard let id, let model else { continue }
      links.append(
        .init(file: file, owner: model, ownerID: id, property: field.property, targets: targets))
    }
    guard let id, let model else { return nil }
    entries.append(
      .init(
        catalog: catalog.catalog ?? "", id: id, model: model,
        place: PresetPlace(file: file, position: node.position)))
    return model
  }

  private mutating func id(
    _ members: [JSONNode.Member], _ node: JSONNode, _ entity: PresetEntity, partOf owner: String?
  ) -> String? {
    guard let member = members.first(where: { $0.name == PresetEntity.id }) else {
      problems.add(node.position, "\(entity.name): a preset has no “\(PresetEntity.id)”")
      return nil
    }
    guard case .string(let text) = member.node.value, !text.isEmpty else {
      problems.add(
        member.node.position,
        "\(entity.name).\(PresetEntity.id): \(member.node.phrase) is no ID; a text would be")
      return nil
    }
    return owner.map { "\($0)/\(text)" } ?? text
  }

  /// Notes former IDs, of which the oldest comes first.
  private mutating func readFormerIDs(_ node: JSONNode, of id: String?, _ entity: PresetEntity) {
    let nodes = if case .array(let nodes) = node.value { nodes } else { [node] }
    var next = id
    for node in nodes.reversed() {
      guard case .string(let former) = node.value, !former.isEmpty else {
        problems.add(
          node.position,
          """
          \(entity.name).\(PresetEntity.formerly): \(node.phrase) is no ID; a text would be, or an \
          array of texts, the oldest first
          """)
        continue
      }
      if let next { formerIDs[entity.name, default: [:]][next] = former }
      next = former
    }
  }

  // MARK: Values

  /// What the columns of a preset have, by the indices of the properties.
  private mutating func values(
    _ named: [String: JSONNode.Member], _ node: JSONNode, _ entity: PresetEntity, _ id: String,
    _ label: String
  ) -> [SQLValue] {
    var values = Array(repeating: SQLValue.null, count: entity.layout.properties.count)
    for field in entity.fields.values {
      let index = field.property.index
      switch field.kind {
      case .toOne: break
      case .toMany:
        let isNull = if case .null? = named[field.name]?.node.value { true } else { false }
        let isThere = named[field.name] != nil ? !isNull : field.property.defaultValue != nil
        values[index] = field.property.isOptional && isThere ? .integer(1) : .null
      case .attribute(let form):
        guard let value = named[field.name]?.node else {
          if let value = absent(field, form, entity, id) {
            values[index] = value
          } else {
            problems.add(node.position, "\(label).\(field.name) has no value; \(field.lack)")
          }
          continue
        }
        do {
          values[index] = try field.column(value, form)
        } catch let misfit as PresetMisfit {
          problems.add(misfit.position, "\(label).\(field.name): \(misfit.reason)")
        } catch {
          problems.add(value.position, "\(label).\(field.name): \(error)")
        }
      }
    }
    return values
  }

  /// The value of a property of which the file says nothing; nil if it has to.
  private func absent(
    _ field: PresetField, _ form: StoredForm, _ entity: PresetEntity, _ id: String
  ) -> SQLValue? {
    switch field.declaredDefault {
    case .constant(let value): return value
    case .none: return field.property.isOptional ? .null : nil
    case .changing(let value):
      if userProperties[entity.name]?.contains(field.name) == true { return value }
      guard form == .uuid else { return nil }
      // The same on every device, and in every version.
      let uuid = UUID(namespace: namespace, name: "\(entity.name)\u{1F}\(id)\u{1F}\(field.name)")
      return .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    }
  }

  // MARK: Relationships

  private mutating func targets(
    _ node: JSONNode, _ field: PresetField, _ id: String, _ label: String
  ) throws -> [PresetFileLink.Target] {
    let label = "\(label).\(field.name)"
    if case .null = node.value {
      if !field.property.isOptional {
        problems.add(node.position, "\(label): null is no value of it, which is not optional")
      }
      return []
    }
    guard field.property.isToMany else {
      return try target(node, field, id, label, "the ID of a preset").map { [$0] } ?? []
    }
    guard case .array(let elements) = node.value else {
      problems.add(
        node.position,
        "\(label): \(node.phrase) is no array of the IDs of presets of \(field.typeName)")
      return []
    }
    var seen: Set<String> = []
    return try elements.compactMap { element in
      if case .string(let text) = element.value, !seen.insert(text).inserted {
        problems.add(element.position, "\(label): “\(text)” is there twice; leave one out")
        return nil
      }
      return try target(element, field, id, label, "the ID of a preset")
    }
  }

  private mutating func target(
    _ node: JSONNode, _ field: PresetField, _ id: String, _ label: String, _ wanted: String
  ) throws -> PresetFileLink.Target? {
    switch node.value {
    case .string(let text): return .preset(text, node.position)
    case .object:
      guard let type = field.property.destination else { return nil }
      let part = try preset(node, try entity(ModelLayout.of(type)), partOf: id)
      return part.map { .part($0) }
    default:
      problems.add(
        node.position,
        "\(label): \(node.phrase) is no \(field.typeName); \(wanted), or an object, would be")
      return nil
    }
  }

  // MARK: Names

  /// The members of an object by name; those that are there twice are problems.
  private mutating func unique(
    _ members: [JSONNode.Member], _ label: String
  ) -> [String: JSONNode.Member] {
    var named: [String: JSONNode.Member] = [:]
    for member in members {
      if let first = named[member.name] {
        problems.add(
          member.position,
          "\(label)“\(member.name)” is there twice, first at \(first.position); leave one out")
      } else {
        named[member.name] = member
      }
    }
    return named
  }

  private mutating func add(
    unknown member: JSONNode.Member, _ entity: PresetEntity, _ label: String
  ) {
    if entity.layout.property(named: member.name) != nil {
      return problems.add(
        member.position,
        "\(label).\(member.name) is not stored, and can have no value; leave it out")
    }
    add(unknown: member, among: entity.members, "\(label).")
  }

  private mutating func add(unknown member: JSONNode.Member, among names: [String], _ label: String)
  {
    let near = nearestName(to: member.name, among: names)
    problems.add(
      member.position,
      "\(label)\(label.isEmpty ? "“\(member.name)”" : member.name) is unknown here; "
        + (near.map { "“\($0)” would be right" }
          ?? "these are known: \(names.joined(separator: ", "))"))
  }
}

extension PresetField {
  /// What to do about a missing value.
  fileprivate var lack: String {
    if case .changing = declaredDefault {
      return
        "its default is another one each time, so give it a \(typeName), or leave it to the user"
    }
    return "it has no default and is not optional, so give it a \(typeName)"
  }
}
