import PerennialRecords

extension MergePlan {
  /// Creates the plan for a request.
  ///
  /// Rows with a preset's ID become the preset's own row. Rows with one key of the app become the
  /// oldest of them if the app has confirmed the key. The user's edits are determined as in
  /// ``UnstampedDuplicate``. Of several values, the latest counts.
  ///
  /// Complexity: O(*n* log *n*) for *n* rows and links.
  init(_ request: MergeRequest<Value>) {
    var request = request
    refusals = request.refuseRequired()
    let groups = Dictionary(grouping: request.rows, by: \.identity)
      .compactMap { MergeGroup($0.key, $0.value) }
      .filter { !$0.losers.isEmpty }
      .sorted { $0.identity < $1.identity }
    let merged = groups.filter { request.isMerged($0.identity) }
    var redirects = Redirects()
    for group in merged {
      for loser in group.losers { redirects.add(Redirect(target: group.winner), for: loser.name) }
    }
    // No row of these presets stays, and therefore no reference to it.
    let deleted = Set(merged.map(\.winner)).filter { name in
      request.presets[name].map { RecordReading($0).isDeleted } == true
    }
    self.redirects = redirects
    merges = merged.map { group in
      Self.merge(group, request.presets[group.winner], following: redirects, without: deleted)
    }
    unconfirmed = groups.filter { !request.isMerged($0.identity) }.map {
      PossibleDuplicates(identity: $0.identity, rows: $0.rows.map(\.name))
    }
  }

  // MARK: - One object

  private static func merge(
    _ group: MergeGroup<Value>, _ preset: RecordState<Value>?, following redirects: Redirects,
    without deleted: Set<RecordName>
  ) -> Merge {
    var state = preset ?? RecordState()
    for row in group.rows {
      // A value without a stamp in a preset's own row is the catalog's value.
      state.take(row, unstamped: row.name != group.winner || preset == nil)
    }
    let reading = RecordReading(state, redirects: redirects)
    var values: [String: Value] = [:]
    var written: [String: FieldEdit<Value>] = [:]
    for field in reading.fields {
      guard let value = reading.value(of: field) else { continue }
      if let target = value.target, deleted.contains(target) { continue }
      values[field] = value
      if case .preset = group.identity { written[field] = reading.edit(of: field) }
    }
    var links: [String: [RecordName]] = [:]
    for field in group.rows.reduce(into: reading.linkFields, { $0.formUnion($1.links.keys) }) {
      let united = unite(
        group.losers.map { $0.links[field] ?? [] }, showing: reading.links(of: field),
        own: group.own?.links[field] ?? [], following: redirects)
      links[field] = united.filter { !deleted.contains($0) }
    }
    return Merge(
      identity: group.identity, winner: group.winner, isNew: group.own == nil,
      isDeleted: deleted.contains(group.winner), losers: group.losers.map(\.name), values: values,
      written: written, links: links,
      overridden: overridden(group, by: values, state.catalogVersion, following: redirects))
  }

  /// Returns the links of all rows in one order: first those of the row that stays, then those of the
  /// other rows in their order, then those that only the catalog has.
  private static func unite(
    _ links: [[RecordName]], showing shown: [RecordName], own: [RecordName],
    following redirects: Redirects
  ) -> [RecordName] {
    let stored = (own + links.joined()).map { redirects.destination(of: $0) }
    var wanted = Set(shown).union(stored.prefix(own.count))
    return (stored + shown).filter { wanted.remove($0) != nil }
  }

  private static func overridden(
    _ group: MergeGroup<Value>, by values: [String: Value], _ edition: CatalogVersion<Value>?,
    following redirects: Redirects
  ) -> [Overridden] {
    func isDefault(_ value: Value, _ field: String, of row: MergeRow<Value>) -> Bool {
      guard row.stamps[field] == nil, let edition else { return false }
      return row.name == group.winner || edition.offers(value, for: field, following: redirects)
    }
    return group.rows.flatMap { row in
      row.values.sorted { $0.key < $1.key }.compactMap { field, stored in
        let value = stored.following(redirects)
        guard values[field] != value, !isDefault(value, field, of: row) else { return nil }
        return Overridden(row: row.name, field: field, value: value)
      }
    }
  }
}

extension RecordState {
  /// Merges the values of a row: those with stamps as writes, the others as a copy without stamps.
  fileprivate mutating func take(_ row: MergeRow<Value>, unstamped: Bool) {
    for (field, stamp) in row.stamps {
      guard let value = row.values[field] else { continue }
      // A known cell has more information: the catalog's value at the time of the write.
      if let cell = edits[field], cell.stamp == stamp, cell.value == value { continue }
      write(value, to: field, at: stamp)
    }
    guard unstamped else { return }
    let version = UnstampedDuplicate<Value>.Version(
      values: row.values.filter { row.stamps[$0.key] == nil },
      links: row.links.mapValues { Set($0) })
    fold(
      UnstampedDuplicate(name: row.name, modified: row.modified, version: version), named: row.name)
  }
}
