import Foundation
import Perennial
import PerennialRecords

/// A search for objects that stand for the same thing. Collects all that is known of them.
struct DuplicateSearch {
  /// A row that the search has read.
  struct Row {
    let type: any PersistentModel.Type
    let stored: StoredRow
  }

  private(set) var request = MergeRequest<StoredValue>(rows: [])
  /// The rows that were found, by name. `drafts` has the presets that they duplicate.
  private(set) var rows: [RecordName: Row] = [:]
  private(set) var drafts: [RecordName: CatalogPreset] = [:]
  private(set) var problems: [PresetReport.Issue] = []
  private let writer: PresetWriter

  init(
    _ duplicates: [PresetDuplicates], _ assembly: ResolvedCatalogs, _ former: [ResolvedCatalogs],
    _ writer: PresetWriter, in container: ModelContainer
  ) throws {
    self.writer = writer
    writer.userProperties = assembly.userProperties
    let context = ModelContext(container)
    for kind in duplicates { try look(for: kind, assembly, in: context) }
    try addPresets(assembly, former)
    try leaveWhatIsRequired()
    try leaveWhatSeveralRequire()
  }

  static func name(_ layout: ModelLayout, _ key: Int64) -> RecordName {
    RecordName("\(layout.root.entityName)/\(key)")
  }

  // MARK: Rows

  private mutating func look(
    for kind: PresetDuplicates, _ assembly: ResolvedCatalogs, in context: ModelContext
  ) throws {
    let layout = ModelLayout.of(kind.type)
    var found: [Int64: MergeIdentity] = [:]
    let drafts = assembly.contents.drafts.filter { $0.entityName == layout.entityName }
    let presets = Dictionary(
      drafts.map { ($0.id, $0) }
        + drafts.flatMap { draft in assembly.ids(of: draft).dropFirst().map { ($0, draft) } },
      uniquingKeysWith: { present, _ in present })
    for model in try context.objects(of: kind.type) where !model.isPreset {
      guard let id = kind.identify(model) else { continue }
      if kind.confirmed != nil {
        let identity = MergeIdentity.key(entity: layout.entityName, id)
        found[model.rowKey] = identity
        if kind.confirmed?.contains(id) == true { request.confirmed.insert(identity) }
      } else if let draft = presets[id] {
        let name = Self.name(layout, draft.key)
        found[model.rowKey] = .preset(name)
        self.drafts[name] = draft
      }
    }
    try add(found, of: kind.type)
  }

  private mutating func add(
    _ identities: [Int64: MergeIdentity], of type: any PersistentModel.Type
  ) throws {
    let layout = ModelLayout.of(type)
    let modified = try writer.lastModified(Set(identities.keys), of: type)
    for stored in try writer.rows(identities.keys.sorted(), of: type) {
      let name = Self.name(layout, stored.key)
      // If several rules identify an object, the first one counts.
      guard let identity = identities[stored.key], rows[name] == nil else { continue }
      rows[name] = Row(type: type, stored: stored)
      request.rows.append(
        row(stored, layout, named: name, identity, modified: modified[stored.key] ?? 0))
    }
  }

  private func row(
    _ stored: StoredRow, _ layout: ModelLayout, named name: RecordName, _ identity: MergeIdentity,
    modified: Int64
  ) -> MergeRow<StoredValue> {
    var row = MergeRow<StoredValue>(
      name: name, key: stored.key, identity: identity, modified: modified, values: [:])
    for (field, value) in stored.values where value != .null {
      row.values[field] = Self.value(value, field, layout)
    }
    for (field, cell) in stored.stamps.cells {
      guard let time = HybridTime(rawValue: cell.time),
        let device = DeviceIdentifier(rawValue: cell.device)
      else { continue }
      if let mine = cell.mine { row.values[field] = Self.value(mine, field, layout) }
      row.stamps[field] = Stamp(time: time, device: device)
    }
    for (field, targets) in stored.links {
      guard let destination = Self.destination(field, layout) else { continue }
      row.links[field] = targets.map { Self.name(destination, $0) }
    }
    return row
  }

  private static func destination(_ field: String, _ layout: ModelLayout) -> ModelLayout? {
    layout.property(named: field)?.destination.map { ModelLayout.of($0) }
  }

  private static func value(
    _ value: SQLValue, _ field: String, _ layout: ModelLayout
  ) -> StoredValue {
    if let destination = destination(field, layout), case .integer(let key) = value {
      return .reference(name(destination, key))
    }
    return .value(value)
  }

  // MARK: Presets

  private mutating func addPresets(
    _ assembly: ResolvedCatalogs, _ former: [ResolvedCatalogs]
  ) throws {
    let former = former.map { assembly in
      (assembly, Dictionary(grouping: assembly.contents.drafts, by: \.key))
    }
    for (_, list) in Dictionary(grouping: drafts.values, by: \.entityName) {
      guard let type = list.first.map({ type(of: $0.model) }) else { continue }
      let layout = ModelLayout.of(type)
      let deleted = try writer.deletionTimes(of: type)
      let own = Dictionary(
        try writer.rows(list.map(\.key), of: type).map { ($0.key, $0) },
        uniquingKeysWith: { first, _ in first })
      let cut = Dictionary(grouping: try writer.cutLinks(of: type), by: \.owner)
      for draft in list {
        let name = Self.name(layout, draft.key)
        let device = DeviceIdentifier(standingFor: name)
        var state = RecordState<StoredValue>()
        state.offer(try edition(of: draft, assembly, former))
        func stamp(_ time: Int64) -> Stamp {
          Stamp(time: HybridTime(rawValue: time) ?? .zero, device: device)
        }
        for link in cut[draft.key] ?? [] {
          guard let destination = Self.destination(link.field, layout) else { continue }
          state.unlink(
            link.field, from: Self.name(destination, link.target), at: stamp(link.time))
        }
        if let row = own[draft.key] {
          rows[name] = Row(type: type, stored: row)
          request.rows.append(self.row(row, layout, named: name, .preset(name), modified: 0))
        } else if let time = deleted[draft.key] {
          state.delete(at: stamp(time))
        }
        request.presets[name] = state
      }
    }
  }

