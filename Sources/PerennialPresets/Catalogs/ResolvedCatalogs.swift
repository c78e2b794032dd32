import Foundation
import Perennial
import PerennialRecords

/// The collected and checked presets of some catalogs. Each has an ID and a key, and references only
/// presets.
struct ResolvedCatalogs {
  let catalogs: [PresetCatalog]
  let contents: CatalogGraph
  let userProperties: [String: Set<String>]
  /// The relationships that contain the parts of presets.
  let parts: [(owner: any PersistentModel.Type, property: String)]
  let rules: [String: [String: PresetConflictRule<Any>]]
  private let formerIDs: FormerIDs
  /// The classes that have presets.
  let types: [any PersistentModel.Type]

  /// Creates the objects of all catalogs.
  ///
  /// - Throws: ``PresetError`` with all problems, and the errors that creating the objects throws.
  init(_ catalogs: [PresetCatalog]) throws {
    var assembly = _PresetAssembly()
    assembly.problems = Self.namingProblems(catalogs)
    for catalog in catalogs {
      assembly.head = PresetFileHead(catalog)
      for group in catalog.groups { try group._add(to: &assembly) }
    }
    assembly.addParts()
    assembly.checkFormerIDs()
    assembly.connectFiles()
    let namespaces = Dictionary(
      catalogs.map { ($0.name, RecordName.namespace(uri: $0.namespace)) },
      uniquingKeysWith: { first, _ in first })
    let drafts = assembly.drafts(namespaces)
    try assembly.throwIfFilesAreInvalid()
    // Computed on demand: only an object that stands for a preset, without being the preset's own
    // object, needs it.
    var numbers: [PresetName: Int]?
    let identifiers = assembly.identifiers
    let contents = CatalogGraph(drafts) { model in
      let list = identifiers[ObjectIdentifier(type(of: model))] ?? []
      if list.isEmpty { return nil }
      let entity = ModelLayout.of(type(of: model)).entityName
      let known = numbers ?? PresetName.numbers(drafts)
      numbers = known
      for identify in list {
        guard let id = identify(model), let number = known[PresetName(entity: entity, id: id)]
        else { continue }
        return number
      }
      return nil
    }
    assembly.checkReferences()
    try assembly.throwIfFilesAreInvalid()
    let problems = assembly.problems + contents.problems
    guard problems.isEmpty else { throw PresetError(.invalidCatalog, problems) }
    self.catalogs = catalogs
    self.contents = contents
    userProperties = assembly.userProperties
    parts = assembly.parts.map { ($0.owner, $0.name) }
    rules = assembly.rules
    formerIDs = assembly.formerIDs
    var seen: Set<ObjectIdentifier> = []
    types = drafts.map { type(of: $0.model) }.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Returns all IDs that a preset has had, the current one first.
  func ids(of draft: CatalogPreset) -> [String] {
    formerIDs.all(of: PresetName(entity: draft.entityName, id: draft.id))
  }

  private static func namingProblems(_ catalogs: [PresetCatalog]) -> [String] {
    var problems: [String] = []
    for (name, list) in Dictionary(grouping: catalogs, by: \.name).sorted(by: { $0.key < $1.key }) {
      if list.count > 1 { problems.append("\(list.count) catalogs have the name “\(name)”") }
      if name.isEmpty || name.contains("/") {
        problems.append(
          "“\(name)” cannot be the name of a catalog: the name is empty or has a slash")
      }
    }
    return problems
  }
}

/// The identity of a preset: its entity and its ID.
struct PresetName: Hashable {
  let entity: String
  let id: String

