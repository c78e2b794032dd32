extension RecordState<RecordValue> {
  /// Returns the changes that follow for this record if a record that a user has created is merged into it, because
  /// both have one unique value.
  ///
  /// - Parameters:
  ///   - folded: The state of the other record.
  ///   - name: The name of the other record.
  ///   - fields: The fields with unique values. Their values are the same, unless the user has changed them since.
  ///   - counters: The counters with their declared starts. What devices have counted in the other record is added
  ///     to this one.
  ///   - redirects: The records that were merged into others.
  public func changes(
    folding folded: RecordState, named name: RecordName, unique fields: Set<String>,
    counters: [String: Int64], following redirects: Redirects
  ) -> RecordState {
    var changes = RecordState()
    changes.counters = folded.counters.mapValues { $0.merged(from: name) }
    for (field, cell) in folded.edits {
      if counters[field] != nil || folded.counters[field] != nil {
        // A start that differs from the declared one has the count of objects from before the first sync.
        guard let start = counters[field], case .integer(let value) = cell.value, value != start
        else { continue }
        changes.counters[field, default: CounterTotals()].totals[
          CounterTotals.Writer(.none, in: name)] =
          CounterTotals.Total(stamp: cell.stamp, amount: value &- start)
        continue
      }
      if fields.contains(field), cell.base == nil { continue }
      let value = cell.value.following(redirects)
      // A value of the catalog is not a change by the user.
      if catalogVersion?.offers(value, for: field, following: redirects) == true { continue }
      changes.write(cell.value, to: field, over: catalogVersion?.values[field], at: cell.stamp)
    }
    changes.links = folded.links
    // A deletion of this record from before the other was written does not apply to both.
    // Nor does a later one whose device knew nothing of the other object.
    if let first = folded.edits.values.map(\.stamp).min() {
      changes.restore(at: first)
      changes.upsert(at: first)
    }
    if let upsert = folded.upsert { changes.upsert(at: upsert) }
    if let deletion = folded.deletion, !deletion.isDeleted { changes.restore(at: deletion.stamp) }
    return changes
  }

  /// Changes the target of the redirect, because the target's name belongs to another record.
  public mutating func redirect(from former: RecordName, to name: RecordName) {
    guard let known = redirect, known.target == former else { return }
    redirect = Redirect(version: known.version, target: name)
  }

  /// Removes the redirect, and returns it.
  public mutating func removeRedirect() -> Redirect? {
    if redirect == nil { return nil }
    defer { redirect = nil }
    return redirect
  }
}
