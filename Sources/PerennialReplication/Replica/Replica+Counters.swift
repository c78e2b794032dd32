import PerennialRecords

extension Replica {
  /// Returns the counters of a record, with the declared starts of those that its entity declares.
  ///
  /// A counter that the program does not know is one too: another version of the program declares it.
  func counters(
    of type: String, in state: RecordState<RecordValue>
  ) throws -> [String: Int64] {
    try store.schema.counters(ofType: type).merging(state.counters.mapValues { _ in 0 }) {
      first, _ in
      first
    }
  }

  /// Joins what the hub has of a record with the knowledge of it.
  func mergeAcknowledged(
    _ state: RecordState<RecordValue>, of name: RecordName, in tracked: inout TrackedRecord,
    _ shared: @autoclosure () throws -> SharedKnowledge
  ) throws {
    let former = tracked.known
    tracked.acknowledged.state.join(state)
    try noteCounted(since: former, of: name, in: &tracked, shared())
    try noteWritten(since: former, of: name, in: &tracked, shared())
  }

  /// Notes the value that each field of a deleted row had, if another device has written it since.
  ///
  /// The deletion can be undone. A field with this value is then as before the deletion, and not one that the user has
  /// written.
  private func noteWritten(
    since former: RecordState<RecordValue>, of name: RecordName,
    in tracked: inout TrackedRecord, _ shared: @autoclosure () throws -> SharedKnowledge
  ) throws {
    guard former.edits != tracked.known.edits, name.objectKey != nil, try !store.isPresent(name)
    else { return }
    let shared = try shared()
    let before = shared.reading(former, of: tracked.acknowledged)
    let after = shared.reading(tracked.known, of: tracked.acknowledged)
    for field in after.state.edits.keys where after.state.counters[field] == nil {
      guard let old = before.value(of: field), old != after.value(of: field) else { continue }
      if tracked.missed[field] == nil { tracked.missed[field] = old }
    }
  }

  /// Notes the value that each counter of a deleted row had, if another device has changed it since.
  ///
  /// The deletion can be undone. Then the difference from this value is what the user has counted.
  func noteCounted(
    since former: RecordState<RecordValue>, of name: RecordName,
    in tracked: inout TrackedRecord, _ shared: @autoclosure () throws -> SharedKnowledge
  ) throws {
    if tracked.acknowledged.state.counters.isEmpty && tracked.detachedChanges.counters.isEmpty {
      return
    }
    // The deletion of a preset is undone with the catalog's values.
    guard name.objectKey != nil, try !store.isPresent(name) else { return }
    let (device, shared) = (try store.device, try shared())
    let before = shared.reading(former, of: tracked.acknowledged)
    let after = shared.reading(tracked.known, of: tracked.acknowledged)
    for field in after.state.counters.keys {
      // The hub has an object whose acknowledgement is lost.
      let start = tracked.isSent ? after.start(of: field) : nil
      guard case .integer(let old) = before.value(of: field) ?? start,
        case .integer(let new) = after.value(of: field)
      else { continue }
      let own = after.total(of: field, by: device) &- before.total(of: field, by: device)
      let shown = (tracked.missed[field]?.integer ?? old) &+ own
      tracked.missed[field] = shown == new ? nil : .integer(shown)
    }
  }
}

extension RecordValue {
  /// The whole number; nil for another value.
  fileprivate var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}

extension RecordReading<RecordValue> {
  /// Returns what a device has added to a counter since the last reset.
  func total(of field: String, by device: DeviceIdentifier) -> Int64 {
    state.counters[field]?.total(of: device, after: counterReset(of: field))?.amount ?? 0
  }
}

extension LocalEdits {
  /// Adds what the device has counted: the difference of each counter from the value that the row would show.
  ///
  /// The total contains what the device has counted before. So a request that was sent before, and whose answer is
  /// lost, counts once with this one.
  func addCounters(
    of record: EditedRecord, _ content: RowContent, to state: inout RecordState<RecordValue>
  ) throws {
    for (field, start) in record.counters {
      guard let stamp = fields[field] ?? insertion,
        record.base.state.isLeftToUser(field) || isInEffect(stamp, of: field, in: record),
        case .integer(let shown) = content.values[field]
      else { continue }
      let known: Int64
      if let counted = record.missed[field]?.integer {
        known = counted
      } else if record.absent.contains(field), record.shown.start(of: field) != nil {
        // The user has added to the default of a migration, and not to the known value.
        known = start
      } else if record.shown.start(of: field) != nil {
        guard case .integer(let value) = record.shown.value(of: field) else { continue }
        known = value
      } else if (insertion ?? stamp).device == DeviceIdentifier.none {
        // The same object can be in a copy of the file, which sends it too.
        state.write(.integer(shown), to: field, at: insertion ?? stamp)
        continue
      } else {
        state.write(.integer(start), to: field, at: insertion ?? stamp)
        known = start &+ (record.base.counted(in: field) ?? 0)
      }
      guard shown != known || sentFields[field] != nil else { continue }
      count(field, by: shown &- known, at: stamp, of: record, in: &state)
    }
  }

  private func count(
    _ field: String, by difference: Int64, at stamp: Stamp, of record: EditedRecord,
    in state: inout RecordState<RecordValue>
  ) {
    let reset = record.base.counterReset(of: field)
    let former = record.base.state.counters[field]?.totals[CounterTotals.Writer(record.device)]
    let amount = record.base.total(of: field, by: record.device) &+ difference
    // A total that is not later than the device's last one would not count.
    let next = former.map { Stamp(time: $0.stamp.time.successor, device: stamp.device) }
    state.count(
      field,
      CounterTotals.Total(
        stamp: next.map { max($0, stamp) } ?? stamp, amount: amount, reset: reset),
      by: record.device)
  }
}
