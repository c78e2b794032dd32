import Foundation
import Perennial
import PerennialJSON
import PerennialRecords

/// A reading of a catalog file. Makes the rows of the presets, and collects all problems.
struct PresetFileReading {
  let layouts: [String: ModelLayout]
  /// The number of the file.
  let file: Int
  let catalog: PresetFileHead
  let namespace: UUID
  let decoder: ColumnDecoder
  /// The values to which those of the file are added.
  let packed: PackedValues
  private var entities: [String: PresetEntity] = [:]
  var problems: PresetFileProblems
  var entries: [PresetAssembly.Entry] = []
  /// The relationships of presets, by the indices of their owners in ``entries``.
  var links: [Int: [PresetFileLink]] = [:]
  /// The presets with problems, which have no entry.
  var declared: Set<PresetName> = []
  var formerIDs = FormerIDs()
  private(set) var userProperties: [String: Set<String>]
  /// `true` if the file names properties of the user after the presets. Then the presets were read without them.
  private(set) var hasLateUserProperties = false

  /// Creates a reading of a file.
  ///
  /// - Parameters:
  ///   - name: The name of the file in errors.
  ///   - file: The number of the file.
  ///   - layouts: The models that the file may name, by the names of their entities.
  ///   - catalog: The name, version and namespace of the catalog.
  ///   - packed: The values to which those of the file are added.
  ///   - userProperties: The properties of the user, by entity, as far as they are known.
  init(
    _ name: String, file: Int, layouts: [String: ModelLayout], catalog: PresetFileHead,
    packing packed: PackedValues, userProperties: [String: Set<String>] = [:]
  ) throws {
    self.packed = packed
    self.userProperties = userProperties
    self.layouts = layouts
    self.file = file
    self.catalog = catalog
    namespace = RecordName.namespace(uri: catalog.namespace ?? PresetCatalog.commonNamespace)
    decoder = try ColumnDecoder()
    problems = PresetFileProblems(file: name)
  }

  // MARK: The file

  /// Reads the catalog. Reads each preset by itself: the file as a whole is never in memory.
  ///
  /// - Throws: `TextError` if the file isn't JSON.
  mutating func read(_ reader: inout JSONReader) throws {
    guard let (start, mark) = try reader.nextValue(), mark == UInt8(ascii: "{") else {
      let root = try reader.node()
      return problems.add(
        root.position,
        "\(root.phrase) is not a catalog; write an object with “catalog” and “presets”")
    }
    var names: [String: TextPosition] = [:]
    var members: [JSONNode.Member] = []
    try reader.object { reader, name in
      let position = reader.namePosition
      let isNew = note(name, at: position, in: &names)
      if isNew, name == "presets" { return try readPresets(&reader) }
      let member = JSONNode.Member(
        name: name, position: position, node: try reader.node(depth: 1))
      if !PresetFileHead.members.contains(name) {
        add(unknown: member, among: PresetFileHead.members, "")
      } else if isNew {
        members.append(member)
        if name == "leavingToUser" {
          hasLateUserProperties = names["presets"] != nil
          try readUserProperties(member.node)
        }
      }
    }
    var head = PresetFileHead()
    for member in members { head.read(member.name, from: member.node, problems: &problems) }
    check(head, members, presets: names["presets"])
    if names["presets"] == nil {
      problems.add(start, "“presets”, the presets by their entities, is missing")
    }
  }

  private mutating func readPresets(_ reader: inout JSONReader) throws {
    guard try reader.nextValue()?.mark == UInt8(ascii: "{") else {
      return add(noEntities: try reader.node(depth: 1), "presets")
    }
    var names: [String: TextPosition] = [:]
    try reader.object { reader, name in
      let position = reader.namePosition
      _ = note(name, at: position, in: &names, label: "presets: ")
      guard let entity = try entity(named: name, at: position) else {
        _ = try reader.node(depth: 2)
        return
      }
      guard try reader.nextValue()?.mark == UInt8(ascii: "[") else {
        let node = try reader.node(depth: 2)
        return problems.add(
          node.position, "\(entity.name): \(node.phrase) is not an array of presets")
      }
      var members = PresetMembers(of: entity)
      try reader.array { try preset(&$0, &members) }
    }
  }

  private mutating func add(noEntities node: JSONNode, _ label: String) {
    problems.add(
      node.position,
      "\(label): \(node.phrase) does not have entities; write an object with their names")
  }

  /// Adds a problem for each member of the head that differs from the catalog in the program.
  ///
  /// - Parameter presets: The position of the presets.
  private mutating func check(
    _ head: PresetFileHead, _ members: [JSONNode.Member], presets: TextPosition?
  ) {
    if !members.contains(where: { $0.name == "catalog" }) { problems.addMissingCatalog() }
    func check<Value: Equatable>(_ name: String, _ told: Value?, against own: Value?) {
      guard let told, told != own, let member = members.first(where: { $0.name == name }) else {
        return
      }
      let isLate = presets.map { $0 < member.position } == true
      let way =
        isLate
        ? "put “\(name)” before “presets”"
        : "use the same value in both, or create the catalog again if the file has changed"
      problems.add(
        member.node.position,
        "\(name): the file has \(told), but the catalog has \(own.map { "\($0)" } ?? "nothing"); \(way)"
      )
    }
    check("catalog", head.catalog, against: catalog.catalog)
    check("version", head.version, against: catalog.version)
    check("namespace", head.namespace, against: catalog.namespace)
  }

  private mutating func readUserProperties(_ node: JSONNode) throws {
    guard case .object(let members) = node.value else {
      return add(noEntities: node, "leavingToUser")
    }
    var positions: [String: TextPosition] = [:]
    for member in members {
      _ = note(member.name, at: member.position, in: &positions, label: "leavingToUser: ")
      guard let entity = try entity(named: member.name, at: member.position) else { continue }
      guard case .array(let names) = member.node.value else {
        problems.add(
          member.node.position,
          "leavingToUser: \(member.node.phrase) is not an array of property names")
        continue
      }
      for name in names {
        guard case .string(let text) = name.value, entity.number(ofFieldNamed: text) != nil else {
          let written = if case .string(let text) = name.value { text } else { "" }
          let near = nearestName(to: written, among: entity.fieldNames)
          problems.add(
            name.position,
            "leavingToUser: \(name.phrase) is not a stored property of \(entity.name)"
              + (near.map { "; did you mean “\($0)”?" } ?? ""))
          continue
        }
        userProperties[entity.name, default: []].insert(text)
      }
    }
  }

  private mutating func entity(
    named name: String, at position: TextPosition
  ) throws -> PresetEntity? {
    guard let layout = layouts[name] else {
      let near = nearestName(to: name, among: layouts.keys.sorted())
      problems.add(
        position,
        "“\(name)” is not an entity of the catalog's models; "
          + (near.map { "did you mean “\($0)”?" }
            ?? "the entities are \(layouts.keys.sorted().joined(separator: ", "))"))
      return nil
    }
    return try entity(layout)
  }

  mutating func entity(_ layout: ModelLayout) throws -> PresetEntity {
    if let entity = entities[layout.entityName] { return entity }
    let entity = try PresetEntity(layout)
    entities[layout.entityName] = entity
    return entity
  }
}
