import Foundation
import Perennial
import PerennialRecords

/// A search for objects that stand for the same thing. Collects all that is known of them.
struct DuplicateSearch {
  /// A row that the search has read.
  struct Row {
    let layout: ModelLayout
    let stored: StoredRow
  }

  private(set) var request = MergeRequest<StoredValue>(rows: [])
  /// The rows that were found, by name. `presets` has the presets that they duplicate.
  private(set) var rows: [RecordName: Row] = [:]
  private(set) var presets: [RecordName: CatalogPreset] = [:]
  private(set) var problems: [PresetReport.Issue] = []
  /// The rows that references of the catalogs' presets target.
  let keys: PresetKeyMap
  private let rowMerger: RowMerger

  init(
    _ duplicates: [PresetDuplicates], _ catalogs: ResolvedCatalogs, _ former: [ResolvedCatalogs],
    keys: PresetKeyMap, _ transaction: PresetTransaction, in container: ModelContainer
  ) throws {
    self.keys = keys
    rowMerger = RowMerger(transaction)
    let context = ModelContext(container)
    for kind in duplicates { try look(for: kind, catalogs, in: context) }
    try addPresets(catalogs, former)
    try leaveWhatIsRequired()
    try leaveWhatSeveralRequire()
  }

  static func name(_ layout: ModelLayout, _ key: Int64) -> RecordName {
    RecordName("\(layout.root.entityName)/\(key)")
  }

  // MARK: Rows

  private mutating func look(
    for kind: PresetDuplicates, _ catalogs: ResolvedCatalogs, in context: ModelContext
  ) throws {
    let layout = kind.layout
    var found: [Int64: MergeIdentity] = [:]
    let own = catalogs.contents.presets.filter { $0.entityName == layout.entityName }
    let presets = Dictionary(
      own.map { ($0.id, $0) }
        + own.flatMap { preset in catalogs.ids(of: preset).dropFirst().map { ($0, preset) } },
      uniquingKeysWith: { present, _ in present })
    for (key, id) in try identifiers(of: kind, in: context) {
      if kind.confirmed != nil {
        let identity = MergeIdentity.key(entity: layout.entityName, id)
        found[key] = identity
        if kind.confirmed?.contains(id) == true { request.confirmed.insert(identity) }
      } else if let preset = presets[id] {
        let name = Self.name(layout, preset.key)
        found[key] = .preset(name)
        self.presets[name] = preset
      }
    }
    try add(found, of: layout)
  }

  /// Returns the texts that identify user objects, by key.
  private func identifiers(
    of kind: PresetDuplicates, in context: ModelContext
  ) throws -> [Int64: String] {
    switch kind.source {
    case .objects(let type, let identify):
      return try context.objects(of: type).reduce(into: [:]) { found, model in
        if !model.isPreset { found[model.rowKey] = identify(model) }
      }
    case .rows(let layout, let path):
      return try rowMerger.values(at: path.routes, of: layout).compactMapValues(path.text)
    }
  }

