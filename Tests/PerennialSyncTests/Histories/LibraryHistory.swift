import Foundation
import PerennialRecords
import PerennialReplication
import PerennialSync
import RandomTesting
import SwiftData

/// The plan of a history on real stores. It follows from its seed.
struct LibraryPlan: Sendable {
  typealias Event = HistoryEvent<Kind>

  enum Kind: CaseIterable, Sendable {
    case act, send, receive, lose, repeatRequest
    case fail, relaunch, update
    case keepImage, putBack, reinstall, backUp, restore
    case forgetDeletions, keepHub, restoreHub
  }

  let seed: UInt64
  /// `true` if nothing takes writes back and all clocks are right. Then the last write of a field counts.
  let isCalm: Bool
  /// `true` if other programs write to the files, too.
  let hasTools: Bool
  let versions: [Int]
  let areInMemory: [Bool]
  let skews: [Int64]
  var events: [Event]

  init(seed: UInt64) {
    self.seed = seed
    let isCalm = seed % 2 == 0
    self.isCalm = isCalm
    hasTools = [3, 4].contains(seed % 8)
    var random = SeededGenerator(seed: seed)
    let count = 2 + random.index(seed % 5 == 0 ? 3 : 2)
    versions = (0..<count).map { _ in 1 + random.index(LibraryCatalog.latest) }
    areInMemory = (0..<count).map { _ in random.happens(50) }
    let worst = isCalm ? 1 : seed % 8 == 1 ? 86_400_000 : 120_000
    skews = (0..<count).map { _ in isCalm ? 0 : Int64(random.index(2 * worst) - worst) }
    let kinds = Self.kinds(isCalm: isCalm)
    events = (0..<20 + random.index(40)).map { _ in
      Event(
        kind: random.element(of: kinds) ?? .act, device: random.index(count), seed: random.next())
    }
  }

  /// Each kind as often as it is likely.
  private static func kinds(isCalm: Bool) -> [Kind] {
    Kind.allCases.flatMap { kind in
      let weight =
        switch kind {
        case .act: 40
        case .send, .receive: 28
        case .lose, .repeatRequest, .fail: 3
        case .relaunch, .update, .forgetDeletions: 1
        case .keepImage, .backUp: isCalm ? 0 : 2
        case .putBack, .restore, .keepHub: isCalm ? 0 : 2
        case .reinstall, .restoreHub: isCalm ? 0 : 1
        }
      return repeatElement(kind, count: weight)
    }
  }

  /// Returns the smallest plan with some of the events for which a condition holds.
  func shrunk(while holds: (LibraryPlan) -> Bool) -> LibraryPlan {
    var smallest = self
    smallest.events = events.shrunk { events in
      var candidate = self
      candidate.events = events
      return holds(candidate)
    }
    return smallest
  }
}

/// A history that happens: real stores and a hub, with everything that can go wrong between them.
final class LibraryHistory {
  typealias Violation = HistoryViolation

  let plan: LibraryPlan
  let hub = MemoryHub()
  private(set) var devices: [LibraryDevice] = []
  var ledger = LibraryLedger()
  private(set) var story: [String] = []
  private let time = HistoryTime()
  private var unique = 1000
  private var images: [Int: [Data?]] = [:]
  private var hubBackup: MemoryHub.Database?
  private var delayed: PushRequest?
  /// The devices whose answers under way are from the hub before it was restored. What such an answer acknowledges can
  /// be lost with the hub's data, if the device loses its own data too.
  private var outdatedAnswers: Set<Int> = []

  init(_ plan: LibraryPlan) throws {
    self.plan = plan
    hub.page = 3 + Int(plan.seed % 5)
    hub.time = time.milliseconds
    for index in plan.versions.indices {
      devices.append(
        try LibraryDevice(
          index + 1, version: plan.versions[index], isInMemory: plan.areInMemory[index],
          skew: plan.skews[index], time))
    }
  }

