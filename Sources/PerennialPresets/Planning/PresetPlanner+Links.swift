import Perennial
import PerennialRecords

// The links between presets.
//
// The store has the links that catalogs have inserted, those that the user has inserted, and those of
// catalogs that the user has deleted. An owner without changes by the user gets the catalog's links. For
// another owner, the rules of records decide.

extension PresetPlanner {
  /// - Parameter hasArrivals: `true` if presets are inserted.
  mutating func planLinks(hasArrivals: Bool) {
    // A reset of fields concerns no links.
    if state.joins.isEmpty || request.fields != nil && !hasArrivals { return }
    let links = contents.linksByTable
    let owners = Set(contents.presets.filter { current.contains($0.catalog) }.map(\.key))
    let reset =
      request.operation == .reset
      ? Set(contents.presets.filter(request.contains).map(\.key)) : []
    let new = rowKeys(inserted)
    var changed: [Int64: Set<String>] = [:]
    for table in state.joins {
      let wanted = (links[table.name] ?? []).compactMap { pair($0, in: table) }
      var changes = PresetPlan.LinkChanges(table)
      if request.userProperties[table.layout.entityName]?.contains(table.property.name) == true {
        // A new preset begins with the catalog's links, which belong to the user.
        changes.areOfCatalog = false
        changes.inserted = wanted.filter { new.contains(table.owner(of: $0)) }
      } else {
        compare(
          wanted.filter { owners.contains(table.owner(of: $0)) }, owners: owners, reset: reset,
          new: new, into: &changes)
      }
      for pair in changes.deleted + changes.inserted.filter({ table.links[$0] == nil }) {
        changed[table.owner(of: pair), default: []].insert(table.property.name)
      }
      plan.links.append(changes)
    }
    report.add(changed, among: contents.presets)
  }

  /// Returns the rows that a catalog's link connects; nil if one of them is missing. An object that stands in
  /// for a preset is linked to, and keeps its own links.
  private func pair(
    _ link: CatalogContents.Link, in table: StoreState.JoinTable
  ) -> StoreState.JoinTable.Pair? {
    let given = StoreState.JoinTable.Pair(source: link.source, target: link.target)
    if keys.isEmpty { return given }
    guard let source = keys[link.source], let target = keys[link.target],
      keys.hasRow(table.owner(of: given)),
      !table.isSymmetric || keys.hasRow(table.target(of: given))
    else { return nil }
    return .init(source: source, target: target)
  }

  private func compare(
    _ wanted: [StoreState.JoinTable.Pair], owners: Set<Int64>, reset: Set<Int64>,
    new: Set<Int64>, into changes: inout PresetPlan.LinkChanges
  ) {
    let table = changes.table
    let wantedByOwner = Dictionary(grouping: wanted, by: table.owner)
    // A link that was deleted together with a preset does not count as deleted by the user.
    func isOfNew(_ pair: StoreState.JoinTable.Pair) -> Bool {
      new.contains(pair.source) || new.contains(pair.target)
    }
    let cut = Dictionary(grouping: table.deleted.keys.filter { !isOfNew($0) }, by: table.owner)
    var stored: [Int64: [StoreState.JoinTable.Pair]] = [:]
    var edited = Set(cut.keys)
    for (pair, origin) in table.links {
      let owner = table.owner(of: pair)
      guard owners.contains(owner) else { continue }
      stored[owner, default: []].append(pair)
      if origin != .catalog { edited.insert(owner) }
    }
    var goals: Set<StoreState.JoinTable.Pair> = []
    for (owner, pairs) in wantedByOwner where !edited.contains(owner) { goals.formUnion(pairs) }
    for owner in edited where owners.contains(owner) {
      goals.formUnion(
        shown(
          wantedByOwner[owner] ?? [], stored: stored[owner] ?? [], cut: cut[owner] ?? [], in: table,
          isReset: reset.contains(owner)))
    }
    let goal = Set(wanted)
    changes.deleted = stored.values.joined().filter { !goals.contains($0) }
      .sorted { ($0.source, $0.target) < ($1.source, $1.target) }
    changes.inserted = wanted.filter { pair in
      guard goals.contains(pair) else { return false }
      // A reset makes a link of the user that the catalog has too the catalog's.
      return table.links[pair].map { $0 != .catalog && reset.contains(table.owner(of: pair)) }
        ?? true
    }
    for pair in stored.values.joined() where goals.contains(pair) {
      let isWanted = goal.contains(pair)
      guard !reset.contains(table.owner(of: pair)),
        table.links[pair] == (isWanted ? .user : .both)
      else { continue }
      changes.shared[pair] = isWanted
    }
    for (pair, wasOffered) in table.deleted {
      // Sync can have removed the record of the preset's deletion, and these of its links are left.
      if isOfNew(pair) {
        changes.forgotten.append(pair)
        continue
      }
      guard owners.contains(table.owner(of: pair)) else { continue }
      if reset.contains(table.owner(of: pair)) {
        changes.forgotten.append(pair)
      } else if wasOffered != goal.contains(pair) {
        changes.offered[pair] = !wasOffered
      }
    }
  }

  /// Returns the links of a preset with changes by the user, according to the rules of records.
  private func shown(
    _ wanted: [StoreState.JoinTable.Pair], stored: [StoreState.JoinTable.Pair],
    cut: [StoreState.JoinTable.Pair], in table: StoreState.JoinTable, isReset: Bool
  ) -> Set<StoreState.JoinTable.Pair> {
    let field = table.property.name
    var pairs: [RecordName: StoreState.JoinTable.Pair] = [:]
    func name(_ pair: StoreState.JoinTable.Pair) -> RecordName {
      let name = RecordName("\(table.target(of: pair))")
      pairs[name] = pair
      return name
    }
    // Only the order of the steps matters, not their times.
    func stamp(_ step: Int64) -> Stamp {
      Stamp(time: HybridTime(milliseconds: step), device: DeviceIdentifier(standingFor: .manifest))
    }
    var state = RecordState<FieldState>()
    state.offer(CatalogVersion(version: 1, values: [:], links: [field: wanted.map(name)]))
    for pair in cut { state.unlink(field, from: name(pair), at: stamp(1)) }
    for pair in stored where table.links[pair] != .catalog {
      state.link(field, to: name(pair), at: stamp(2))
    }
    if isReset { state.reset(at: stamp(3)) }
    return Set(RecordReading(state).links(of: field).compactMap { pairs[$0] })
  }
}