  /// Returns the index of the first preset with each name.
  fileprivate static func numbers(_ drafts: [CatalogPreset]) -> [PresetName: Int] {
    Dictionary(
      drafts.enumerated().map { (PresetName(entity: $1.entityName, id: $1.id), $0) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension _PresetAssembly {
  /// Collects the parts of presets, and the parts of these parts.
  fileprivate mutating func addParts() {
    if parts.isEmpty { return }
    var number = 0
    var known = Set(entries.map { ObjectIdentifier($0.model) })
    while number < entries.count {
      let entry = entries[number]
      number += 1
      for part in parts where type(of: entry.model) == part.owner {
        for member in part.members(entry.model)
        where known.insert(ObjectIdentifier(member)).inserted {
          guard let id = part.id(member), !id.isEmpty else {
            let owner = ModelLayout.of(part.owner).entityName
            problems.append("\(owner) “\(entry.id)”.\(part.name): a part lacks an ID")
            continue
          }
          let whole = "\(entry.id)/\(id)"
          entries.append(.init(catalog: entry.catalog, id: whole, model: member))
          let (owner, entity) = (ModelLayout.of(part.owner), ModelLayout.of(type(of: member)))
          formerIDs.add(
            part: PresetName(entity: entity.entityName, id: whole),
            of: PresetName(entity: owner.entityName, id: entry.id))
        }
      }
    }
  }

  fileprivate mutating func checkFormerIDs() {
    if formerIDs.isEmpty { return }
    problems += formerIDs.check(
      Set(
        entries.map {
          PresetName(entity: ModelLayout.of(type(of: $0.model)).entityName, id: $0.id)
        }))
  }

  /// Returns the objects with their keys. Leaves out an object whose key another one has, and adds a
  /// problem.
  fileprivate mutating func drafts(_ namespaces: [String: UUID]) -> [CatalogPreset] {
    struct Place: Hashable {
      let table: ObjectIdentifier
      let key: Int64
    }
    var drafts: [CatalogPreset] = []
    drafts.reserveCapacity(entries.count)
    var taken: [Place: Int] = [:]
    taken.reserveCapacity(entries.count)
    for kind in kinds() {
      let (first, layout) = (entries[kind.numbers.lowerBound], kind.layout)
      guard let namespace = namespaces[first.catalog] else { continue }
      for number in kind.numbers {
        let id = entries[number].id
        let firstID = formerIDs.first(of: id, layout.entityName)
        let key = RecordName.presetKey(
          namespace: namespace, entity: layout.entityName, id: firstID)
        let place = Place(table: ObjectIdentifier(layout.root), key: key)
        if let other = taken.updateValue(number, forKey: place) {
          taken[place] = other
          addProblem(twins: entries[other], entries[number])
          continue
        }
        drafts.append(
          CatalogPreset(
            catalog: first.catalog, id: id, firstID: firstID, model: entries[number].model,
            key: key))
      }
    }
    return drafts
  }

  /// Returns the runs of consecutive entries that have one class and one catalog.
  private func kinds() -> [(layout: ModelLayout, numbers: Range<Int>)] {
    var kinds: [(layout: ModelLayout, numbers: Range<Int>)] = []
    var start = entries.startIndex
    while start < entries.endIndex {
      let (type, catalog) = (type(of: entries[start].model), entries[start].catalog)
      let end = entries[start...].firstIndex {
        Swift.type(of: $0.model) != type || $0.catalog != catalog
      }
      kinds.append((ModelLayout.of(type), start..<(end ?? entries.endIndex)))
      start = end ?? entries.endIndex
    }
    return kinds
  }

  private mutating func addProblem(twins first: Entry, _ second: Entry) {
    let (name, other) = (second.label, first.label)
    let way = "give one of them another ID"
    if let place = second.place {
      let former = first.place.map { "at \(files.description(of: $0))" } ?? "in “\(first.catalog)”"
      files.add(
        place,
        name == other
          ? "\(name) appears twice, first \(former); \(way)"
          : "\(name) and \(other), \(former), have the same key; \(way)")
    } else {
      problems.append(
        name == other
          ? "\(name) appears twice, in “\(first.catalog)” and “\(second.catalog)”; \(way)"
          : "\(name) and \(other) have the same key; \(way)")
    }
  }
}

extension _PresetAssembly.Entry {
  fileprivate var label: String { "\(ModelLayout.of(type(of: model)).entityName) “\(id)”" }
}

extension _PresetAssembly {
  /// Throws the problems so far if a file has any.
  ///
  /// - Throws: ``PresetError/Code/invalidFile`` with all problems so far.
  fileprivate func throwIfFilesAreInvalid() throws {
    let lines = files.lines
    if !lines.isEmpty { throw PresetError(.invalidFile, lines + problems) }
  }
}