  /// Runs a history, ends all faults, and checks what all devices and the hub have.
  ///
  /// - Returns: The violation and the story; nil if there is none.
  static func violation(of plan: LibraryPlan) -> (text: String, story: [String])? {
    do {
      let history = try LibraryHistory(plan)
      do {
        for event in plan.events { try history.happen(event) }
        try history.settle()
        try history.check()
        if try history.launchAgain() {
          try history.settle()
          try history.check()
        }
        return nil
      } catch { return ("\(error)", history.story) }
    } catch { return ("\(error)", []) }
  }

  func tell(_ text: String) { story.append(text) }

  // MARK: Events

  private func happen(_ event: LibraryPlan.Event) throws {
    var random = SeededGenerator(seed: event.seed)
    time.milliseconds += 1 + Int64(random.index(4000))
    hub.time = time.milliseconds
    let device = devices[event.device]
    switch event.kind {
    case .act: try act(on: device, random)
    case .send: try send(from: device)
    case .receive: try receive(device, fails: false)
    case .fail: try receive(device, fails: true)
    case .lose: lose(device)
    case .repeatRequest: repeatRequest()
    case .relaunch where device.isInMemory: break
    case .relaunch:
      tell("\(device.number) starts again")
      try device.launch(version: device.version)
    case .update: try update(device, to: 1 + random.index(LibraryCatalog.latest))
    case .keepImage:
      if !device.isInMemory { images[device.number] = try device.image() }
    case .putBack: try putBack(device, isCopy: random.happens(50))
    case .reinstall:
      tell("\(device.number) is installed again")
      images[device.number] = nil
      try device.reinstall()
    case .backUp:
      guard !device.isInMemory else { return }
      tell("\(device.number) makes a backup")
      try device.backUp()
    case .restore:
      guard let backup = device.backup else { return }
      tell("\(device.number) restores a backup")
      try device.container.restore(from: backup)
    case .forgetDeletions:
      tell("the hub forgets deletions")
      hub.forgetDeletions()
      // A request does not travel as long as the hub keeps deletions.
      delayed = nil
      ledger.hubHasForgotten = true
    case .keepHub: hubBackup = hub.database
    case .restoreHub:
      guard let hubBackup else { return }
      tell("the hub is restored")
      hub.restore(hubBackup)
      delayed = nil
      ledger.hubIsRestored()
      outdatedAnswers = Set(devices.filter { $0.flight != nil }.map(\.number))
    }
  }

  private func act(on device: LibraryDevice, _ random: SeededGenerator) throws {
    var random = random
    unique += 1
    if plan.hasTools, !device.isInMemory, random.happens(30) {
      return try useTool(on: device, random)
    }
    guard let act = random.element(of: LibraryAct.likely), !(plan.isCalm && act.isReturn) else {
      return
    }
    tell("\(device.number): \(act) \(unique)")
    var acting = try LibraryActing(device, unique: unique, random)
    try acting.perform(act)
    ledger.note(acting)
  }

  /// Another program writes to the file. In a calm history the app notices it at once: the order of writes is that of
  /// their stamps.
  private func useTool(on device: LibraryDevice, _ random: SeededGenerator) throws {
    // The store is prepared for sync, if it was not yet.
    try device.storage.transaction { _ in }
    tell("\(device.number): a tool \(unique)")
    var tool = LibraryTool(device.storeURL, unique: unique, random)
    try tool.run()
    ledger.note(tool)
    if plan.isCalm { try device.storage.transaction { _ in } }
  }

  private func update(_ device: LibraryDevice, to version: Int) throws {
    tell("\(device.number) has version \(version)")
    if device.isInMemory {
      try device.update(to: version)
    } else {
      try device.launch(version: version)
    }
  }

  private func putBack(_ device: LibraryDevice, isCopy: Bool) throws {
    guard let image = images[device.number] else { return }
    tell("\(device.number) loses its last transactions\(isCopy ? ", in another file" : "")")
    try device.putBack(image, isCopy: isCopy)
  }

  // MARK: Messages

