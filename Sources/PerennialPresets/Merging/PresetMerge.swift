import Perennial
import PerennialRecords

/// The execution of a merge plan, inside one transaction.
struct PresetMerge {
  let search: DuplicateSearch
  let assembly: ResolvedCatalogs
  let writer: PresetWriter
  var report: PresetMergeReport
  /// The keys of the objects that stand in for presets, by the names of the presets' rows.
  private var standIns: [RecordName: Int64] = [:]

  init(
    search: DuplicateSearch, assembly: ResolvedCatalogs, writer: PresetWriter,
    report: PresetMergeReport
  ) {
    self.search = search
    self.assembly = assembly
    self.writer = writer
    self.report = report
  }

  mutating func run() throws {
    let plan = MergePlan(search.request)
    report.issues += search.problems
    for likes in plan.unconfirmed {
      let rows = likes.rows.compactMap { search.rows[$0] }
      report.lookAlikes.append(
        .init(
          subject: subject(of: likes.identity),
          objects: try rows.map { try writer.identifier($0.stored.key, of: $0.type) },
          keys: rows.map(\.stored.key)))
    }
    if plan.isEmpty { return }
    try discardLosers(plan)
    try insertWinners(plan)
    try redirect(plan)
    for merge in plan.merges where !merge.isDeleted { try write(merge) }
    try tell(plan)
  }

  private func type(of merge: MergePlan<StoredValue>.Merge) -> (any PersistentModel.Type)? {
    search.drafts[merge.winner].map { Swift.type(of: $0.model) } ?? search.rows[merge.winner]?.type
  }

  private func key(_ name: RecordName) -> Int64? {
    standIns[name] ?? search.drafts[name]?.key ?? search.rows[name]?.stored.key
      ?? name.rawValue.split(separator: "/").last.flatMap { Int64($0) }
  }

  // MARK: Rows

  private func discardLosers(_ plan: MergePlan<StoredValue>) throws {
    for merge in plan.merges {
      guard let type = type(of: merge) else { continue }
      try writer.discard(merge.losers.compactMap { search.rows[$0]?.stored.key }, of: type)
    }
  }

  /// Inserts the rows of presets that have none. The merged objects may have had their unique values.
  private mutating func insertWinners(_ plan: MergePlan<StoredValue>) throws {
    let records = try writer.catalogRecords()
    let present = try InstalledPresets(assembly, writer)
    var settlement = PresetReferenceResolver(
      assembly.contents, writer, present, current: assembly.current(records))
    let missing = plan.merges.filter { $0.isNew && !$0.isDeleted }.compactMap {
      search.drafts[$0.winner]
    }
    if missing.isEmpty { return }
    var told = report.applied
    let known = told.issues.count
    let coming = try settlement.expect(missing, &told)
    let (arrived, waiting) = try settlement.insert(coming, &told)
    let late = try settlement.insertAgain(waiting, &told)
    try settlement.link(&told)
    report.issues += told.issues.dropFirst(known)
    let there = Set((arrived + late).map(\.key))
    // The objects that were in the way of these presets when the catalogs were applied have been merged
    // into them.
    let come = Set(missing.filter { there.contains($0.key) }.map(\.reported))
    report.applied.issues.removeAll { come.contains($0.preset) }
    for draft in missing where !there.contains(draft.key) {
      if let other = try writer.standIn(for: draft) {
        standIns[DuplicateSearch.name(draft.layout, draft.key)] = other
      }
    }
  }

  private mutating func redirect(_ plan: MergePlan<StoredValue>) throws {
    var moves: [PresetWriter.Moves] = []
    for merge in plan.merges {
      guard let type = type(of: merge) else { continue }
      let goal = merge.isDeleted ? nil : key(merge.winner)
      var to: [Int64: Int64?] = [:]
      for loser in merge.losers {
        if let key = search.rows[loser]?.stored.key { to[key] = .some(goal) }
      }
      moves.append((type, to))
    }
    report.redirected = try writer.redirect(moves)
  }

  // MARK: Values

  private func write(_ merge: MergePlan<StoredValue>.Merge) throws {
    // An object that stands in for a preset stays as it is.
    guard standIns[merge.winner] == nil, let type = type(of: merge), let key = key(merge.winner),
      let now = try writer.rows([key], of: type).first
    else { return }
    var values: [String: SQLValue] = [:]
    var stamps = now.stamps
    let written =
      search.drafts[merge.winner] == nil ? Set(merge.values.keys) : Set(merge.written.keys)
    for field in written.sorted() {
      guard let value = merge.values[field] else { continue }
      let stored = sql(value)
      if let cell = merge.written[field] {
        // The row's own stamp has more information than the plan.
        if let own = now.stamps.cells[field], own.time == cell.stamp.time.rawValue { continue }
        let base = try search.drafts[merge.winner].flatMap {
          try assembly.contents.values(of: $0)[field]
        }
        stamps.cells[field] = .init(
          time: cell.stamp.time.rawValue, device: cell.stamp.device.rawValue, base: base ?? .null)
      }
      if now.values[field] != stored { values[field] = stored }
    }
    try writer.write(
      values, search.drafts[merge.winner] == nil ? nil : stamps, to: key, of: type)
    try writeLinks(merge, key, type)
  }

  private func writeLinks(
    _ merge: MergePlan<StoredValue>.Merge, _ key: Int64, _ type: any PersistentModel.Type
  ) throws {
    let offered = search.drafts[merge.winner].map { assembly.contents.links(of: $0) }
    for (field, names) in merge.links.sorted(by: { $0.key < $1.key }) {
      let goal = names.compactMap(self.key)
      try writer.write(
        try writer.existing(goal, by: field, of: type), to: field, of: key, type,
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
      let draft = search.drafts[name]
      return .init(
        entityName: draft?.entityName ?? "", id: draft?.id ?? name.rawValue,
        preset: draft?.reported)
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
