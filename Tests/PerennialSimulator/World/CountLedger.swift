import PerennialRecords
import PerennialReplication

/// The numbers that users have counted, noted beside the devices.
struct CountLedger {
  /// A record: an object by its creation, a preset by its name.
  enum Subject: Hashable {
    case object(Stamp)
    case preset(RecordName)
  }

  /// A number that a user has added.
  private struct Count {
    let subject: Subject
    let amount: Int64
    let transaction: Int64
    let stamp: Stamp
    let device: DeviceIdentifier
    /// The latest reset that the device knew.
    let reset: Stamp?
    var isAcknowledged = false
    /// `true` if the user has deleted the row before the number was sent.
    var isUncertain = false
  }

  private var counts: [Count] = []
  /// The presets that users have deleted or restored, that a catalog has retired, or that a catalog does not have with
  /// which all were reset. The catalog's value is assigned when one returns.
  private var returned: Set<RecordName> = []

  static func subject(_ name: RecordName, _ created: Stamp?) -> Subject {
    created.map { .object($0) } ?? .preset(name)
  }

  // MARK: Acts

  /// Notes what a transaction of a user has counted.
  ///
  /// - Parameter former: The device's data before the transaction.
  mutating func note(
    _ transaction: LocalTransaction, by device: SimulatedDevice, over former: Disk
  ) {
    let disk = device.store.disk
    func subject(_ name: RecordName) -> Subject { Self.subject(name, disk.created[name]) }
    for change in transaction.changes {
      switch change {
      case .insertion(let name) where name.objectKey == nil: returned.insert(name)
      case .offer(let name) where Pantry.catalogs[disk.version][name] == nil: returned.insert(name)
      case .insertion(let name) where former.created[name] != disk.created[name]:
        add((disk.count(of: name) ?? 0) - Pantry.counterStart, to: name, in: transaction, on: disk)
      case .insertion(let name):
        setUncertain(false, of: subject(name), on: disk.device)
      case .update(let name, _):
        add(
          (disk.count(of: name) ?? 0) - (former.count(of: name) ?? 0), to: name, in: transaction,
          on: disk)
      case .resetAll:
        // A reset leaves the rows of presets as they are that the catalog does not have and that other rows reference.
        let catalog = Pantry.catalogs[disk.version]
        returned.formUnion(
          disk.rows.keys.filter { $0.objectKey == nil && catalog[$0] == nil })
      case .deletion(let name):
        if name.objectKey == nil { returned.insert(name) }
        setUncertain(true, of: subject(name), on: disk.device)
      default: continue
      }
    }
  }

  private mutating func add(
    _ amount: Int64, to name: RecordName, in transaction: LocalTransaction, on disk: Disk
  ) {
    if amount == 0 { return }
    let type = disk.rows[name]?.type ?? ""
    counts.append(
      Count(
        subject: Self.subject(name, disk.created[name]), amount: amount,
        transaction: transaction.number, stamp: transaction.stamp, device: disk.device,
        reset: name.objectKey == nil ? disk.knownReset(of: name, type: type) : nil))
  }

  private mutating func setUncertain(
    _ isUncertain: Bool, of subject: Subject, on device: DeviceIdentifier
  ) {
    for index in counts.indices
    where counts[index].subject == subject && counts[index].device == device
      && !counts[index].isAcknowledged
    {
      counts[index].isUncertain = isUncertain
    }
  }

  // MARK: Promises

  /// Notes that a device has learned that the hub has its changes of some records.
  mutating func acknowledge(
    _ records: [Record], upTo transaction: Int64, by device: DeviceIdentifier
  ) {
    var sent: [Subject: CounterTotals.Total] = [:]
    for record in records {
      let counter = record.state.counters[Pantry.counter]
      sent[Self.subject(record.name, record.created)] = counter?.total(of: device, after: nil)
    }
    let own = counts.indices.filter {
      counts[$0].device == device && counts[$0].transaction <= transaction
    }
    for index in own {
      // A device whose clock was wrong has replaced the stamps. Then less is known to be acknowledged.
      guard let total = sent[counts[index].subject], counts[index].stamp <= total.stamp else {
        continue
      }
      // The row can have been deleted and have come back without what was counted in it.
      if counts[index].isUncertain, sum(of: own, like: counts[index]) != total.amount { continue }
      counts[index].isAcknowledged = true
      counts[index].isUncertain = false
    }
  }

  private func sum(of indices: [Int], like count: Count) -> Int64 {
    indices.filter { counts[$0].subject == count.subject }.map { counts[$0].amount }.reduce(0, +)
  }

  /// Forgets what a power cut has taken back, and what the hub does not have to have.
  mutating func lose(_ device: SimulatedDevice) {
    let (number, last) = (device.store.disk.device, device.store.disk.lastTransaction)
    counts.removeAll { !$0.isAcknowledged && $0.device == number && $0.transaction > last }
    // The undoing of a deletion can be gone.
    let disk = device.store.disk
    let present = Set(disk.rows.keys.map { Self.subject($0, disk.created[$0]) })
    for subject in Set(counts.filter { $0.device == number }.map(\.subject)).subtracting(present) {
      setUncertain(true, of: subject, on: number)
    }
  }

  // MARK: The end

  /// Returns the totals of a device that keep its promises: that of all that it has counted, and others if it has
  /// lost what was not acknowledged. The result is nil if all totals do.
  ///
  /// - Parameter isInstalled: `true` if the device still has its data.
  func totals(
    of device: DeviceIdentifier, in subject: Subject, after reset: Stamp?, isInstalled: Bool,
    isHubRestored: Bool
  ) -> Set<Int64>? {
    if case .preset(let name) = subject, returned.contains(name) { return nil }
    let own = counts.filter { count in
      guard count.device == device, count.subject == subject else { return false }
      guard let reset else { return true }
      return count.reset.map { $0 >= reset } ?? false
    }
    var totals: Set<Int64> = [0]
    for count in own {
      let added = Set(totals.map { $0 + count.amount })
      let isCertain =
        isInstalled ? !count.isUncertain : count.isAcknowledged && !isHubRestored
      totals = isCertain ? added : totals.union(added)
    }
    return totals
  }

  /// The devices that have counted in a record.
  func devices(of subject: Subject) -> Set<DeviceIdentifier> {
    Set(counts.lazy.filter { $0.subject == subject }.map(\.device))
  }
}