  /// Makes a request, which the hub answers. The answer is under way afterwards.
  private func send(from device: LibraryDevice) throws {
    guard device.flight == nil else { return }
    outdatedAnswers.remove(device.number)
    if !device.mustPull, let batch = try device.nextBatch(for: hub) {
      tell("\(device.number) pushes \(batch.request.records.map(\.name.rawValue))")
      delayed = batch.request
      device.flight = .push(batch, Result { () throws(HubError) in try hub.push(batch.request) })
    } else {
      tell("\(device.number) pulls")
      let request = try device.storage.transaction { try $0.pullRequest }
      device.flight = .pull(request, Result { () throws(HubError) in try hub.pull(request) })
    }
  }

  private struct Interruption: Error {}

  /// The answer arrives.
  ///
  /// - Parameter fails: `true` if the transaction that takes it is rolled back.
  private func receive(_ device: LibraryDevice, fails: Bool) throws {
    guard let flight = device.flight else { return }
    device.flight = nil
    if case .pull(_, .success(let page)) = flight {
      try device.receiveAssets(from: hub) { try $0.lackingAssets(of: page.records) }
    }
    let isTaken: Bool
    do {
      isTaken = try device.storage.transaction { replica in
        let isTaken = try flight.take(into: replica)
        if fails { throw Interruption() }
        return isTaken
      }
    } catch is Interruption {
      tell("\(device.number) rolls back")
      device.mustPull = true
      return
    } catch let error as HubError {
      return try recover(device, from: error)
    }
    switch flight {
    case .pull(_, .success(let page)):
      device.mustPull = page.moreComing || !isTaken
      try device.receiveAssets(from: hub) { try $0.missingAssets }
      try device.storage.transaction { try $0.store.writeReceivedAssets() }
    case .push(let batch, .success(let reply)):
      if !outdatedAnswers.contains(device.number) { ledger.acknowledge(batch, reply) }
    default: break
    }
  }

  private func recover(_ device: LibraryDevice, from error: HubError) throws {
    tell("\(device.number) is told \(error.code)")
    device.mustPull = true
    try device.storage.transaction { replica in
      switch error.code {
      case .tokenExpired: try replica.beginReading(.sweep)
      case .hubRestored: try replica.beginReading(.offer)
      case .clockAhead: try replica.stampAgain(by: time.milliseconds)
      default: throw error
      }
    }
  }

  private func lose(_ device: LibraryDevice) {
    guard device.flight != nil else { return }
    tell("\(device.number) gets no answer")
    device.flight = nil
    device.mustPull = true
  }

  private func repeatRequest() {
    guard let delayed else { return }
    tell("a request arrives again")
    // The hub can refuse it, as any request of a device that does not know its database.
    _ = try? hub.push(delayed)
  }

  // MARK: End

  /// Ends all faults and lets each device push and pull three times.
  /// Launches the apps again if the hub has presets without content, which their catalogs insert then. Returns `false` if
  /// it has none.
  private func launchAgain() throws -> Bool {
    guard hub.records.values.contains(where: { $0.state.catalogVersion?.isEmpty == true }) else {
      return false
    }
    for device in devices where !device.isInMemory {
      tell("\(device.number) starts again")
      try device.launch(version: device.version)
    }
    return true
  }

  private func settle() throws {
    for device in devices {
      device.flight = nil
      device.mustPull = true
    }
    for round in 1...3 {
      tell("round \(round)")
      let former = hub.zone
      for device in devices {
        time.milliseconds += 1000
        hub.time = time.milliseconds
        try exchange(device)
      }
      // All devices have read the hub as it is: another round would change nothing.
      if hub.zone == former { return }
    }
  }

  /// Pulls, pushes and pulls all.
  private func exchange(_ device: LibraryDevice) throws {
    device.mustPull = true
    for step in 0..<400 {
      try send(from: device)
      let isDone: Bool
      if case .pull(_, .success(let page)) = device.flight {
        isDone = step > 0 && !page.moreComing
      } else {
        isDone = false
      }
      try receive(device, fails: false)
      if isDone, !device.mustPull,
        try device.storage.transaction({ try $0.nextBatch() }) == nil
      {
        return
      }
    }
    throw Violation("device \(device.number) never ends to exchange changes")
  }
}
