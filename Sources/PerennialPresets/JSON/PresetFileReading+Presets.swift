import Perennial
import PerennialJSON

extension PresetFileReading {
  /// Makes the row of a preset.
  ///
  /// - Parameter owner: The preset that it is a part of.
  /// - Returns: The index of the preset; nil if the preset has problems.
  mutating func preset(
    _ node: JSONNode, _ entity: PresetEntity, partOf owner: PresetName?
  ) throws -> Int? {
    guard case .object(let members) = node.value else {
      problems.add(
        node.position,
        "\(entity.name): \(node.phrase) is not a preset; write an object with “\(PresetEntity.id)”")
      return nil
    }
    let id = id(members, at: node, of: entity, partOf: owner)
    let label = id.map { "\(entity.name) “\($0)”" } ?? entity.name
    let named = unique(members, "\(label): ")
    for member in members where entity.fields[member.name] == nil {
      switch member.name {
      case PresetEntity.id: break
      case PresetEntity.formerly: readFormerIDs(member.node, of: id, entity, partOf: owner)
      default: add(unknown: member, entity, label)
      }
    }
    let identity = PresetName(entity: entity.name, id: id ?? "")
    if id != nil {
      declared.insert(identity)
      if let owner { formerIDs.add(part: identity, of: owner) }
    }
    var values = values(
      named, at: node, of: entity, id: formerIDs.first(of: identity.id, entity.name), label: label)
    let refusals = try decoder.convert(&values, entity.layout)
    for refusal in refusals {
      let place = named[refusal.property.name]?.node ?? node
      let issue = PresetValueIssue(refusal, of: place)
      problems.add(issue.position, "\(label).\(refusal.property.name): \(issue.reason)")
    }
    // Parts are read in any case, so that all problems are found.
    var own: [PresetFileLink] = []
    for (name, member) in named.sorted(by: { $0.value.position < $1.value.position }) {
      guard let field = entity.fields[name], field.property.isRelationship else { continue }
      let targets = try targets(at: member.node, of: field, owner: identity, label: label)
      own.append(.init(file: file, property: field.property, targets: targets))
    }
    guard let id, refusals.isEmpty else { return nil }
    if !own.isEmpty { links[entries.count] = own }
    entries.append(
      .init(
        catalog: catalog.catalog ?? "", id: id, layout: entity.layout,
        source: .file(values: values, SourcePosition(file: file, position: node.position))))
    return entries.count - 1
  }

  private mutating func id(
    _ members: [JSONNode.Member], at node: JSONNode, of entity: PresetEntity,
    partOf owner: PresetName?
  ) -> String? {
    guard let member = members.first(where: { $0.name == PresetEntity.id }) else {
      problems.add(node.position, "\(entity.name): a preset lacks “\(PresetEntity.id)”")
      return nil
    }
    guard case .string(let text) = member.node.value, !text.isEmpty else {
      problems.add(
        member.node.position,
        "\(entity.name).\(PresetEntity.id): \(member.node.phrase) is not an ID; write a text")
      return nil
    }
    return owner.map { "\($0.id)/\(text)" } ?? text
  }

  /// Reads former IDs, the oldest first. Those of a part do not contain its owner's ID.
  private mutating func readFormerIDs(
    _ node: JSONNode, of id: String?, _ entity: PresetEntity, partOf owner: PresetName?
  ) {
    let nodes = if case .array(let nodes) = node.value { nodes } else { [node] }
    var next = id
    for node in nodes.reversed() {
      guard case .string(let former) = node.value, !former.isEmpty else {
        problems.add(
          node.position,
          """
          \(entity.name).\(PresetEntity.formerly): \(node.phrase) is not an ID; write a text, or an array \
          of texts, the oldest first
          """)
        continue
      }
      let whole = owner.map { "\($0.id)/\(former)" } ?? former
      if let next { formerIDs.add([next: whole], of: entity.name) }
      next = whole
    }
  }

  // MARK: Relationships

  private mutating func targets(
    at node: JSONNode, of field: PresetField, owner: PresetName, label: String
  ) throws -> [PresetFileLink.Target] {
    let label = "\(label).\(field.name)"
    if case .null = node.value {
      if !field.property.isOptional {
        problems.add(node.position, "\(label): null is not allowed: the property is not optional")
      }
      return []
    }
    guard field.property.isToMany else {
      return try target(at: node, of: field, owner: owner, label: label).map { [$0] } ?? []
    }
    guard case .array(let elements) = node.value else {
      problems.add(
        node.position,
        "\(label): \(node.phrase) is not an array of IDs of presets of \(field.typeName)")
      return []
    }
    var seen: Set<String> = []
    return try elements.compactMap { element in
      if case .string(let text) = element.value, !seen.insert(text).inserted {
        problems.add(element.position, "\(label): “\(text)” appears twice; leave one out")
        return nil
      }
      return try target(at: element, of: field, owner: owner, label: label)
    }
  }

  private mutating func target(
    at node: JSONNode, of field: PresetField, owner: PresetName, label: String
  ) throws -> PresetFileLink.Target? {
    switch node.value {
    case .string(let text): return .preset(text, node.position)
    case .object:
      guard let destination = field.property.destinationLayout else { return nil }
      let part = try preset(node, try entity(destination), partOf: owner)
      return part.map { .part($0) }
    default:
      problems.add(
        node.position,
        "\(label): \(node.phrase) is not of type \(field.typeName); write the ID of a preset, or an object"
      )
      return nil
    }
  }
}
