import Perennial

/// Brings the presets of a store to the content of catalogs, inside one transaction.
struct CatalogInstaller {
  let assembly: ResolvedCatalogs
  /// The catalogs to apply.
  let catalogs: [PresetCatalog]
  let writer: PresetWriter
  var report = PresetReport()
  private let names: Set<String>

  init(_ assembly: ResolvedCatalogs, _ catalogs: [PresetCatalog], _ writer: PresetWriter) {
    self.assembly = assembly
    self.catalogs = catalogs
    names = Set(catalogs.map(\.name))
    self.writer = writer
    writer.userProperties = assembly.userProperties
    writer.rules = assembly.rules
  }

  /// Inserts new presets, updates the fields that the user has not edited, and retires the presets that
  /// the catalogs no longer have.
  mutating func run(_ records: [String: CatalogRecord]) throws {
    let present = try InstalledPresets(assembly, writer)
    var settlement = PresetReferenceResolver(
      assembly.contents, writer, present, current: assembly.current(records))
    let due = assembly.contents.drafts.filter { names.contains($0.catalog) }
    writer.expect(due.count)
    let deleted = due.filter(present.isDeleted)
    report.leftDeleted += deleted.map(\.reported)
    try writer.renameDeletions(of: deleted)
    let new = due.filter { !present.contains($0) && !present.isDeleted($0) }
    let coming = try settlement.expect(new, &report)
    let known = due.filter(present.contains)
    try refresh(known)
    let (arrived, waiting) = try settlement.insert(coming, &report)
    report.inserted += arrived.map(\.reported)
    try settlement.link(&report)
    try settlement.retire(of: names, &report)
    // The objects that had the unique values may have been deleted.
    if !waiting.isEmpty {
      report.inserted += try settlement.insertAgain(waiting, &report).map(\.reported)
      try settlement.link(&report)
    }
    try record()
  }

  // MARK: Rows

  private mutating func refresh(_ drafts: [CatalogPreset]) throws {
    var refused: [CatalogPreset] = []
    for draft in drafts where try !refresh(draft, isLast: false) { refused.append(draft) }
    // The conflicting value may have been another preset's former value, which is overwritten by now.
    for draft in refused { _ = try refresh(draft, isLast: true) }
  }

  /// Updates a preset. If its values were refused, its edited fields are settled nevertheless, and their
  /// conflicts are reported at once: the next call finds them settled.
  ///
  /// - Returns: `false` if the values were refused because of a conflict with another object.
  private mutating func refresh(_ draft: CatalogPreset, isLast: Bool) throws -> Bool {
    guard let refresh = try writer.refresh(draft, keepingEdits: true) else { return true }
    let preset = draft.reported
    if !refresh.written.isEmpty {
      let written = PresetReport.Fields(preset: preset, names: refresh.written)
      if isLast { report.add([written]) } else { report.updated.append(written) }
    }
    report.conflicts += refresh.conflicts.map { values, resolved in
      PresetReport.Conflict(
        preset: preset, field: values.field, base: values.base?.wholeText,
        mine: (values.mine ?? .null).wholeText, theirs: (values.theirs ?? .null).wholeText,
        resolved: resolved?.wholeText)
    }
    if let refusal = refresh.refusal {
      if !isLast { return false }
      report.issues.append(.init(preset: preset, reason: refusal.explanation))
    }
    if !refresh.kept.isEmpty { report.kept.append(.init(preset: preset, names: refresh.kept)) }
    return true
  }

  /// Records the version, the fingerprint and the fields of each applied catalog in the store.
  func record() throws {
    for catalog in catalogs {
      var fields: [String: [String]] = [:]
      var last: ModelLayout?
      for draft in assembly.contents.drafts
      where draft.layout !== last && draft.catalog == catalog.name {
        last = draft.layout
        let own = assembly.userProperties[draft.entityName] ?? []
        fields[draft.entityName] = draft.layout.properties.map(\.name).filter { !own.contains($0) }
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
  /// Adds the properties whose links have changed to `updated`. Inserted and restored presets are left
  /// out.
  mutating func add(_ changes: PresetLinkChanges, among drafts: [CatalogPreset]) {
    if changes.changed.isEmpty { return }
    let new = Set(inserted).union(restored)
    add(
      drafts.compactMap { draft in
        guard let names = changes.changed[draft.key], !new.contains(draft.reported) else {
          return nil
        }
        return Fields(preset: draft.reported, names: names.sorted())
      })
  }

  /// Adds fields to `updated`. If a preset is there already, its new fields follow those that it has.
  ///
  /// - Parameter fields: The fields to add, with one element per preset.
  /// - Complexity: O(*n* + *m*) for *n* elements of `updated` and *m* elements of `fields`.
  mutating func add(_ fields: [Fields]) {
    if fields.isEmpty { return }
    if updated.isEmpty { return updated = fields }
    var places = Dictionary(
      updated.enumerated().map { ($1.preset, $0) }, uniquingKeysWith: { first, _ in first })
    for more in fields {
      if let index = places[more.preset] {
        let new = more.names.filter { !updated[index].names.contains($0) }
        updated[index] = Fields(preset: more.preset, names: updated[index].names + new)
      } else {
        places[more.preset] = updated.count
        updated.append(more)
      }
    }
  }
}
