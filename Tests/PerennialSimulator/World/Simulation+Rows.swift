import PerennialRecords
import PerennialReplication

// Checks of rows after each exchange. At the end, a later merge can have repaired a row.

extension Simulation {
  /// Checks that the rows of a device follow from its knowledge: a merge of all records changes none.
  ///
  /// A merge of all records is slow. So one device of each history is checked. After a client has merged records, a row
  /// with unsent changes can follow no earlier than the answer to them, and rows are compared at the end only.
  func checkRows(of device: SimulatedDevice) {
    guard ledger.mergedByClient.isEmpty else { return }
    guard device.number == 1 + history.events.count % devices.count else { return }
    let store = MemoryStore(device.store.disk)
    let replica = Replica(store)
    do {
      while try replica.readHistory() {}
      let former = store.disk
      let names = Set(former.rows.keys).union(former.tracked.keys).subtracting([.manifest])
        .sorted()
      try replica.rewriteRows(names)
      for name in names {
        let shown = former.rows[name]?.content
        let expected = store.disk.rows[name]?.content
        guard shown != expected, former.settled(shown) != former.settled(expected) else {
          continue
        }
        // An object can have the name of one that the hub has forgotten, and into which others were merged.
        if ledger.hasHubForgotten, !store.redirects.sources(of: name).isEmpty { continue }
        return report(
          "device \(device.number) shows \(name.rawValue) as\n  "
            + "\(shown.map { "\($0)" } ?? "nothing")\nand its knowledge is\n  "
            + "\(expected.map { "\($0)" } ?? "nothing")")
      }
    } catch { report("\(error)") }
  }
}

extension Disk {
  /// The content of a row without references to objects that the hub does not have. Other records show them when it has
  /// them.
  fileprivate func settled(_ content: RowContent?) -> RowContent? {
    guard var content else { return nil }
    func isUnknown(_ name: RecordName) -> Bool {
      name.objectKey != nil && tracked[name]?.isAcknowledged != true
    }
    for (field, value) in content.values where value.target.map(isUnknown) ?? false {
      content.values[field] = .null
    }
    for target in content.links.values.joined() where isUnknown(target) { content.unlink(target) }
    return content.withoutEmptyLinks
  }
}
