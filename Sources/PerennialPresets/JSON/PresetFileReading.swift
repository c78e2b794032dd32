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
  private var entities: [String: PresetEntity] = [:]
  var problems: PresetFileProblems
  var entries: [PresetAssembly.Entry] = []
  /// The relationships of presets, by the indices of their owners in ``entries``.
  var links: [Int: [PresetFileLink]] = [:]
  var declared: Set<PresetName> = []
  var formerIDs = FormerIDs()
  var userProperties: [String: Set<String>] = [:]

  /// Creates a reading of a file.
  ///
  /// - Parameters:
  ///   - name: The name of the file in errors.
  ///   - file: The number of the file.
  ///   - layouts: The models that the file may name, by the names of their entities.
  ///   - catalog: The name, version and namespace of the catalog.
  init(
    _ name: String, file: Int, layouts: [String: ModelLayout], catalog: PresetFileHead
  ) throws {
    self.layouts = layouts
    self.file = file
    self.catalog = catalog
    namespace = RecordName.namespace(uri: catalog.namespace ?? PresetCatalog.commonNamespace)
    decoder = try ColumnDecoder()
    problems = PresetFileProblems(file: name)
  }

  // MARK: The file

  mutating func read(_ root: JSONNode) throws {
    guard case .object(let members) = root.value else {
      return problems.add(
        root.position,
        "\(root.phrase) is not a catalog; write an object with “catalog” and “presets”")
    }
    var head = PresetFileHead()
    let named = unique(members, "")
    for member in members where !PresetFileHead.members.contains(member.name) {
      add(unknown: member, among: PresetFileHead.members, "")
    }
    for name in ["catalog", "version", "namespace"] {
      if let member = named[name] { head.read(name, from: member.node, problems: &problems) }
    }
    check(head, named)
    if let node = named["leavingToUser"]?.node { try readUserProperties(node) }
    guard let presets = named["presets"]?.node else {
      return problems.add(root.position, "“presets”, the presets by their entities, is missing")
    }
    for (entity, list) in try lists(presets, "presets") {
      guard case .array(let nodes) = list.value else {
        problems.add(list.position, "\(entity.name): \(list.phrase) is not an array of presets")
        continue
      }
      for node in nodes { _ = try preset(node, entity, partOf: nil) }
    }
  }

  /// Returns the entities that are the members of an object, with their values.
  private mutating func lists(
    _ node: JSONNode, _ label: String
  ) throws -> [(entity: PresetEntity, list: JSONNode)] {
    guard case .object(let members) = node.value else {
      problems.add(
        node.position,
        "\(label): \(node.phrase) does not have entities; write an object with their names")
      return []
    }
    _ = unique(members, "\(label): ")
    var lists: [(PresetEntity, JSONNode)] = []
    for member in members {
      if let entity = try entity(member) { lists.append((entity, member.node)) }
    }
    return lists
  }

  /// Adds a problem for each member of the head that differs from the catalog in the program.
  private mutating func check(_ head: PresetFileHead, _ named: [String: JSONNode.Member]) {
    if named["catalog"] == nil { problems.addMissingCatalog() }
    func check<Value: Equatable>(_ name: String, _ told: Value?, against own: Value?) {
      guard let told, told != own, let member = named[name] else { return }
      let isLate = named["presets"].map { $0.position < member.position } == true
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
    for (entity, list) in try lists(node, "leavingToUser") {
      guard case .array(let names) = list.value else {
        problems.add(
          list.position, "leavingToUser: \(list.phrase) is not an array of property names")
        continue
      }
      for name in names {
        guard case .string(let text) = name.value, entity.fields[text] != nil else {
          let written = if case .string(let text) = name.value { text } else { "" }
          let near = nearestName(to: written, among: entity.fields.keys.sorted())
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

  private mutating func entity(_ member: JSONNode.Member) throws -> PresetEntity? {
    guard let layout = layouts[member.name] else {
      let near = nearestName(to: member.name, among: layouts.keys.sorted())
      problems.add(
        member.position,
        "“\(member.name)” is not an entity of the catalog's models; "
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
