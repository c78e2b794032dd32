import Perennial

// The presets that catalogs no longer have.

extension PresetPlanner {
  private typealias RowReference = StoreState.RowReference

  /// Plans the deletion of the presets that catalogs no longer have and that no remaining row needs, and of
  /// user objects.
  ///
  /// Candidates that only other deletable candidates reference can be deleted with these, even in a cycle.
  ///
  /// - Returns: The keys of the presets to delete.
  mutating func retire(_ updates: [PlannedUpdate]) -> Set<Int64> {
    plan.emptied = request.emptied
    plan.userDeletions = request.userParts.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value.sorted())
    }
    let catalogs = request.retiring.intersection(current)
    let gone = state.others.filter { other in
      catalogs.contains(identifier(of: other).catalog) && request.retires(other.layout)
    }
    if gone.isEmpty { return [] }
    let sparesEdited = request.operation != .reset
    let candidates = gone.filter { !sparesEdited || !$0.isEdited }
    let needed = needed(among: candidates, sparesEdited, updates)
    var deleted: Set<Int64> = []
    for (layout, others) in grouped(gone) {
      let left = Set(candidates.lazy.filter { $0.layout === layout }.map(\.key))
        .filter { !needed.contains(RowReference(table: layout.tableName, key: $0)) }
      plan.deletions.append((layout, left.sorted()))
      deleted.formUnion(left)
      for other in others.sorted(by: { $0.metadata.name < $1.metadata.name }) {
        let preset = identifier(of: other)
        if left.contains(other.key) {
          report.retired.append(preset)
        } else if !report.keptRetired.contains(preset) {
          report.keptRetired.append(preset)
        }
      }
    }
    return deleted
  }

  private func identifier(of other: StoreState.Other) -> PresetIdentifier {
    PresetIdentifier(entityName: other.layout.entityName, name: other.metadata.name)
  }

  /// Returns the presets by entity, superclasses first.
  private func grouped(
    _ others: [StoreState.Other]
  ) -> [(layout: ModelLayout, others: [StoreState.Other])] {
    Dictionary(grouping: others) { ObjectIdentifier($0.layout) }.values
      .map { ($0[0].layout, $0) }
      .sorted { ($0.0.depth, $1.0.entityName) < ($1.0.depth, $0.0.entityName) }
  }

  /// Returns the candidates that have to stay, because a remaining row needs them.
  private func needed(
    among candidates: [StoreState.Other], _ sparesEdited: Bool, _ updates: [PlannedUpdate]
  ) -> Set<RowReference> {
    let rows = Set(candidates.map { RowReference(table: $0.layout.tableName, key: $0.key) })
    let released = releasedReferences(updates)
    let unlinked = releasedLinks()
    var kept: [RowReference: [RowReference]] = [:]
    var staying: [RowReference] = []
    func note(_ other: RowReference, keeps candidate: RowReference) {
      guard rows.contains(candidate) else { return }
      if state.deletedReferrers.contains(other) { return }
      if rows.contains(other) {
        kept[other, default: []].append(candidate)
      } else {
        staying.append(candidate)
      }
    }
    for tie in state.ties {
      switch tie {
      case .reference(let from, let property, let to):
        if released[from]?.contains(property.name) != true { note(from, keeps: to) }
      case .link(let pair, let join, let from, let to):
        if unlinked[join]?.contains(pair) != true { note(from, keeps: to) }
      case .rule(let other, let own): note(other, keeps: own)
      case .userLink(let own): if sparesEdited, rows.contains(own) { staying.append(own) }
      }
    }
    var needed: Set<RowReference> = []
    while let row = staying.popLast() {
      if needed.insert(row).inserted { staying += kept[row] ?? [] }
    }
    return needed
  }

  /// Returns the references that the plan redirects, by the row that has them.
  private func releasedReferences(_ updates: [PlannedUpdate]) -> [RowReference: Set<String>] {
    var released: [RowReference: Set<String>] = [:]
    for update in updates {
      guard let row = state.rows[update.index], !row.targets.isEmpty else { continue }
      let preset = contents.presets[update.index]
      let kept = request.operation == .apply ? row.metadata?.stamps.cells ?? [:] : [:]
      for property in preset.layout.properties {
        guard row.targets[property.index] != nil, kept[property.name] == nil,
          request.fields?.contains(property.name) ?? true,
          target(of: preset, property) != 0 || !property.isRequiredReference
        else { continue }
        released[RowReference(table: preset.layout.tableName, key: preset.key), default: []]
          .insert(property.name)
      }
    }
    return released
  }

  /// Returns the links that the plan deletes, by join table.
  private func releasedLinks() -> [String: Set<StoreState.JoinTable.Pair>] {
    var planner = self
    planner.planLinks(hasArrivals: true)
    return planner.plan.links.reduce(into: [:]) { $0[$1.table.name] = Set($1.deleted) }
  }
}
