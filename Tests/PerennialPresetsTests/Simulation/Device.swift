import Perennial
import PerennialPresets
import PerennialRecords

/// A device with the app on it.
final class Device {
  /// A request under way, and what the server has answered, if it ever got there.
  struct Flight {
    var sent: [RecordName: Document] = [:]
    var answers: [RecordName: Server.Answer] = [:]
    var changes: [(name: RecordName, entry: Server.Entry)] = []
    var token: Int?
    var hasArrived = false
  }

  let number: Int
  let fault: Fault?
  let time: WorldTime
  let skew: Int64
  private(set) var clock: StampClock
  private(set) var disk = Disk()
  private(set) var flight: Flight?
  /// Stamps that the clock did not want to follow.
  private(set) var refusals = 0
  private(set) var conflicts = 0
  private var lives = 0

  init(number: Int, skew: Int64, time: WorldTime, fault: Fault?) {
    self.number = number
    self.skew = skew
    self.time = time
    self.fault = fault
    clock = Self.clock(number, life: 0, skew: skew, time: time, latest: .zero)
  }

  private static func clock(
    _ number: Int, life: Int, skew: Int64, time: WorldTime, latest: HybridTime
  ) -> StampClock {
    let device = DeviceIdentifier(rawValue: Int64(number * 100 + life + 1)) ?? .random()
    return StampClock(device: device, latest: latest, wallClock: { time.milliseconds + skew })
  }

  /// Does something as one transaction.
  func commit(_ body: (inout Disk) -> Void) {
    var copy = disk
    body(&copy)
    copy.followRedirects()
    disk = copy
  }

  func stamp() -> Stamp { clock.next() }

  /// The process dies: what it had in memory is gone, and the clock knows what is on the disk.
  func crash() {
    flight = nil
    if fault == .queueInMemory { disk.queue = [] }
    let latest = disk.records.values.reduce(into: disk.resets.latestStamp) {
      $0.join($1.latestStamp)
    }
    let device = clock.device
    clock = StampClock(
      device: device, latest: latest?.time ?? .zero,
      wallClock: { [time, skew] in time.milliseconds + skew })
  }

  /// Deletes the app and installs it again. All other devices see another device from then on.
  func reinstall() {
    flight = nil
    disk = Disk()
    lives += 1
    clock = Self.clock(number, life: lives, skew: skew, time: time, latest: .zero)
  }

  // MARK: - Launching

  func launch(version: Int) {
    let version = max(version, disk.version)
    commit { disk in
      disk.version = version
      for preset in Larder.presets[version] {
        let isNew = disk.records[preset.name] == nil
        disk.change(preset.name) { $0.offer(preset.catalogVersion) }
        if let former = preset.former {
          disk.change(former) { $0.redirect(to: Redirect(version: version, target: preset.name)) }
        }
        if fault == .seedsAsEdits, isNew {
          disk.change(preset.name) { state in
            for (field, value) in preset.catalogVersion.values.sorted(by: { $0.key < $1.key }) {
              state.write(value, to: field, at: clock.next())
            }
          }
        }
      }
    }
  }

  // MARK: - Synchronising

  /// Sends a request: what is queued, or the question for what is new.
  func send(to server: Server, push: Bool, arrives: Bool) {
    var flight = Flight()
    if push {
      for name in disk.queue { flight.sent[name] = disk.document(named: name) }
    }
    if arrives {
      flight.hasArrived = true
      if push {
        for (name, document) in flight.sent.sorted(by: { $0.key < $1.key }) {
          flight.answers[name] = server.write(document, named: name, over: disk.tags[name])
        }
      } else {
        flight.changes = server.changes(after: disk.token)
        flight.token = server.head
      }
    }
    if fault == .sentIsReceived, push { disk.queue = [] }
    self.flight = flight
  }

