import Perennial
import PerennialRecords

/// The execution of a merge plan, inside one transaction.
struct PresetMerge {
  let search: DuplicateSearch
  let operation: PresetOperation
  private(set) var report: PresetMergeReport
  /// The keys of the objects that stand in for presets, by the names of the presets' rows.
  private var standIns: [RecordName: Int64] = [:]

  init(search: DuplicateSearch, operation: PresetOperation, report: PresetMergeReport) {
    self.search = search
    self.operation = operation
    rowMerger = RowMerger(operation.transaction)
    self.report = report
  }

  private let rowMerger: RowMerger

  mutating func run() throws {
    let plan = MergePlan(search.request)
    report.issues += search.problems
    for likes in plan.unconfirmed {
      let rows = likes.rows.compactMap { search.rows[$0] }
      report.lookAlikes.append(
        .init(
          subject: subject(of: likes.identity),
          objects: try rows.map {
            try operation.transaction.identifier($0.stored.key, of: $0.layout)
          },
          keys: rows.map(\.stored.key)))
    }
    if plan.isEmpty { return }
    try discardLosers(plan)
    try insertWinners(plan)
    try redirect(plan)
    for merge in plan.merges where !merge.isDeleted { try write(merge) }
    try tell(plan)
  }

  private func layout(of merge: MergePlan<StoredValue>.Merge) -> ModelLayout? {
    search.presets[merge.winner]?.layout ?? search.rows[merge.winner]?.layout
  }

  private func key(_ name: RecordName) -> Int64? {
    standIns[name] ?? search.presets[name]?.key ?? search.rows[name]?.stored.key
      ?? name.rawValue.split(separator: "/").last.flatMap { Int64($0) }
  }

  // MARK: Rows

  private func discardLosers(_ plan: MergePlan<StoredValue>) throws {
    for merge in plan.merges {
      guard let layout = layout(of: merge) else { continue }
      try rowMerger.discard(merge.losers.compactMap { search.rows[$0]?.stored.key }, of: layout)
    }
  }

  /// Inserts the rows of presets that have none. The merged objects may have had their unique values.
  private mutating func insertWinners(_ plan: MergePlan<StoredValue>) throws {
    let missing = plan.merges.filter { $0.isNew && !$0.isDeleted }.compactMap {
      search.presets[$0.winner]
    }
    if missing.isEmpty { return }
    let wanted = Set(missing.map(\.reported))
    let insertion = try operation.restore { wanted.contains($0.reported) }
    report.issues += insertion.issues
    let there = Set(insertion.restored)
    // The objects that were in the way of these presets when the catalogs were applied have been merged
    // into them.
    report.applied.issues.removeAll { there.contains($0.preset) }
    let keys = try operation.keyMap()
    for preset in missing where !there.contains(preset.reported) {
      if let other = keys.standIns[preset.key] {
        standIns[DuplicateSearch.name(preset.layout, preset.key)] = other
      }
    }
  }

  private mutating func redirect(_ plan: MergePlan<StoredValue>) throws {
    var moves: [RowMerger.Moves] = []
    for merge in plan.merges {
      guard let layout = layout(of: merge) else { continue }
      let goal = merge.isDeleted ? nil : key(merge.winner)
      var to: [Int64: Int64?] = [:]
      for loser in merge.losers {
        if let key = search.rows[loser]?.stored.key { to[key] = .some(goal) }
      }
      moves.append((layout, to))
    }
    report.redirected = try rowMerger.redirect(moves)
  }

  // MARK: Values

  private func write(_ merge: MergePlan<StoredValue>.Merge) throws {
    // An object that stands in for a preset stays as it is.
    guard standIns[merge.winner] == nil, let layout = layout(of: merge),
      let key = key(merge.winner),
      let now = try rowMerger.rows([key], of: layout).first
    else { return }
    var values: [String: SQLValue] = [:]
    var stamps = now.stamps
    let written =
      search.presets[merge.winner] == nil ? Set(merge.values.keys) : Set(merge.written.keys)
    for field in written.sorted() {
      guard let value = merge.values[field] else { continue }
      let stored = sql(value)
      if let cell = merge.written[field] {
        // The row's own stamp has more information than the plan.
        if let own = now.stamps.cells[field], own.time == cell.stamp.time.rawValue { continue }
        let base = search.presets[merge.winner]?.fields(search.keys)[field]
        stamps.cells[field] = .init(
          time: cell.stamp.time.rawValue, device: cell.stamp.device.rawValue, base: base ?? .null)
      }
      if now.values[field] != stored { values[field] = stored }
    }
    try rowMerger.write(
      values, search.presets[merge.winner] == nil ? nil : stamps, to: key, of: layout)
    try writeLinks(merge, key, layout)
  }

  private func writeLinks(
    _ merge: MergePlan<StoredValue>.Merge, _ key: Int64, _ layout: ModelLayout
  ) throws {
    let offered = search.presets[merge.winner].map { operation.catalogs.contents.links(of: $0) }
    for (field, names) in merge.links.sorted(by: { $0.key < $1.key }) {
      let goal = names.compactMap(self.key)
      try rowMerger.write(
        try rowMerger.existing(goal, by: field, of: layout), to: field, of: key, layout,
        marking: Set(offered?[field] ?? []))
    }
  }

  private func sql(_ value: StoredValue) -> SQLValue {
    switch value {
    case .value(let value): value
    case .reference(let name): key(name).map(SQLValue.integer) ?? .null
    }
  }

  // MARK: Report

  private func subject(of identity: MergeIdentity) -> PresetMergeReport.Subject {
    switch identity {
    case .preset(let name):
      let preset = search.presets[name]
      return .init(
        entityName: preset?.entityName ?? "", id: preset?.id ?? name.rawValue,
        preset: preset?.reported)
    case .key(let entity, let key): return .init(entityName: entity, id: key, preset: nil)
    }
  }

  private mutating func tell(_ plan: MergePlan<StoredValue>) throws {
    // A reference to a deleted preset was not replaced by another one.
    let gone = Set(plan.merges.filter(\.isDeleted).map(\.winner))
    for merge in plan.merges {
      let subject = subject(of: merge.identity)
      report.merges.append(
        .init(
          subject: subject, duplicates: merge.losers.count, isNew: merge.isNew,
          isDeleted: merge.isDeleted, fields: merge.written.keys.sorted()))
      report.overridden += merge.overridden.compactMap { given in
        if let target = given.value.target, gone.contains(target) { return nil }
        return .init(subject: subject, field: given.field, value: sql(given.value).wholeText)
      }
    }
  }
}
