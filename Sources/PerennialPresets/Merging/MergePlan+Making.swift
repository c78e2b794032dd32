import Perennial
import PerennialRecords

extension MergePlan {
  /// Creates the plan for a request.
  ///
  /// Rows with a preset's ID become the preset's own row. Rows with one key of the app become the
  /// oldest of them if they have only default values, or if the app has confirmed the key. The user's
  /// edits are determined as in ``UnstampedDuplicate``. Of several values, the latest counts.
  ///
  /// Complexity: O(*n* log *n*) for *n* rows, references and links.
  init(_ request: MergeRequest<Value>) {
    let groups = Dictionary(grouping: request.rows, by: \.identity)
      .map { MergeGroup(identity: $0.key, rows: $0.value) }
      .sorted { $0.identity < $1.identity }
    let divided = Self.divide(groups, request)
    let redirects = Self.redirects(of: divided.merged)
    let deleted = Self.deleted(among: divided.merged, request)
    let merges = divided.merged.compactMap { group in
      Self.merge(group, request, following: redirects, without: deleted)
    }
    self.merges = merges
    unconfirmed = divided.unconfirmed.map {
      LookAlikes(identity: $0.identity, rows: $0.rows.map(\.name))
    }
    repointings = Self.repointings(
      request.references, merges: merges, following: redirects, without: deleted)
  }

  private static func redirects(of groups: [MergeGroup<Value>]) -> Redirects {
    var redirects = Redirects()
    for group in groups {
      guard let winner = group.winner else { continue }
      for loser in group.losers { redirects.add(Redirect(target: winner), for: loser.name) }
    }
    return redirects
  }

  /// Returns the presets that rows are merged into and that the user has deleted. No row of such a
  /// preset stays, and therefore no reference to it.
  private static func deleted(
    among groups: [MergeGroup<Value>], _ request: MergeRequest<Value>
  ) -> Set<RecordName> {
    let winners = groups.compactMap { group -> RecordName? in
      guard let winner = group.winner, let state = request.presets[winner] else { return nil }
      let reading = RecordReading(state, sharedReset: request.sharedResets[winner])
      return reading.isDeleted ? winner : nil
    }
    return Set(winners)
  }

  /// Separates the groups that are merged from those that must be confirmed.
  ///
  /// A group may be untouched only if the rows that it references are merged. The check is therefore
  /// repeated until no group is added.
  private static func divide(
    _ groups: [MergeGroup<Value>], _ request: MergeRequest<Value>
  ) -> (merged: [MergeGroup<Value>], unconfirmed: [MergeGroup<Value>]) {
    var merged: [MergeGroup<Value>] = []
    var open: [MergeGroup<Value>] = []
    for group in groups where !group.losers.isEmpty {
      if case .key = group.identity, !request.confirmed.contains(group.identity) {
        open.append(group)
      } else {
        merged.append(group)
      }
    }
    while !open.isEmpty {
      let redirects = redirects(of: merged)
      let untouched = open.filter { group in
        group.isUntouched(
          by: request.historicDefaults[group.identity] ?? [], following: redirects)
      }
      if untouched.isEmpty { break }
      let identities = Set(untouched.map(\.identity))
      merged += untouched
      open.removeAll { identities.contains($0.identity) }
    }
    return (merged.sorted { $0.identity < $1.identity }, open)
  }

  // MARK: - One object

