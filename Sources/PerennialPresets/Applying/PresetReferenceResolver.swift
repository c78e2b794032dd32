import Perennial

/// Inserts the rows of presets, and connects the references and links to them.
///
/// A preset has no row if the user has deleted it, or if another object has its unique values and
/// stands in for it. References and links must not target such a preset. When a preset gets its row,
/// the references and links that the user has not edited target it again.
struct PresetReferenceResolver {
  private let contents: CatalogGraph
  private let writer: PresetWriter
  private let present: InstalledPresets
  /// The names of the catalogs of which the store has no greater version.
  private let current: Set<String>
  private var places = PresetKeyMap()
  /// The presets that wait for unique values. Until these are settled, references target the presets,
  /// and nothing is linked to them.
  private var waiting: Set<Int64> = []
  /// The presets that have been inserted.
  private var arrived: Set<Int64> = []

  init(
    _ contents: CatalogGraph, _ writer: PresetWriter, _ present: InstalledPresets,
    current: Set<String>
  ) {
    self.contents = contents
    self.writer = writer
    self.present = present
    self.current = current
  }

  /// Prepares the insertion of presets. Reports the presets that cannot be inserted, because they
  /// require a preset that has no row.
  ///
  /// - Parameter standIns: The keys of the objects that are known to stand in for presets, by the
  ///   presets' keys.
  /// - Returns: The presets that can be inserted.
  mutating func expect(
    _ drafts: [CatalogPreset], besides standIns: [Int64: Int64] = [:], _ report: inout PresetReport
  ) throws -> [CatalogPreset] {
    let expected = Set(drafts.map(\.key))
    places.standIns = standIns
    for draft in contents.drafts where !present.contains(draft) && !expected.contains(draft.key) {
      if standIns[draft.key] != nil { continue }
      if !present.isDeleted(draft), let other = try writer.standIn(for: draft) {
        places.standIns[draft.key] = other
      } else {
        places.absent.insert(draft.key)
      }
    }
    let superfluous = try partsOfOthers(among: drafts, &report)
    places.absent.formUnion(superfluous)
    places.absent = contents.dependents(of: places.absent, among: expected)
    contents.settle(in: places)
    for draft in drafts
    where places.absent.contains(draft.key) && !superfluous.contains(draft.key) {
      report.issues.append(
        .init(
          preset: draft.reported,
          reason: "the preset requires another preset, which is deleted; restore that preset too"))
    }
    return drafts.filter { !places.absent.contains($0.key) }
  }

  /// Returns the parts of presets for which a user object stands in. The user object has parts of its
  /// own. Reports these parts as issues.
  private func partsOfOthers(
    among drafts: [CatalogPreset], _ report: inout PresetReport
  ) throws -> Set<Int64> {
    func name(_ draft: CatalogPreset) -> String { "\(draft.catalog)/\(draft.id)" }
    let owners = Set(
      drafts.lazy.filter { $0.id.contains("/") }.map { draft in
        String(name(draft).prefix(upTo: name(draft).lastIndex(of: "/") ?? name(draft).endIndex))
      })
    if owners.isEmpty { return [] }
    let replaced = Set(
      try drafts.filter { draft in
        guard owners.contains(name(draft)), let other = try writer.standIn(for: draft) else {
          return false
        }
        return other >= 0
      }.map(name))
    let parts = drafts.filter { replaced.haveOwner(of: name($0)) }
    report.issues += parts.map {
      .init(preset: $0.reported, reason: "another object occupies the place of its owner")
    }
    return Set(parts.map(\.key))
  }

  /// Inserts presets.
  ///
  /// - Returns: The presets that were inserted, and the presets that wait because other presets have
  ///   their unique values and may give them up. All others are reported.
  mutating func insert(
    _ drafts: [CatalogPreset], _ report: inout PresetReport
  ) throws -> (arrived: [CatalogPreset], waiting: [CatalogPreset]) {
    let taken = try writer.insert(drafts)
    let late = drafts.filter { taken[$0.key].map { $0 < 0 } ?? false }
    let arrived = drafts.filter { taken[$0.key] == nil }
    waiting = Set(late.map(\.key))
    self.arrived.formUnion(arrived.lazy.map(\.key))
    try take(taken.filter { $0.value >= 0 }, among: drafts, &report)
    if taken.isEmpty {
      try reconnect(Set(arrived.map(\.key)), besides: Set(arrived.map(\.key)), &report)
    } else {
      try reconnect(Set(drafts.map(\.key)), &report)
    }
    return (arrived, late)
  }