  private mutating func add(_ identities: [Int64: MergeIdentity], of layout: ModelLayout) throws {
    let modified = try rowMerger.lastModified(Set(identities.keys), of: layout)
    for stored in try rowMerger.rows(identities.keys.sorted(), of: layout) {
      let name = Self.name(layout, stored.key)
      // If several rules identify an object, the first one counts.
      guard let identity = identities[stored.key], rows[name] == nil else { continue }
      rows[name] = Row(layout: layout, stored: stored)
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
    layout.property(named: field)?.destinationLayout
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
    _ catalogs: ResolvedCatalogs, _ former: [ResolvedCatalogs]
  ) throws {
    let former = former.map { catalogs in
      (catalogs, Dictionary(grouping: catalogs.contents.presets, by: \.key))
    }
    for list in Dictionary(grouping: presets.values, by: \.entityName).values {
      let layout = list[0].layout
      let deleted = try rowMerger.deletionTimes(of: layout)
      let own = Dictionary(
        try rowMerger.rows(list.map(\.key), of: layout).map { ($0.key, $0) },
        uniquingKeysWith: { first, _ in first })
      let cut = Dictionary(grouping: try rowMerger.cutLinks(of: layout), by: \.owner)
      for preset in list {
        let name = Self.name(layout, preset.key)
        let device = DeviceIdentifier(standingFor: name)
        var state = RecordState<StoredValue>()
        state.offer(edition(of: preset, catalogs, former))
        func stamp(_ time: Int64) -> Stamp {
          Stamp(time: HybridTime(rawValue: time) ?? .zero, device: device)
        }
        for link in cut[preset.key] ?? [] {
          guard let destination = Self.destination(link.field, layout) else { continue }
          state.unlink(
            link.field, from: Self.name(destination, link.target), at: stamp(link.time))
        }
        if let row = own[preset.key] {
          rows[name] = Row(layout: layout, stored: row)
          request.rows.append(self.row(row, layout, named: name, .preset(name), modified: 0))
        } else if let time = deleted[preset.key] {
          state.delete(at: stamp(time))
        }
        request.presets[name] = state
      }
    }
  }

  private func edition(
    of preset: CatalogPreset, _ catalogs: ResolvedCatalogs,
    _ former: [(catalogs: ResolvedCatalogs, presets: [Int64: [CatalogPreset]])]
  ) -> CatalogVersion<StoredValue> {
    var formerValues: [String: Set<StoredValue>] = [:]
    var formerLinks: [String: Set<RecordName>] = [:]
    for (other, presets) in former {
      guard let earlier = presets[preset.key]?.first(where: { $0.layout === preset.layout }) else {
        continue
      }
      for (field, value) in values(of: earlier, PresetKeyMap()) {
        formerValues[field, default: []].insert(value)
      }
      for (field, targets) in links(of: earlier, in: other) {
        formerLinks[field, default: []].formUnion(targets)
      }
    }
    return CatalogVersion(
      version: 1, values: values(of: preset, keys), links: links(of: preset, in: catalogs),
      formerValues: formerValues, formerLinks: formerLinks)
  }

  private func values(
    of preset: CatalogPreset, _ keys: PresetKeyMap
  ) -> [String: StoredValue] {
    preset.fields(keys).filter { $0.value != .null }.reduce(into: [:]) {
      $0[$1.key] = Self.value($1.value, $1.key, preset.layout)
    }
  }

  private func links(
    of preset: CatalogPreset, in catalogs: ResolvedCatalogs
  ) -> [String: [RecordName]] {
    catalogs.contents.links(of: preset).reduce(into: [:]) { links, list in
      guard let destination = Self.destination(list.key, preset.layout) else { return }
      links[list.key] = list.value.map { Self.name(destination, $0) }
    }
  }

  /// Keeps the duplicates of a deleted preset if a remaining object requires a reference to one of
  /// them.
  private mutating func leaveWhatIsRequired() throws {
    for (name, preset) in presets {
      guard let state = request.presets[name], RecordReading(state).isDeleted else { continue }
      let keys = request.rows.filter { $0.identity == .preset(name) }.map(\.key)
      let needed = try rowMerger.required(
        Set(keys), of: preset.layout, besides: Set(request.rows.map(\.key)))
      if needed.isEmpty { continue }
      request.rows.removeAll { $0.identity == .preset(name) }
      problems.append(
        .init(
          preset: preset.reported,
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
      guard let preset = presets[name] else { continue }
      problems.append(
        .init(
          preset: preset.reported,
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
      guard let layout = rows[group[0].name]?.layout else { return false }
      return try rowMerger.exclusiveOwners(of: Set(group.map(\.key)), layout).contains {
        // Owners that are merged into one count as one.
        let layout = $0.layout
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

extension CatalogPreset {
  /// Returns the values of the preset's fields, by name. References have the keys that they have in a store.
  func fields(_ keys: PresetKeyMap) -> [String: SQLValue] {
    layout.properties.filter { $0.column != nil }.reduce(into: [:]) { fields, property in
      fields[property.name] =
        property.isToOne
        ? target(property).flatMap { keys[$0] }.map(SQLValue.integer) ?? .null
        : values[property.index]
    }
  }
}
