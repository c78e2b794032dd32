import Perennial
import PerennialRecords

/// Computes the writes that merge duplicates, and their report.
///
/// Reads and writes no rows. ``MergePlan`` decides which rows become one and which values that row has, by the
/// rules that replicas share. ``PresetPlanner`` plans the missing presets.
struct MergePlanner {
  let catalogs: ResolvedCatalogs
  let former: [ResolvedCatalogs]
  let found: DuplicateSearch
  var state: StoreState
  /// Converts values for the app's conflict rules.
  let values: ConflictValues
  /// The rows that references of the catalogs' presets target.
  let keys: PresetKeyMap
  /// The presets without a row that cannot be inserted, by the names of the rows that they would have: the
  /// keys of the objects that stand in for them, or nil.
  private var absent: [RecordName: Int64?] = [:]
  private var plan: PresetPlan
  private var report: PresetMergeReport

  /// - Parameter applied: The report of applying the catalogs that were due.
  init(
    _ catalogs: ResolvedCatalogs, formerly former: [ResolvedCatalogs], found: DuplicateSearch,
    state: StoreState, values: ConflictValues, after applied: PresetReport
  ) {
    self.catalogs = catalogs
    self.former = former
    self.found = found
    self.state = state
    self.values = values
    keys = PresetKeyMap(catalogs.contents, in: state)
    plan = PresetPlan(for: catalogs.contents)
    report = PresetMergeReport()
    report.applied = applied
  }

  /// Computes the plan, and the report of its changes without the number of redirected references.
  ///
  /// - Returns: No plan if there is nothing to merge.
  /// - Throws: The errors of ``PresetPlanner``.
  mutating func run() throws -> (plan: PresetPlan?, report: PresetMergeReport) {
    let merges = MergePlan(request)
    report.issues = merges.refusals.compactMap { refusal in
      found.presets[refusal.preset].map {
        .init(preset: $0.reported, reason: refusal.reason.rawValue)
      }
    }
    report.lookAlikes = merges.unconfirmed.map(lookAlikes)
    if merges.isEmpty { return (nil, report) }
    try insertWinners(merges)
    for merge in merges.merges {
      guard let layout = layout(of: merge) else { continue }
      plan.aliases.append(
        .init(
          layout: layout, former: merge.losers.compactMap(\.rowKey),
          key: merge.isDeleted ? nil : key(merge.winner)))
      if !merge.isDeleted, absent[merge.winner] == nil { write(merge, layout) }
    }
    tell(merges)
    return (plan, report)
  }

  private func layout(of merge: MergePlan<FieldState>.Merge) -> ModelLayout? {
    found.presets[merge.winner]?.layout ?? found.rows[merge.winner]?.entity.layout
  }

  private func key(_ name: RecordName) -> Int64? { (absent[name] ?? nil) ?? name.rowKey }

  // MARK: Rows

  /// Plans the rows of presets that have none. The merged rows give their unique values up.
  private mutating func insertWinners(_ merges: MergePlan<FieldState>) throws {
    let missing = merges.merges.filter { $0.isNew && !$0.isDeleted }.compactMap {
      found.presets[$0.winner]
    }
    if missing.isEmpty { return }
    let losers = Set(merges.merges.flatMap(\.losers).compactMap(\.rowKey))
    state.owners = state.owners.filter { !losers.contains($0.value) }
    let wanted = Set(missing.map(\.reported))
    let request = PresetRequest.restore({ wanted.contains($0.reported) }, of: catalogs)
    var planner = PresetPlanner(catalogs, state: state, request: request, values: values) {}
    try planner.run()
    plan = planner.plan
    report.issues += planner.report.issues
    let restored = Set(planner.report.restored)
    // The objects that were in the way of these presets when the catalogs were applied are merged into them.
    report.applied.issues.removeAll { restored.contains($0.preset) }
    for preset in missing where !restored.contains(preset.reported) {
      absent.updateValue(
        planner.keys.standIns[preset.key] ?? state.owner(of: preset),
        forKey: RecordName(ofRow: preset.key, preset.layout))
    }
  }

  /// Plans the values, the edits and the links of the row that stays.
  private mutating func write(_ merge: MergePlan<FieldState>.Merge, _ layout: ModelLayout) {
    guard let key = key(merge.winner) else { return }
    let preset = found.presets[merge.winner]
    let row = found.rows[merge.winner]
    var update = PresetPlan.RowUpdate(layout: layout, key: key)
    update.metadata =
      row == nil ? preset.map { .init(name: $0.name, firstID: $0.firstID) } : row?.metadata
    let edited = preset == nil ? Set(merge.values.keys) : Set(merge.written.keys)
    for field in edited.sorted() {
      guard let value = merge.values[field].map(sql), let property = layout.property(named: field)
      else { continue }
      if let cell = merge.written[field] {
        // The row's own stamp has more information than the plan.
        let own = row?.metadata?.stamps.cells[field]
        if own?.time == cell.stamp.time.rawValue { continue }
        update.metadata?.stamps.cells[field] = .init(
          time: cell.stamp.time.rawValue, device: cell.stamp.device.rawValue,
          base: preset?.value(property, keys) ?? .null)
      }
      // References are compared when they are written, because redirecting them has changed them.
      if property.isToOne || value != row?.values[field] ?? preset?.values[property.index] {
        update.values.append((property, value))
      }
    }
    plan.rowUpdates.append(update)
    let offered = preset.map { catalogs.contents.links(of: $0) } ?? [:]
    for (field, names) in merge.links.sorted(by: { $0.key < $1.key }) {
      guard let property = layout.property(named: field) else { continue }
      plan.members.append(
        .init(
          layout: layout, key: key, property: property, targets: names.compactMap(self.key),
          ofCatalog: Set(offered[field] ?? [])))
    }
  }

  private func sql(_ value: FieldState) -> SQLValue {
    switch value {
    case .value(let value): value
    case .reference(let name): key(name).map(SQLValue.integer) ?? .null
    }
  }

  // MARK: Report

  private func subject(of identity: MergeIdentity) -> PresetMergeReport.Subject {
    switch identity {
    case .preset(let name):
      let preset = found.presets[name]
      return .init(
        entityName: preset?.entityName ?? "", id: preset?.id ?? name.rawValue,
        preset: preset?.reported)
    case .key(let entity, let key): return .init(entityName: entity, id: key, preset: nil)
    }
  }

  private func lookAlikes(
    _ likes: MergePlan<FieldState>.PossibleDuplicates
  ) -> PresetMergeReport.PossibleDuplicates {
    let rows = likes.rows.compactMap { found.rows[$0] }
    return .init(
      subject: subject(of: likes.identity), objects: rows.map { $0.entity.identifier($0.key) },
      keys: rows.map(\.key))
  }

  private mutating func tell(_ merges: MergePlan<FieldState>) {
    // A reference to a deleted preset was not replaced by another one.
    let gone = Set(merges.merges.filter(\.isDeleted).map(\.winner))
    for merge in merges.merges {
      let subject = subject(of: merge.identity)
      report.merges.append(
        .init(
          subject: subject, duplicates: merge.losers.count, isNew: merge.isNew,
          isDeleted: merge.isDeleted, fields: merge.written.keys.sorted()))
      for given in merge.overridden where given.value.target.map(gone.contains) != true {
        report.overridden.append(
          .init(subject: subject, field: given.field, value: sql(given.value).wholeText))
      }
    }
  }
}
