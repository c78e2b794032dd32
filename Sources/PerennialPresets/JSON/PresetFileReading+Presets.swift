import Perennial
import PerennialJSON

extension PresetFileReading {
  /// Reads a preset of a list, and makes its row.
  ///
  /// - Parameter members: The members of an earlier object of the list.
  mutating func preset(_ reader: inout JSONReader, _ members: inout PresetMembers) throws {
    guard let (position, mark) = try reader.nextValue(), mark == UInt8(ascii: "{") else {
      return add(noPreset: try reader.node(depth: 3), members.entity)
    }
    members.removeAll()
    try reader.object { reader, name in
      let position = reader.namePosition
      members.add(.init(name: name, position: position, node: try reader.node(depth: 4)))
    }
    _ = try preset(members, at: position, partOf: nil)
  }

  /// Makes the row of a part.
  ///
  /// - Parameter owner: The preset that it is a part of.
  /// - Returns: The index of the preset; nil if the preset has problems.
  private mutating func part(
    _ node: JSONNode, _ entity: PresetEntity, of owner: PresetName
  ) throws -> Int? {
    guard case .object(let list) = node.value else {
      add(noPreset: node, entity)
      return nil
    }
    var members = PresetMembers(of: entity)
    for member in list { members.add(member) }
    return try preset(members, at: node.position, partOf: owner)
  }

  private mutating func add(noPreset node: JSONNode, _ entity: PresetEntity) {
    problems.add(
      node.position,
      "\(entity.name): \(node.phrase) is not a preset; write an object with “\(PresetEntity.id)”")
  }

  /// - Returns: The index of the preset; nil if the preset has problems.
  private mutating func preset(
    _ members: PresetMembers, at position: TextPosition, partOf owner: PresetName?
  ) throws -> Int? {
    let entity = members.entity
    let id = id(members, at: position, partOf: owner)
    let subject = Subject(entity: entity, id: id, position: position)
    for repetition in members.repetitions {
      addRepetition(
        of: repetition.member.name, at: repetition.member.position, first: repetition.first,
        label: "\(subject.label): ")
    }
    for member in members.others {
      switch member.name {
      case PresetEntity.id: break
      case PresetEntity.formerly: readFormerIDs(member.node, of: id, entity, partOf: owner)
      default: add(unknown: member, entity, subject.label)
      }
    }
    let identity = PresetName(entity: entity.name, id: id ?? "")
    if id != nil, let owner { formerIDs.add(part: identity, of: owner) }
    let (row, isRefused) = try row(members, of: subject)
    // Parts are read in any case, so that all problems are found.
    var own: [PresetFileLink] = []
    let relationships = entity.relationships.compactMap { number in
      members.fields[number].map { (field: entity.fields[number], node: $0.node) }
    }
    for (field, node) in relationships.sorted(by: { $0.node.position < $1.node.position }) {
      let targets = try targets(at: node, of: field, owner: identity, label: subject.label)
      own.append(.init(file: file, property: field.property, targets: targets))
    }
    guard let id else { return nil }
    if isRefused {
      declared.insert(identity)
      return nil
    }
    if !own.isEmpty { links[entries.count] = own }
    entries.append(
      .init(
        catalog: catalog.catalog ?? "", id: id, layout: entity.layout,
        source: .file(row, SourcePosition(file: file, position: position))))
    return entries.count - 1
  }

  private mutating func id(
    _ members: PresetMembers, at position: TextPosition, partOf owner: PresetName?
  ) -> String? {
    let entity = members.entity
    guard let member = members.id else {
      problems.add(position, "\(entity.name): a preset lacks “\(PresetEntity.id)”")
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
      let part = try part(node, try entity(destination), of: owner)
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