  private func edition(
    of draft: CatalogPreset, _ assembly: ResolvedCatalogs,
    _ former: [(assembly: ResolvedCatalogs, drafts: [Int64: [CatalogPreset]])]
  ) throws -> CatalogVersion<StoredValue> {
    var formerValues: [String: Set<StoredValue>] = [:]
    var formerLinks: [String: Set<RecordName>] = [:]
    for (other, drafts) in former {
      guard let earlier = drafts[draft.key]?.first(where: { $0.layout === draft.layout }) else {
        continue
      }
      for (field, value) in try values(of: earlier, in: other) {
        formerValues[field, default: []].insert(value)
      }
      for (field, targets) in links(of: earlier, in: other) {
        formerLinks[field, default: []].formUnion(targets)
      }
    }
    return CatalogVersion(
      version: 1, values: try values(of: draft, in: assembly),
      links: links(of: draft, in: assembly),
      formerValues: formerValues, formerLinks: formerLinks)
  }

  private func values(
    of draft: CatalogPreset, in assembly: ResolvedCatalogs
  ) throws -> [String: StoredValue] {
    try assembly.contents.values(of: draft).filter { $0.value != .null }.reduce(into: [:]) {
      $0[$1.key] = Self.value($1.value, $1.key, draft.layout)
    }
  }

  private func links(
    of draft: CatalogPreset, in assembly: ResolvedCatalogs
  ) -> [String: [RecordName]] {
    assembly.contents.links(of: draft).reduce(into: [:]) { links, list in
      guard let destination = Self.destination(list.key, draft.layout) else { return }
      links[list.key] = list.value.map { Self.name(destination, $0) }
    }
  }

  /// Keeps the duplicates of a deleted preset if a remaining object requires a reference to one of
  /// them.
  private mutating func leaveWhatIsRequired() throws {
    for (name, draft) in drafts {
      guard let state = request.presets[name], RecordReading(state).isDeleted else { continue }
      let keys = request.rows.filter { $0.identity == .preset(name) }.map(\.key)
      let type = type(of: draft.model)
      let needed = try writer.required(Set(keys), of: type, besides: Set(request.rows.map(\.key)))
      if needed.isEmpty { continue }
      request.rows.removeAll { $0.identity == .preset(name) }
      problems.append(
        .init(
          preset: draft.reported,
          reason:
            "the preset is deleted, but other objects require its duplicates; restore the preset first"
        )
      )
    }
  }

  /// Keeps duplicates if several remaining objects require one of them each, in a one-to-one
  /// relationship. The row that they would be merged into can have one such object only.
  private mutating func leaveWhatSeveralRequire() throws {
    // Owners that stay apart may require duplicates each in their turn.
    while let identity = try contended() {
      guard case .preset(let name) = identity else {
        request.confirmed.remove(identity)
        continue
      }
      request.rows.removeAll { $0.identity == identity }
      guard let draft = drafts[name] else { continue }
      problems.append(
        .init(
          preset: draft.reported,
          reason: """
            several objects require one of its duplicates each, in a one-to-one relationship; give all but \
            one of them another object first
            """))
    }
  }

  /// Returns the first identity whose rows several objects require.
  private func contended() throws -> MergeIdentity? {
    let groups = Dictionary(grouping: request.rows.filter { isMerged($0.identity) }, by: \.identity)
    var identities: [RecordName: MergeIdentity] = [:]
    for row in groups.values.joined() { identities[row.name] = row.identity }
    return try groups.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.first { _, group in
      guard let type = rows[group[0].name]?.type else { return false }
      return try writer.exclusiveOwners(of: Set(group.map(\.key)), type).contains {
        // Owners that are merged into one count as one.
        let layout = ModelLayout.of($0.type)
        let owners = $0.keys.map { key -> MergeIdentity in
          let name = Self.name(layout, key)
          return identities[name] ?? .key(entity: layout.entityName, name.rawValue)
        }
        return Set(owners).count > 1
      }
    }?.key
  }

  private func isMerged(_ identity: MergeIdentity) -> Bool {
    if case .key = identity { return request.confirmed.contains(identity) }
    return true
  }
}

extension ModelContext {
  /// Fetches the objects of a class, without those of its subclasses.
  fileprivate func objects(of type: any PersistentModel.Type) throws -> [any PersistentModel] {
    func open<Model: PersistentModel>(_ type: Model.Type) throws -> [any PersistentModel] {
      try fetch(FetchDescriptor<Model>()).filter { Swift.type(of: $0) == type }
    }
    return try open(type)
  }
}
