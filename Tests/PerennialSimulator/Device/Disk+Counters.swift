import PerennialRecords
import PerennialReplication

extension Disk {
  /// The number that the counter of a row shows.
  func count(of name: RecordName) -> Int64? {
    guard case .integer(let count) = rows[name]?.content.values[Pantry.counter] else { return nil }
    return count
  }

  /// The number that the counter of an object has without unsent changes, as far as the device knows.
  func knownCount(of name: RecordName) -> Int64? {
    guard let tracked = tracked[name] else { return Pantry.counterStart }
    if case .integer(let count)? = tracked.missed[Pantry.counter] { return count }
    let reading = RecordReading(tracked.acknowledged.state.joined(with: tracked.detachedChanges))
    guard case .integer(let count) = reading.value(of: Pantry.counter) else {
      return Pantry.counterStart
    }
    return count
  }

  /// The latest reset of a preset's counter that the device knows.
  func knownReset(of name: RecordName, type: String) -> Stamp? {
    func latest(_ name: RecordName, _ field: String) -> Stamp? {
      let state = tracked[name]?.acknowledged.state
      let edits = edits[name]
      return (state?.reset).joined(with: state?.fieldResets[field]).joined(with: edits?.reset)
        .joined(with: edits?.fieldResets[field])
    }
    var reset = latest(name, Pantry.counter).joined(with: latest(.manifest, type))
    for transaction in history where transaction.number > position.transaction {
      let isReset = transaction.changes.contains { change in
        switch change {
        case .reset(name, field: nil), .reset(name, field: Pantry.counter): true
        case .resetAll(let other): other == nil || other == type
        default: false
        }
      }
      if isReset { reset.join(transaction.stamp) }
    }
    return reset
  }
}
