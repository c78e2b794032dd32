import PerennialRecords
import PerennialReplication

/// The writes that met each other on the hub: two devices had written one field, and neither knew of the other. The device
/// that came second has to note it, and no other.
///
/// The ledger looks at the hub's records and at what a device knows while its request arrives. It knows nothing of
/// positions, nor of what a hub keeps for a device.
struct ContestLedger {
  /// A write that met another one.
  struct Contest {
    let device: DeviceIdentifier
    let name: RecordName
    let field: String
    /// The last write of the device.
    private(set) var mine: FieldEdit<RecordValue>
    private(set) var theirs: FieldEdit<RecordValue>
    /// `true` if the device has merged the record since.
    var isRead = false
    /// `true` if the user has deleted the object before an answer to the write has arrived. Only the row had the value.
    var isGone = false

    init(
      device: DeviceIdentifier, name: RecordName, field: String, mine: FieldEdit<RecordValue>,
      theirs: FieldEdit<RecordValue>
    ) {
      (self.device, self.name, self.field) = (device, name, field)
      (self.mine, self.theirs) = (mine, theirs)
    }

    /// Returns the contest of this field after a later push of the device.
    ///
    /// The hub keeps one write of each other device for each field. If the device pushes the field again, or deletes the
    /// object, before it has read the write, one that the other device has made since replaces it.
    func replaced(by part: Record, over stored: Record) -> Contest {
      let own = part.state.edits[field].flatMap { $0.stamp > mine.stamp ? $0 : nil }
      let isDeletion = part.state.deletion?.isDeleted == true
      guard !isRead, own != nil || isDeletion else { return self }
      var contest = self
      contest.mine = own ?? mine
      if let other = stored.state.edits[field], other.stamp.device == theirs.stamp.device,
        isDeletion || own?.value != other.value
      {
        contest.theirs = other
      }
      return contest
    }
  }

  /// A write in a request.
  private struct Arrival: Hashable {
    let name: RecordName
    let field: String
    let stamp: Stamp
  }

  private(set) var contests: [Contest] = []
  /// The writes that have reached the hub. The answer can be lost: then another device may know of a write that its own
  /// device sends again.
  private var arrived: Set<Arrival> = []
  /// `true` if a device has read the hub's records again, which can have lost what they met.
  var isInterrupted = false

  /// Forgets what has met since a backup of the hub, which is its database now.
  mutating func hubIsRestored(to former: ContestLedger) {
    (contests, arrived) = (former.contests, former.arrived)
  }

  /// Forgets what a device has met: a power cut can have taken back the write, and with it what the device could note.
  mutating func lose(_ device: DeviceIdentifier) { contests.removeAll { $0.device == device } }

  /// Notes that a device has merged the records of a page, and with them what its writes have met.
  mutating func mergePage(of names: Set<RecordName>, by disk: Disk) {
    // The user has discarded the value with the object. Others have kept that by another insertion, or deleted it, too.
    contests.removeAll { contest in
      contest.device == disk.device && names.contains(contest.name) && !contest.isRead
        && contest.isGone && disk.isDecidedByOthers(contest.name)
    }
    for index in contests.indices
    where contests[index].device == disk.device && names.contains(contests[index].name) {
      contests[index].isRead = true
    }
  }

  /// Notes that a user has deleted objects before the answers to writes of them have arrived, or has undone that.
  mutating func note(_ transaction: LocalTransaction, on disk: Disk) {
    for change in transaction.changes {
      switch change {
      case .deletion(let name): setGone(true, name, on: disk)
      case .insertion(let name): setGone(false, name, on: disk)
      default: break
      }
    }
  }

  private mutating func setGone(_ isGone: Bool, _ name: RecordName, on disk: Disk) {
    let known = disk.tracked[name]?.acknowledged.state.edits ?? [:]
    for index in contests.indices {
      let contest = contests[index]
      guard contest.device == disk.device, contest.name == name, !contest.isRead,
        known[contest.field]?.stamp != contest.mine.stamp
      else { continue }
      contests[index].isGone = isGone
    }
  }

  /// Notes what a request meets, before the hub merges it.
  mutating func note(_ request: PushRequest, of disk: Disk, over records: [RecordName: Record]) {
    if disk.position.purpose != .none { isInterrupted = true }
    defer {
      for part in request.records {
        for (field, cell) in part.state.edits {
          arrived.insert(Arrival(name: part.name, field: field, stamp: cell.stamp))
        }
      }
    }
    for part in request.records where part.name.objectKey != nil {
      guard let stored = records[part.name], stored.created == part.created,
        stored.state.deletion?.isDeleted != true
      else { continue }
      replaceContests(by: part, of: disk.device, over: stored)
      guard part.state.deletion == nil, let known = disk.tracked[part.name], !known.needsFullUpload
      else { continue }
      for (field, cell) in part.state.edits where Pantry.numbers.contains(field) {
        let write = Arrival(name: part.name, field: field, stamp: cell.stamp)
        guard !arrived.contains(write), cell.stamp.device == disk.device,
          let other = stored.state.edits[field],
          other.stamp.device != disk.device, other.value != cell.value,
          other.stamp != known.acknowledged.state.edits[field]?.stamp
        else { continue }
        var contest = Contest(
          device: disk.device, name: part.name, field: field, mine: cell, theirs: other)
        contest.isGone = disk.rows[part.name] == nil
        contests.append(contest)
      }
    }
  }

  /// Replaces the contests of a device for which a later push of it meets other writes.
  private mutating func replaceContests(
    by part: Record, of device: DeviceIdentifier, over stored: Record
  ) {
    // The hub keeps nothing for a push with writes of several devices.
    let others = [part.state.deletion?.stamp.device, part.state.upsert?.device]
    let devices = part.state.edits.values.map(\.stamp.device) + others.compactMap(\.self)
    guard devices.allSatisfy({ $0 == device }) else { return }
    contests = contests.map { contest in
      guard contest.device == device, contest.name == part.name else { return contest }
      return contest.replaced(by: part, over: stored)
    }
  }

  /// Returns the description of a contest that a device has not noted, or that it has noted twice.
  func fault(of disk: Disk) -> String? {
    var seen: Set<[String]> = []
    for conflict in disk.noted {
      guard case .field(let field, _, let mine, let theirs) = conflict.kind else { continue }
      let sides = [mine.stamp.description, theirs.stamp.description]
      if !seen.insert([conflict.name.rawValue, field] + sides).inserted {
        return "a device has noted a conflict twice: \(conflict)"
      }
    }
    if isInterrupted { return nil }
    for contest in contests where contest.device == disk.device {
      if contest.mine.value == contest.theirs.value { continue }
      let isNoted = disk.noted.contains { conflict in
        switch conflict.kind {
        case .field(contest.field, _, _, let theirs): theirs.stamp == contest.theirs.stamp
        // The object was deleted before the device has read what its write met: by a third device, or by this one.
        case .deletedByOther(let mine, _):
          conflict.name == contest.name && mine[contest.field] != nil
        case .deletedHere(_, let theirs):
          conflict.name == contest.name && theirs[contest.field] != nil
        default: false
        }
      }
      if !isNoted { return "a device has not noted \(contest)" }
    }
    return nil
  }
}

extension Disk {
  /// Returns `true` if it was not the deletion by this device that has decided whether an object lives.
  fileprivate func isDecidedByOthers(_ name: RecordName) -> Bool {
    if rows[name] != nil { return true }
    guard let life = tracked[name]?.acknowledged.state.deletion else { return false }
    return !life.isDeleted || life.stamp.device != device
  }
}