  /// The answer is there, or time is up. Returns the rows of the old app that were seen.
  func receive(answerArrives: Bool) -> [(RecordName, LegacyRow)] {
    guard let flight else { return [] }
    self.flight = nil
    guard flight.hasArrived, answerArrives else { return [] }
    var seen: [(RecordName, LegacyRow)] = []
    commit { disk in
      for (name, answer) in flight.answers.sorted(by: { $0.key < $1.key }) {
        switch answer {
        case .stored(let tag):
          disk.tags[name] = tag
          if disk.document(named: name) == flight.sent[name] { disk.queue.remove(name) }
        case .conflict(let entry):
          conflicts += 1
          take(entry, named: name, into: &disk, seen: &seen)
        }
      }
      for change in flight.changes {
        take(change.entry, named: change.name, into: &disk, seen: &seen)
      }
      if let token = flight.token { disk.token = max(disk.token, token) }
    }
    return seen
  }

  private func take(
    _ entry: Server.Entry,
    named name: RecordName,
    into disk: inout Disk,
    seen: inout [(RecordName, LegacyRow)]
  ) {
    disk.tags[name] = entry.tag
    switch entry.document {
    case .record(let theirs):
      witness(theirs.latestStamp)
      let merged = merge(disk.records[name], with: theirs)
      disk.records[name] = merged
      if merged == theirs { disk.queue.remove(name) } else { disk.queue.insert(name) }
    case .manifest(let theirs):
      witness(theirs.latestStamp)
      disk.resets = fault == .manifestOverwritten ? theirs : disk.resets.joined(with: theirs)
      if disk.resets == theirs { disk.queue.remove(name) } else { disk.queue.insert(name) }
    case .legacy(let row):
      disk.rows[name] = row
      disk.queue.remove(name)
      guard fault != .noLegacyFold, !row.isDeleted else { return }
      seen.append((name, row))
      if fault == .foldsOnce, row.mergedInto != nil { return }
      fold(row, named: name, into: &disk)
      if row.mergedInto == nil {
        disk.rows[name]?.mergedInto = row.preset
        disk.queue.insert(name)
      }
    }
  }

  private func fold(_ row: LegacyRow, named name: RecordName, into disk: inout Disk) {
    let known = disk.records[row.preset]?.duplicates[name]?.versions[row.modified]
    guard known == nil else { return }
    let version = UnstampedDuplicate.Version(
      values: row.values, links: row.links.isEmpty ? [:] : [Larder.linkField: row.links])
    disk.change(row.preset) {
      $0.fold(
        UnstampedDuplicate(device: row.device, modified: row.modified, version: version),
        named: name)
    }
    witness(disk.records[row.preset]?.latestStamp)
  }

  private func witness(_ stamp: Stamp?) {
    guard fault != .blindClock, let stamp else { return }
    if case .refused = clock.observe(stamp) { refusals += 1 }
  }

  private func merge(
    _ mine: RecordState<Content>?, with theirs: RecordState<Content>
  ) -> RecordState<Content> {
    guard let mine else { return theirs }
    let joined = mine.joined(with: theirs)
    switch fault {
    case .serverFieldWins:
      return joined.replacingEdits(by: theirs.edits)
    case .lastWriterWins:
      guard let time = mine.latestStamp else { return theirs }
      return theirs.latestStamp.map { $0 > time } ?? false ? theirs : mine
    default:
      return joined
    }
  }
}

extension RecordState where Value == Content {
  /// The state with other values in those of its fields that the others have.
  fileprivate func replacingEdits(by cells: [String: FieldEdit<Content>]) -> RecordState {
    guard !cells.isEmpty else { return self }
    var result = RecordState()
    for (field, cell) in self.edits {
      let cell = cells[field] ?? cell
      var piece = RecordState()
      if let base = cell.base { piece.offer(CatalogVersion(version: 0, values: [field: base])) }
      piece.write(cell.value, to: field, at: cell.stamp)
      result.join(piece)
    }
    return result.joined(with: withoutEdits)
  }

  private var withoutEdits: RecordState {
    var result = RecordState()
    if let catalogVersion { result.offer(catalogVersion) }
    if let deletion {
      deletion.isDeleted
        ? result.delete(at: deletion.stamp) : result.restore(at: deletion.stamp)
    }
    if let reset { result.reset(at: reset) }
    for (field, stamp) in fieldResets { result.reset(field, at: stamp) }
    for (name, copy) in duplicates { result.fold(copy, named: name) }
    if let redirect { result.redirect(to: redirect) }
    return result
  }
}
