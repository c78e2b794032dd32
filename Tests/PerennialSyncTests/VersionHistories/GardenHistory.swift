import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import RandomTesting
import SwiftData

/// A history that happens: real stores with apps of several versions, and a hub.
final class GardenHistory {
  typealias Violation = HistoryViolation

  let hub = MemoryHub()
  private(set) var devices: [GardenDevice] = []
  private(set) var ledger = GardenLedger()
  private(set) var story: [String] = []
  private let time = HistoryTime()
  private var unique = 100

  init(_ plan: GardenPlan) throws {
    hub.page = 2 + Int(plan.seed % 4)
    hub.time = time.milliseconds
    for (index, version) in plan.versions.enumerated() {
      devices.append(try GardenDevice(index + 1, Garden.versions[version - 1], time))
    }
  }

  /// Runs a history, ends all faults, updates all apps, and checks what the devices show.
  ///
  /// - Returns: The violation and the story; nil if there is none.
  static func violation(of plan: GardenPlan) -> (text: String, story: [String])? {
    do {
      let history = try GardenHistory(plan)
      do {
        for event in plan.events { try history.happen(event) }
        try history.settle()
        for device in history.devices {
          while device.version.number < Garden.versions.count, try history.update(device) {}
          try history.showAll(device)
        }
        try history.settle()
        return nil
      } catch { return ("\(error)", history.story) }
    } catch { return ("\(error)", []) }
  }

  func tell(_ text: String) { story.append(text) }

  // MARK: Events

  private func happen(_ event: GardenPlan.Event) throws {
    var random = SeededGenerator(seed: event.seed)
    advance(by: 1 + Int64(random.index(4000)))
    let device = devices[event.device]
    switch event.kind {
    case .act: try act(on: device, random)
    case .undo: try undo(on: device)
    case .write: try write(random)
    case .send: try send(from: device)
    case .receive: try receive(device, fails: false)
    case .fail: try receive(device, fails: true)
    case .lose:
      guard device.flight != nil else { return }
      tell("\(device.number) gets no answer")
      (device.flight, device.mustPull) = (nil, true)
    case .relaunch:
      tell("\(device.number) starts again")
      try device.launch(device.version)
    case .update where device.version.number < Garden.versions.count: try update(device)
    case .update: return
    case .show:
      tell("\(device.number) shows a part of what is late")
      try device.rewriteLateRows(limit: 1 + random.index(3))
    }
    try check(device)
  }

  private func advance(by milliseconds: Int64) {
    time.milliseconds += milliseconds
    hub.time = time.milliseconds
  }

  private func act(on device: GardenDevice, _ random: SeededGenerator) throws {
    unique += 1
    let unsent = try device.unsentFields(of: ledger.entities)
    var sent = try device.requestedFields()
    for (key, fields) in unsent {
      let cells = hub.records[.object(key: key)]?.state.edits ?? [:]
      sent[key, default: []].formUnion(
        fields.keys.filter { cells[$0]?.stamp.time.milliseconds == fields[$0] })
    }
    var acting = GardenActing(
      try device.opened.context, device.version, unique, random, device: device.number,
      at: time.milliseconds, unsent: unsent, sent: sent, isLate: device.isLate)
    if let text = try acting.perform(&ledger) { tell("\(device.number) \(text)") }
    if let deletion = acting.deletion { device.deletion = deletion }
  }

  private func undo(on device: GardenDevice) throws {
    guard let deletion = device.deletion else { return }
    tell("\(device.number) undoes the deletion of \(deletion.key)")
    try deletion.undo()
    ledger.restore(deletion.key)
    device.deletion = nil
  }

  /// Another client writes.
  private func write(_ random: SeededGenerator) throws {
    var client = GardenClient(hub, random, at: time.milliseconds)
    let change = try client.write()
    tell("a client writes \(change.record)\(change.isRefused ? ", which the hub refuses" : "")")
    if change.isRefused { return }
    ledger.taint(change.record.name)
    // Objects with one unique value are merged, or one of them shows another value.
    guard let code = change.record.state.edits["code"]?.value, code != .null else { return }
    for (name, record) in hub.records where record.state.edits["code"]?.value == code {
      ledger.taint(name)
    }
  }

