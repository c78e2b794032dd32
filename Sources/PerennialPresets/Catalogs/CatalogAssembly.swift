import Foundation
import Perennial

/// The presets of some catalogs, found and checked: each has an ID and a key, and what it refers to
/// is a preset.
struct CatalogAssembly {
  let catalogs: [PresetCatalog]
  let contents: PresetContents
  let userProperties: [String: Set<String>]
  /// The relationships by which presets have parts.
  let parts: [(owner: any PersistentModel.Type, property: String)]
  let rules: [String: [String: PresetRule]]
  private let formerIDs: FormerIDs
  /// The classes of which there are presets.
  let types: [any PersistentModel.Type]

  /// Makes the objects of all catalogs.
  ///
  /// - Throws: ``PresetError`` with everything that is wrong, and what making the objects throws.
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
    // Looked for only if objects stand for presets that they are not.
    var numbers: [PresetName: Int]?
    let identifiers = assembly.identifiers
    let contents = PresetContents(drafts) { model in
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

  /// All IDs that a preset has had, the present one first.
  func ids(of draft: PresetDraft) -> [String] {
    formerIDs.all(of: PresetName(entity: draft.entityName, id: draft.id))
  }

  private static func namingProblems(_ catalogs: [PresetCatalog]) -> [String] {
    var problems: [String] = []
    for (name, list) in Dictionary(grouping: catalogs, by: \.name).sorted(by: { $0.key < $1.key }) {
      if list.count > 1 { problems.append("\(list.count) catalogs are called “\(name)”") }
      if name.isEmpty || name.contains("/") {
        problems.append("“\(name)” cannot be the name of a catalog: it is empty, or has a slash")
      }
    }
    return problems
  }
}

/// How a preset is told.
struct PresetName: Hashable {
  let entity: String
  let id: String

  /// The first of some presets that has each name.
  fileprivate static func numbers(_ drafts: [PresetDraft]) -> [PresetName: Int] {
    Dictionary(
      drafts.enumerated().map { (PresetName(entity: $1.entityName, id: $1.id), $0) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension _PresetAssembly {
  /// Finds the parts of presets, and theirs.
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
            problems.append("\(owner) “\(entry.id)”.\(part.name): a part has no ID")
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

  /// The objects with their keys; those with the ID of another one are left out, as problems.
  fileprivate mutating func drafts(_ namespaces: [String: UUID]) -> [PresetDraft] {
    struct Place: Hashable {
      let table: ObjectIdentifier
      let key: Int64
    }
    var drafts: [PresetDraft] = []
    drafts.reserveCapacity(entries.count)
    var taken: [Place: Int] = [:]
    taken.reserveCapacity(entries.count)
    for kind in kinds() {
      let (first, layout) = (entries[kind.numbers.lowerBound], kind.layout)
      guard let namespace = namespaces[first.catalog] else { continue }
      for number in kind.numbers {
        let id = entries[number].id
        let key = RecordName.presetKey(
          namespace: namespace, entity: layout.entityName,
          id: formerIDs.first(of: id, layout.entityName))
        let place = Place(table: ObjectIdentifier(layout.root), key: key)
        if let other = taken.updateValue(number, forKey: place) {
          taken[place] = other
          addProblem(twins: entries[other], entries[number])
          continue
        }
        drafts.append(
          PresetDraft(catalog: first.catalog, id: id, model: entries[number].model, key: key))
      }
    }
    return drafts
  }

  /// The presets that come one after the other, of one class and one catalog.
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
          ? "\(name) is there twice, first \(former); \(way)"
          : "\(name) and \(other), \(former), would have one key; \(way)")
    } else {
      problems.append(
        name == other
          ? "\(name) is there twice, in “\(first.catalog)” and “\(second.catalog)”; \(way)"
          : "\(name) and \(other) would have one key; \(way)")
    }
  }
}

extension _PresetAssembly.Entry {
  fileprivate var label: String { "\(ModelLayout.of(type(of: model)).entityName) “\(id)”" }
}

extension _PresetAssembly {
  /// - Throws: ``PresetError/Code/invalidFile`` with everything that is wrong so far.
  fileprivate func throwIfFilesAreInvalid() throws {
    let lines = files.lines
    if !lines.isEmpty { throw PresetError(.invalidFile, lines + problems) }
  }
}
