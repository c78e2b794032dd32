import Perennial

/// Brings presets back to what their catalogs say, inside one transaction.
struct PresetReset {
  let scope: PresetScope
  let userObjects: PresetLibrary.UserObjects
  /// Whether edits go too, or only what was deleted comes back.
  let discardsEdits: Bool
  var application: CatalogApplication

  mutating func run(_ records: [String: CatalogRecord]) throws {
    let writer = application.writer
    let meant = application.assembly.contents.drafts.filter(scope.contains)
    try deleteUserObjects(of: meant)
    let present = try application.present(records)
    let isMeant = Set(meant.map(\.key))
    let missing = try missing(besides: isMeant, present)
    let drafts = meant.filter { !missing.contains($0.key) }
    try bringBack(drafts, present)
    if discardsEdits {
      for draft in drafts where present[draft.entityName]?.presets[draft.key] != nil {
        try refresh(draft)
      }
    }
    let fields = scope.fields
    if fields == nil {
      let changes = try writer.link(
        application.assembly.contents, of: Set(meant.map(\.catalog)), besides: missing,
        resetting: discardsEdits ? isMeant : [])
      application.report.add(changes, among: meant)
    }
  }

  /// The presets that are deleted and stay so, and those that have never come.
  private func missing(
    besides meant: Set<Int64>, _ present: [String: CatalogApplication.Present]
  ) throws -> Set<Int64> {
    var missing: Set<Int64> = []
    for draft in application.assembly.contents.drafts
    where !meant.contains(draft.key) && present[draft.entityName]?.presets[draft.key] == nil {
      missing.insert(draft.key)
    }
    return application.assembly.contents.leaveOut(missing)
  }

  private mutating func deleteUserObjects(of meant: [PresetDraft]) throws {
    guard userObjects == .deleted else { return }
    let writer = application.writer
    let types: [any PersistentModel.Type]
    switch scope {
    case .everything: types = writer.allTypes
    case .models(let chosen): types = chosen
    case .presets: types = application.assembly.types
    case .preset, .fields: types = []
    }
    for type in types {
      let count = try writer.deleteUserObjects(of: type)
      if count > 0 {
        application.report.deletedUserObjects[ModelLayout.of(type).entityName, default: 0] += count
      }
    }
  }

  /// Inserts what is not there.
  private mutating func bringBack(
    _ drafts: [PresetDraft], _ present: [String: CatalogApplication.Present]
  ) throws {
    let writer = application.writer
    // What the user's objects took along may have been presets.
    let gone = try drafts.filter { try !writer.isThere($0) }
    for (_, list) in Dictionary(grouping: gone, by: \.entityName) {
      guard let type = list.first.map({ type(of: $0.model) }) else { continue }
      try writer.forgetDeletion(of: list.map(\.key), type)
    }
    let aliases = try writer.insert(gone)
    application.assembly.contents.redirect(aliases)
    for draft in gone {
      let preset = draft.reported
      if aliases[draft.key] != nil {
        application.report.obstacles.append(
          .init(
            preset: preset,
            reason: "another object has values of it that must be unique; it stays in its place"))
      } else {
        application.report.restored.append(preset)
      }
    }
  }

  private mutating func refresh(_ draft: PresetDraft) throws {
    let refresh = try application.writer.refresh(
      draft, keepingEdits: false, fields: scope.fields)
    guard let refresh else { return }
    if let refusal = refresh.refusal {
      application.report.obstacles.append(
        .init(preset: draft.reported, reason: refusal.explanation))
    } else if !refresh.written.isEmpty {
      application.report.updated.append(
        .init(preset: draft.reported, names: refresh.written))
    }
  }
}
