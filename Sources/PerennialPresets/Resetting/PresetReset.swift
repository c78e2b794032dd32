import Perennial

/// A reset of presets to the content of their catalogs, inside one transaction.
struct PresetReset {
  let scope: PresetScope
  let userObjects: PresetLibrary.UserObjects
  /// `true` if edits are discarded too; `false` if only deleted presets are restored.
  let discardsEdits: Bool
  let assembly: ResolvedCatalogs
  let writer: PresetWriter
  /// The report. The reset adds its changes to those made before.
  var report: PresetReport

  mutating func run(_ records: [String: CatalogRecord]) throws {
    let meant = assembly.contents.drafts.filter(scope.contains)
    writer.expect(meant.count)
    let current = assembly.current(records)
    var present = try InstalledPresets(assembly, writer)
    var refused: [CatalogPreset] = []
    if discardsEdits { refused = try discardEdits(meant, current, &present) }
    var settlement = PresetReferenceResolver(assembly.contents, writer, present, current: current)
    let coming = try settlement.expect(meant.filter { !present.contains($0) }, &report)
    // A conflicting object may have been deleted, or a conflicting value reset.
    try refresh(refused, isLast: true)
    for (_, list) in Dictionary(grouping: coming, by: \.entityName) {
      guard let type = list.first.map({ type(of: $0.model) }) else { continue }
      try writer.forgetDeletion(of: list.map(\.key), type)
    }
    let (arrived, waiting) = try settlement.insert(coming, &report)
    report.restored += arrived.map(\.reported)
    if scope.fields == nil || !coming.isEmpty {
      try settlement.link(resetting: discardsEdits ? Set(meant.map(\.key)) : nil, &report)
    }
    if !waiting.isEmpty {
      report.restored += try settlement.insertAgain(waiting, &report).map(\.reported)
      try settlement.link(&report)
    }
  }

  /// Discards the user's edits, and then deletes user objects, which edited presets may have
  /// referenced.
  ///
  /// - Parameter present: The presets in the store. Updated after deletions.
  /// - Returns: The presets that could not be updated because of a conflict with another object.
  private mutating func discardEdits(
    _ meant: [CatalogPreset], _ current: Set<String>, _ present: inout InstalledPresets
  ) throws -> [CatalogPreset] {
    // A full reset also writes the properties that belong to the user from the beginning.
    if case .everything = scope, userObjects == .deleted { writer.userProperties = [:] }
    var counts: [String: Int] = [:]
    for (owner, property) in assembly.parts where scope.fields == nil {
      let keys = meant.filter { type(of: $0.model) == owner }.map(\.key)
      counts.merge(try writer.deleteUserParts(of: keys, owner, by: property), uniquingKeysWith: +)
    }
    if writer.hasDeleted { present = try InstalledPresets(assembly, writer) }
    var settlement = PresetReferenceResolver(assembly.contents, writer, present, current: current)
    var told = PresetReport()
    // Another preset may give up its unique values, and user objects may be deleted.
    var standIns: [Int64: Int64] = [:]
    let absent = meant.filter { !present.contains($0) }
    for draft in absent {
      guard let other = try writer.standIn(for: draft), other >= 0, !isDeleting(draft.model) else {
        continue
      }
      standIns[draft.key] = other
    }
    let coming = try settlement.expect(
      absent.filter { standIns[$0.key] == nil }, besides: standIns, &told)
    let known = absent.isEmpty ? meant : meant.filter(present.contains)
    let refused = try refresh(known, isLast: false)
    if scope.fields == nil {
      try settlement.link(before: coming, resetting: Set(meant.map(\.key)), &report)
    }
    try settlement.retire(
      of: current, sparingEdited: false, with: userObjects == .deleted ? types : [],
      where: scope.contains, &report)
    report.deletedUserObjects.merge(counts, uniquingKeysWith: +)
    // Delete rules of the user's objects may have deleted presets.
    if writer.hasDeleted { present = try InstalledPresets(assembly, writer) }
    return refused
  }

  /// Returns `true` if the user objects of a model are deleted.
  private func isDeleting(_ model: any PersistentModel) -> Bool {
    userObjects == .deleted && types.contains { $0 == type(of: model) }
  }

  /// The models in the scope.
  private var types: [any PersistentModel.Type] {
    switch scope {
    case .everything: writer.allTypes
    case .models(let chosen): chosen
    case .entities: writer.allTypes.filter(scope.contains)
    case .presets: assembly.types
    case .preset, .fields: []
    }
  }

  /// Updates the rows of presets.
  ///
  /// - Parameter isLast: `true` if conflicts are reported as issues.
  /// - Returns: The presets that could not be updated because of a conflict with another object.
  @discardableResult
  private mutating func refresh(
    _ drafts: [CatalogPreset], isLast: Bool
  ) throws -> [CatalogPreset] {
    var refused: [CatalogPreset] = []
    var updated: [PresetReport.Fields] = []
    for draft in drafts {
      let refresh = try writer.refresh(draft, keepingEdits: false, fields: scope.fields)
      guard let refresh else { continue }
      if let refusal = refresh.refusal {
        refused.append(draft)
        if isLast {
          report.issues.append(.init(preset: draft.reported, reason: refusal.explanation))
        }
      } else if !refresh.written.isEmpty {
        updated.append(.init(preset: draft.reported, names: refresh.written))
      }
    }
    report.add(updated)
    return refused
  }
}
