import PerennialRecords
import PerennialReplication

extension Simulation {
  /// A counter of the hub without a number that a user has added, or with one that counts twice.
  var wrongCount: String? {
    let installed = devices.map(\.store.disk)
    let areResetsKnown = installed.allSatisfy { $0.correction == 0 }
    for (name, record) in hub.database.records
    where name != .manifest && record.state.deletion?.isDeleted != true {
      let subject = CountLedger.subject(name, record.created)
      if let created = record.created, ledger.forgotten.contains(created) { continue }
      // A corrected clock has replaced the stamps of resets.
      if record.created == nil, !areResetsKnown || ledger.isHubRestored { continue }
      let counter = record.state.counters[Pantry.counter]
      let reset = record.created == nil ? reading(of: record).counterReset(of: Pantry.counter) : nil
      let own = (counter?.totals.keys.filter { $0.source == nil } ?? []).map(\.device)
      for device in counts.devices(of: subject).union(own).sorted() {
        let found =
          records(of: record).map { record in
            record.state.counters[Pantry.counter]?.total(of: device, after: reset)?.amount ?? 0
          } + countsOfForgotten(mergedLike: record, by: device)
        let wanted = counts.totals(
          of: device, in: subject, after: reset,
          isInstalled: installed.contains { $0.device == device },
          isHubRestored: ledger.isHubRestored)
        if let wanted, wanted.isDisjoint(with: found) {
          return
            "\(name.rawValue) has \(found) of device \(device.rawValue), and not \(wanted.sorted()): \(record)"
        }
      }
      if let wrong = wrongSum(of: record) ?? lostCount(of: record) { return wrong }
    }
    return nil
  }

  /// The records of an object: after the hub was restored, two devices can each give it another key. After a power cut, a
  /// device can create another object with the same stamp.
  private func records(of record: Record) -> [Record] {
    if record.created == nil { return [record] }
    return hub.database.records.values.filter { $0.created == record.created }
  }

  /// The counts of a device in an object that was merged like a record, and that the device has forgotten since,
  /// because a restored hub has given its name away. The other objects of the merge have the totals.
  private func countsOfForgotten(
    mergedLike record: Record, by device: DeviceIdentifier
  ) -> [Int64] {
    guard ledger.isHubRestored, record.state.redirect != nil else { return [] }
    let redirects = Redirects(in: hub.database.records.mapValues(\.state))
    let target = redirects.destination(of: record.name)
    let counter = hub.database.records[target]?.state.counters[Pantry.counter]
    return ledger.renames.filter {
      $0.device == device && redirects.destination(of: $0.name) == target
    }.compactMap { counter?.totals[CounterTotals.Writer(device, in: $0.former)]?.amount }
  }

  /// An object whose row does not show the start and all totals.
  private func wrongSum(of record: Record) -> String? {
    guard record.created != nil, record.state.redirect == nil else { return nil }
    let totals = record.state.counters[Pantry.counter]?.totals.values.map(\.amount) ?? []
    let sum = totals.reduce(Pantry.counterStart, +)
    for device in devices {
      guard let shown = device.store.disk.count(of: record.name), shown != sum else { continue }
      return "\(device.number) shows \(shown) of \(record.name.rawValue), and not \(sum): \(record)"
    }
    return nil
  }

  /// A record that was merged into another one, and whose totals the other does not have.
  private func lostCount(of record: Record) -> String? {
    guard record.state.redirect != nil, let counter = record.state.counters[Pantry.counter]
    else { return nil }
    let redirects = Redirects(in: hub.database.records.mapValues(\.state))
    let target = redirects.destination(of: record.name)
    // After the hub was restored, another object can have the name of a lost one, and can be merged into an object that
    // was merged into the lost one. A client can merge records in a circle.
    if target == record.name { return nil }
    guard let other = hub.database.records[target], other.type == record.type else { return nil }
    for (writer, total) in counter.totals {
      let merged = CounterTotals.Writer(writer.device, in: writer.source ?? record.name)
      let found = other.state.counters[Pantry.counter]?.totals[merged]
      if found.map({ $0.stamp < total.stamp }) ?? true {
        return "\(target.rawValue) does not have \(total) of \(record.name.rawValue)"
      }
    }
    return nil
  }
}