  /// - Returns: `false` if the migration was refused.
  @discardableResult
  private func update(_ device: GardenDevice) throws -> Bool {
    let (former, version) = (device.version, Garden.versions[device.version.number])
    tell("\(device.number) has version \(version.number)")
    do {
      try device.launch(version)
    } catch let error as SwiftDataError
      where hasUnconvertible && "\(error)".contains("cannot be converted from Int to Double")
    {
      // No conversion loses a value. The app stays as it was until its developer has a custom stage for such values.
      tell("The migration is refused")
      try device.launch(former)
      return false
    }
    for (key, cells) in ledger.known[device.number] ?? [:] {
      guard let entity = ledger.entities[key] else { continue }
      let record = hub.records[.object(key: key)]
      let fields = version.type(of: entity).map { Garden.fieldNames(of: $0) }
      if fields == nil, record == nil { ledger.remove(key, by: device.number) }
      for field in cells.keys where fields?.contains(field) != true {
        ledger.remove(field, of: key, by: device.number, keeping: record?.state.edits[field])
      }
    }
    return true
  }

  /// `true` if another client has written a whole number that no `Double` has.
  private var hasUnconvertible: Bool {
    hub.records.values.contains { record in
      record.state.edits.values.contains { edit in
        guard case .integer(let number) = edit.value else { return false }
        return Int64(exactly: Double(number)) != number
      }
    }
  }

  private func showAll(_ device: GardenDevice) throws {
    while device.isLate { try device.rewriteLateRows(limit: 100) }
    try check(device)
  }

  // MARK: Messages

  /// Makes a request, which the hub answers. The answer is under way afterwards.
  private func send(from device: GardenDevice) throws {
    guard device.flight == nil else { return }
    if !device.mustPull, let batch = try device.nextBatch() {
      tell("\(device.number) pushes \(batch.request.records.map(\.name.rawValue))")
      device.flight = .push(batch, Result { () throws(HubError) in try hub.push(batch.request) })
    } else {
      tell("\(device.number) pulls")
      let request = try device.transaction { try $0.pullRequest }
      device.flight = .pull(request, Result { () throws(HubError) in try hub.pull(request) })
    }
  }

  private struct Interruption: Error {}

  /// The answer arrives.
  ///
  /// - Parameter fails: `true` if the transaction that takes it is rolled back.
  private func receive(_ device: GardenDevice, fails: Bool) throws {
    guard let flight = device.flight else { return }
    device.flight = nil
    let isTaken: Bool
    do {
      isTaken = try device.transaction { replica in
        let isTaken = try flight.take(into: replica)
        if fails { throw Interruption() }
        return isTaken
      }
    } catch is Interruption {
      tell("\(device.number) rolls back")
      device.mustPull = true
      return
    }
    guard case .pull(_, .success(let page)) = flight else { return }
    device.mustPull = page.moreComing || !isTaken
    if isTaken {
      tell("\(device.number) receives \(page.records.map(\.name.rawValue))")
      ledger.receive(page.records, by: device.number, of: device.version)
    }
  }

  // MARK: End

  /// Ends all faults, lets each device push and pull three times, and checks what it shows.
  private func settle() throws {
    for device in devices { (device.flight, device.mustPull) = (nil, true) }
    for _ in 1...3 {
      for device in devices {
        advance(by: 1000)
        try exchange(device)
      }
    }
    for device in devices {
      try showAll(device)
      try check(device, isLast: true)
      if try device.pending > 0 { throw Violation("\(device.number) still has unsent changes") }
      try checkIsComplete(device)
    }
    try checkHub()
  }

  /// Pulls, pushes and pulls all.
  private func exchange(_ device: GardenDevice) throws {
    device.mustPull = true
    for step in 0..<400 {
      try send(from: device)
      var isDone = false
      if case .pull(_, .success(let page)) = device.flight { isDone = step > 0 && !page.moreComing }
      try receive(device, fails: false)
      if isDone, !device.mustPull, try device.transaction({ try $0.nextBatch() }) == nil { return }
    }
    throw Violation("device \(device.number) never ends to exchange changes")
  }
}