  /// Inserts the presets that had to wait. Afterwards, they can be linked.
  ///
  /// - Returns: The presets that were inserted. All others are reported.
  mutating func insertAgain(
    _ late: [CatalogPreset], _ report: inout PresetReport
  ) throws -> [CatalogPreset] {
    waiting = []
    let taken = try writer.insert(late)
    let came = late.filter { taken[$0.key] == nil }
    arrived.formUnion(came.lazy.map(\.key))
    try take(taken, among: late, &report)
    try reconnect(Set(late.map(\.key)), &report)
    return came
  }

  /// Records the objects that stand in for presets, and reports these presets as issues.
  private mutating func take(
    _ taken: [Int64: Int64], among drafts: [CatalogPreset], _ report: inout PresetReport
  ) throws {
    places.standIns.merge(taken) { $1 }
    contents.settle(in: places)
    for draft in drafts where taken[draft.key] != nil {
      report.issues.append(
        .init(
          preset: draft.reported,
          reason: "another object has the same unique values; that object stays"))
    }
  }

  /// Brings the references to some presets up to date, unless the user has edited them.
  ///
  /// - Parameter others: The presets whose references are up to date already.
  private func reconnect(
    _ keys: Set<Int64>, besides others: Set<Int64> = [], _ report: inout PresetReport
  ) throws {
    if others.count == contents.drafts.count { return }
    let new = Set(report.inserted + report.restored)
    var updated: [PresetReport.Fields] = []
    for (draft, fields) in contents.referrers(to: keys)
    where current.contains(draft.catalog) && places.hasRow(draft.key) {
      if others.contains(draft.key) { continue }
      let refresh = try writer.refresh(draft, keepingEdits: true, fields: fields)
      guard let written = refresh?.written, !written.isEmpty, !new.contains(draft.reported) else {
        continue
      }
      updated.append(.init(preset: draft.reported, names: written))
    }
    report.add(updated)
  }

  /// Links the presets that have rows, before others are inserted.
  ///
  /// - Parameter coming: The presets that are still to be inserted. Nothing is linked to them.
  func link(
    before coming: [CatalogPreset], resetting reset: @autoclosure () -> Set<Int64>?,
    _ report: inout PresetReport
  ) throws {
    var early = self
    early.waiting = Set(coming.map(\.key))
    try early.link(resetting: reset(), &report)
  }

  /// Brings the links of catalogs up to date.
  ///
  /// - Parameter reset: The presets that keep only the links of their catalogs.
  func link(
    resetting reset: @autoclosure () -> Set<Int64>? = nil, _ report: inout PresetReport
  ) throws {
    var places = places
    places.absent.formUnion(waiting)
    let changes = try writer.link(
      contents, of: current, in: places, beginning: arrived, resetting: reset())
    report.add(changes, among: contents.drafts)
  }

  /// Deletes the presets that catalogs no longer have and that no remaining object needs.
  ///
  /// - Parameters:
  ///   - names: The catalogs.
  ///   - sparingEdited: `true` if presets that the user has edited stay.
  ///   - userObjects: The models whose user objects are deleted at the same time.
  ///   - isMeant: Returns `true` if the presets of a model are included.
  func retire(
    of names: Set<String>, sparingEdited: Bool = true,
    with userObjects: [any PersistentModel.Type] = [],
    where isMeant: (any PersistentModel.Type) -> Bool = { _ in true }, _ report: inout PresetReport
  ) throws {
    let gone = try present.retired(of: names.intersection(current)).filter { isMeant($0.type) }
    if gone.isEmpty, userObjects.isEmpty { return }
    let candidates = gone.map { table in
      let rows = table.presets.lazy.filter { !sparingEdited || !$0.value.isEdited }
      return (type: table.type, keys: Set(rows.map(\.key)))
    }
    let needed = try writer.needed(
      among: candidates, sparingLinked: sparingEdited, with: userObjects)
    let retired = zip(candidates, needed).map { table, needed in
      (type: table.type, keys: table.keys.subtracting(needed).sorted())
    }
    report.deletedUserObjects = try writer.delete(retired, withUserObjectsOf: userObjects)
    for ((type, keys), table) in zip(retired, gone) {
      try writer.forgetDeletion(of: keys, type)
      let left = Set(keys)
      let entity = ModelLayout.of(type).entityName
      for (key, found) in table.presets.sorted(by: { $0.value.preset < $1.value.preset }) {
        let preset = PresetIdentifier(entityName: entity, name: found.preset)
        if left.contains(key) {
          report.retired.append(preset)
        } else if !report.keptRetired.contains(preset) {
          report.keptRetired.append(preset)
        }
      }
    }
  }
}

extension Set<String> {
  /// Returns `true` if a preset is a part of a preset in the set. The name of a part begins with its
  /// owner's name.
  fileprivate func haveOwner(of name: String) -> Bool {
    if isEmpty { return false }
    return name.indices.contains { name[$0] == "/" && contains(String(name[..<$0])) }
  }
}