  private static func merge(
    _ group: MergeGroup<Value>,
    _ request: MergeRequest<Value>,
    following redirects: Redirects,
    without deleted: Set<RecordName>
  ) -> Merge? {
    guard let winner = group.winner else { return nil }
    var state = request.presets[winner] ?? RecordState()
    let own = group.rows.first { $0.name == winner }
    for row in group.rows {
      // A value without a stamp in a preset's own row is the catalog's value.
      let isOwn = row.name == winner && request.presets[winner] != nil
      state.take(row, unstamped: !isOwn)
    }
    let reading = RecordReading(
      state, sharedReset: request.sharedResets[winner], redirects: redirects)
    var values: [String: Value] = [:]
    var written: [String: FieldEdit<Value>] = [:]
    for field in reading.fields {
      guard let value = reading.value(of: field) else { continue }
      if let target = value.target, deleted.contains(target) { continue }
      values[field] = value
      if case .preset = group.identity { written[field] = reading.cell(of: field) }
    }
    var links: [String: [RecordName]] = [:]
    for field in group.rows.reduce(into: reading.linkFields, { $0.formUnion($1.links.keys) }) {
      let united = unite(
        group.losers.map { $0.links[field] ?? [] }, showing: reading.links(of: field),
        own: own?.links[field] ?? [], following: redirects)
      links[field] = united.filter { !deleted.contains($0) }
    }
    return Merge(
      identity: group.identity, winner: winner, isNew: own == nil,
      isDeleted: deleted.contains(winner),
      losers: group.losers.map(\.name), values: values, written: written, links: links,
      overridden: overridden(group, by: values, state: state, following: redirects))
  }

  /// Returns the links of all rows in one order: first those of the row that stays, then those of the
  /// other rows in their order, then those that only the catalog has.
  private static func unite(
    _ links: [[RecordName]],
    showing shown: [RecordName],
    own: [RecordName],
    following redirects: Redirects
  ) -> [RecordName] {
    var wanted = Set(shown)
    wanted.formUnion(own.map { redirects.destination(of: $0) })
    var united: [RecordName] = []
    for name in (own + links.joined()).map({ redirects.destination(of: $0) }) + shown
    where wanted.remove(name) != nil {
      united.append(name)
    }
    return united
  }

  private static func overridden(
    _ group: MergeGroup<Value>,
    by values: [String: Value],
    state: RecordState<Value>,
    following redirects: Redirects
  ) -> [Overridden] {
    func isDefault(_ value: Value, _ field: String, of row: MergeRow<Value>) -> Bool {
      guard row.stamps[field] == nil, let edition = state.edition else { return false }
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

  // MARK: - References

  /// Returns the redirections of references from rows that no merge writes.
  private static func repointings(
    _ references: Set<MergeReference>,
    merges: [Merge],
    following redirects: Redirects,
    without deleted: Set<RecordName>
  ) -> [Repointing] {
    let written = Set(merges.flatMap { $0.losers + [$0.winner] })
    // The targets of to-many relationships, without order keys.
    var linked: Set<MergeReference> = []
    func withoutPlace(_ reference: MergeReference, to target: RecordName) -> MergeReference {
      MergeReference(source: reference.source, field: reference.field, target: target)
    }
    let others = references.filter { !written.contains($0.source) }
    for reference in others where reference.place != nil {
      linked.insert(withoutPlace(reference, to: reference.target))
    }
    let affected = others.filter {
      deleted.contains($0.target) || redirects.destination(of: $0.target) != $0.target
    }
    return affected.sorted(by: isBefore).map { reference in
      let destination = redirects.destination(of: reference.target)
      if deleted.contains(destination) {
        return Repointing(reference: reference, destination: nil)
      }
      if reference.place != nil, !linked.insert(withoutPlace(reference, to: destination)).inserted {
        return Repointing(reference: reference, destination: nil)
      }
      return Repointing(reference: reference, destination: destination)
    }
  }

  private static func isBefore(_ left: MergeReference, _ right: MergeReference) -> Bool {
    if left.source != right.source { return left.source < right.source }
    if left.field != right.field { return left.field < right.field }
    if left.place != right.place { return (left.place ?? .min) < (right.place ?? .min) }
    return left.target < right.target
  }
}

extension RecordState {
  /// Merges the values of a row: those with stamps as writes, the others as a copy without stamps.
  fileprivate mutating func take(_ row: MergeRow<Value>, unstamped: Bool) {
    for (field, stamp) in row.stamps {
      guard let value = row.values[field] else { continue }
      // A known cell has more information: the catalog's value at the time of the write.
      if let cell = cells[field], cell.stamp == stamp, cell.value == value { continue }
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
