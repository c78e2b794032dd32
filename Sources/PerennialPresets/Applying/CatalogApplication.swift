import Perennial

/// Brings a store to what catalogs say, inside one transaction.
struct CatalogApplication {
  let assembly: CatalogAssembly
  /// The catalogs that are to be brought in.
  let catalogs: [PresetCatalog]
  let writer: PresetWriter
  var report = PresetReport()
  private var names: Set<String> { Set(catalogs.map(\.name)) }

  /// What a table has of presets, and what was deleted of them.
  struct Present {
    let type: any PersistentModel.Type
    let presets: [Int64: (preset: String, isEdited: Bool)]
    let deleted: [Int64: String]
  }

  init(_ assembly: CatalogAssembly, _ catalogs: [PresetCatalog], _ writer: PresetWriter) {
    self.assembly = assembly
    self.catalogs = catalogs
    self.writer = writer
    writer.userProperties = assembly.userProperties
  }

  /// Inserts what is new, updates what nobody has edited, and retires what is no more.
  mutating func run(_ records: [String: CatalogRecord]) throws {
    let present = try present(records)
    let drafts = assembly.contents.drafts
    var deleted: Set<Int64> = []
    for draft in drafts where present[draft.entityName]?.deleted[draft.key] != nil {
      deleted.insert(draft.key)
      if names.contains(draft.catalog) { report.leftDeleted.append(draft.reported) }
    }
    let missing = assembly.contents.leaveOut(deleted)
    try write(drafts.filter { names.contains($0.catalog) && !missing.contains($0.key) }, present)
    try link(missing)
    try retire(present)
    try record()
  }

  /// What the store has, by entity: of all that there are presets of, now or before.
  func present(_ records: [String: CatalogRecord]) throws -> [String: Present] {
    let former = names.compactMap { records[$0]?.fields.keys }.flatMap(\.self)
    let types = assembly.types + writer.types(named: former)
    var found: [String: Present] = [:]
    for type in types {
      let name = ModelLayout.of(type).entityName
      if found[name] != nil { continue }
      found[name] = Present(
        type: type, presets: try writer.presets(of: type),
        deleted: try writer.deletedPresets(of: type))
    }
    return found
  }

  // MARK: Rows

  private mutating func write(
    _ drafts: [PresetDraft], _ present: [String: Present]
  ) throws {
    let new = drafts.filter { present[$0.entityName]?.presets[$0.key] == nil }
    let aliases = try writer.insert(new)
    assembly.contents.redirect(aliases)
    for draft in new {
      if aliases[draft.key] == nil {
        report.inserted.append(draft.reported)
      } else {
        report.obstacles.append(
          .init(
            preset: draft.reported,
            reason: "another object has values of it that must be unique; it stays in its place"))
      }
    }
    var refused: [PresetDraft] = []
    for draft in drafts where present[draft.entityName]?.presets[draft.key] != nil {
      if try !refresh(draft, isLast: false) { refused.append(draft) }
    }
    // What was in the way may have been another preset's former value.
    for draft in refused { _ = try refresh(draft, isLast: true) }
  }

  private mutating func refresh(_ draft: PresetDraft, isLast: Bool) throws -> Bool {
    guard let refresh = try writer.refresh(draft, keepingEdits: true) else { return true }
    let preset = draft.reported
    if let refusal = refresh.refusal {
      if isLast { report.obstacles.append(.init(preset: preset, reason: refusal.explanation)) }
      return false
    }
    if !refresh.written.isEmpty {
      report.updated.append(.init(preset: preset, names: refresh.written))
    }
    if !refresh.kept.isEmpty { report.kept.append(.init(preset: preset, names: refresh.kept)) }
    report.conflicts += refresh.conflicts.map { conflict in
      PresetReport.Conflict(
        preset: preset, field: conflict.field, base: conflict.base?.wholeText,
        mine: conflict.mine.wholeText, theirs: conflict.theirs.wholeText)
    }
    return true
  }

  private mutating func link(_ missing: Set<Int64>) throws {
    let changes = try writer.link(assembly.contents, of: names, besides: missing)
    report.add(changes, among: assembly.contents.drafts)
  }

  // MARK: What the catalog has no more

  private mutating func retire(_ present: [String: Present]) throws {
    let keys = Set(assembly.contents.drafts.map(\.key))
    for (entity, table) in present.sorted(by: { $0.key < $1.key }) {
      let gone = table.presets.filter { key, found in
        !keys.contains(key)
          && names.contains(PresetReport.Preset(entityName: entity, name: found.preset).catalog)
      }
      if gone.isEmpty { continue }
      let unedited = Set(gone.lazy.filter { !$0.value.isEdited }.map(\.key))
      let needed = try writer.rows(among: unedited, of: table.type)
      let retired = unedited.subtracting(needed).sorted()
      try writer.delete(retired, of: table.type)
      try writer.forgetDeletion(of: retired, table.type)
      for (key, found) in gone.sorted(by: { $0.value.preset < $1.value.preset }) {
        let preset = PresetReport.Preset(entityName: entity, name: found.preset)
        if found.isEdited || needed.contains(key) {
          report.keptRetired.append(preset)
        } else {
          report.retired.append(preset)
        }
      }
    }
  }

  /// Notes what was applied.
  func record() throws {
    let drafts = Dictionary(grouping: assembly.contents.drafts, by: \.catalog)
    for catalog in catalogs {
      let types = Dictionary(
        (drafts[catalog.name] ?? []).map { ($0.entityName, type(of: $0.model)) },
        uniquingKeysWith: { first, _ in first })
      let fields = types.mapValues { type in
        let layout = ModelLayout.of(type)
        let own = assembly.userProperties[layout.entityName] ?? []
        return layout.properties.map(\.name).filter { !own.contains($0) }
      }
      try writer.record(
        catalog.name,
        CatalogRecord(
          version: catalog.version,
          fingerprint: catalog.version == nil
            ? try assembly.contents.fingerprint(of: catalog.name) : "",
          fields: fields))
    }
  }
}

extension PresetReport {
  /// Adds the links that have changed to what was updated.
  mutating func add(_ changes: PresetLinkChanges, among drafts: [PresetDraft]) {
    if changes.changed.isEmpty { return }
    let new = Set(inserted)
    for draft in drafts {
      guard let names = changes.changed[draft.key], !new.contains(draft.reported) else { continue }
      let preset = draft.reported
      if let index = updated.firstIndex(where: { $0.preset == preset }) {
        updated[index] = Fields(
          preset: preset, names: updated[index].names + names.sorted())
      } else {
        updated.append(Fields(preset: preset, names: names.sorted()))
      }
    }
  }
}
