import PerennialRecords
import PerennialReplication

/// A history that happens: devices and a hub, with everything that can go wrong between them.
public final class Simulation {
  /// The result of a history.
  public struct Outcome: Sendable {
    /// The number of devices.
    public var devices = 0
    /// The number of transactions by users.
    public var transactions = 0
    /// The number of messages that were lost.
    public var lostMessages = 0
    /// The number of ended processes and power cuts.
    public var crashes = 0
    /// The rounds after the last fault until all devices agreed.
    public var rounds = 0
    /// A hash of all that happened, in its order.
    public var trace: UInt64 = 0
    /// The description of the first violation; nil if there is none.
    public var violation: String?
    /// The story, if it is told.
    public var story: [String] = []
  }

  let history: History
  let tells: Bool
  var hub = SimulatedHub()
  let devices: [SimulatedDevice]
  var ledger = Ledger()
  var counts = CountLedger()
  var returns = ReturnLedger()
  var contests = ContestLedger()
  var outcome = Outcome()
  private(set) var time: Int64 = 1_800_000_000_000
  var unique = Pantry.greatestDefault
  private var backup: (database: SimulatedHub.Database, contests: ContestLedger)?
  private var delayed: [PushRequest] = []
  private var deleted: [Int: [RecordName: Acting.Deleted]] = [:]

  private init(_ history: History, tells: Bool) {
    self.history = history
    self.tells = tells
    devices = history.skews.enumerated().map {
      SimulatedDevice(number: $0 + 1, skew: $1, tick: history.tick)
    }
  }

  /// Runs a history, ends all faults, and checks what all devices and the hub have.
  ///
  /// ```swift
  /// let outcome = Simulation.run(History(seed: 17), tells: true)
  /// if let violation = outcome.violation { print(violation, outcome.story) }
  /// ```
  ///
  /// - Parameters:
  ///   - history: The events to run.
  ///   - tells: `true` if the outcome contains the story.
  public static func run(_ history: History, tells: Bool = false) -> Outcome {
    let simulation = Simulation(history, tells: tells)
    for event in history.events { simulation.happen(event) }
    simulation.settle()
    simulation.traceHub()
    simulation.check()
    return simulation.outcome
  }

  /// Adds a number to the hash of all that has happened.
  func trace(_ number: UInt64) { outcome.trace = (outcome.trace ^ number) &* 0x100_0000_01B3 }

  func tell(_ text: @autoclosure () -> String) {
    if tells { outcome.story.append(text()) }
  }

  // MARK: Events

  private func happen(_ event: Event) {
    var random = SplitMix64(seed: event.seed)
    time += Int64.random(in: 0..<4000, using: &random)
    let device = devices[event.device]
    trace(event.seed)
    switch event.kind {
    case .launch: launch(device, version: Int.random(in: 1...Pantry.versions, using: &random))
    case .act, .upsert, .deleteLabel:
      guard device.store.disk.version > 0 else { return launch(device, version: 1) }
      let act: Act =
        switch event.kind {
        case .upsert: .upsertLabel
        case .deleteLabel: .deleteLabel
        default: Act.likely[Int.random(in: 0..<Act.likely.count, using: &random)]
        }
      perform(act, on: device, &random)
    case .resolve: resolve(on: device, &random)
    case .exchange where device.engine.isReachable && device.engine.isRunning:
      exchange(device, steps: 20)
    case .exchange: break
    case .arrive: arrive(device, &random)
    case .receive: receive(device, isLost: Int.random(in: 0..<4, using: &random) == 0)
    case .timer: device.handle(.timer)
    case .wake: if device.engine.isListening { device.handle(.remoteChange) }
    case .partition: device.handle(.reachability(!device.engine.isReachable))
    case .kill:
      outcome.crashes += 1
      tell("\(device.number) is killed")
      device.kill()
      applyAgain(device)
    case .failingCommit:
      device.store.writesBeforeFailure = Int.random(in: 0..<12, using: &random)
    case .cutPower:
      let commits = Int.random(in: 1...4, using: &random)
      outcome.crashes += 1
      tell("\(device.number) loses \(commits) commits")
      device.cutPower(commits: commits)
      ledger.lose(device)
      counts.lose(device)
      contests.lose(device.store.disk.device)
      returns.lose(device)
    case .reinstall:
      tell("\(device.number) is installed again")
      let version = device.store.disk.version
      device.reinstall()
      ledger.lose(device)
      launch(device, version: max(1, version))
    case .forgetDeletions:
      tell("the hub forgets deletions")
      let forgotten = hub.forgetDeletions()
      for device in devices { ledger.hubForgets(forgotten, beforeAnswerTo: device) }
      ledger.hubForgets(forgotten)
      // A request does not travel as long as the hub keeps deletions: 180 days.
      delayed = []
      for device in devices where device.flight?.answer == nil { device.lose() }
    case .backUpHub: backup = (hub.database, contests)
    case .restoreHub:
      guard let backup else { return }
      tell("the hub is restored")
      hub.restore(backup.database)
      ledger.hubIsRestored()
      contests.hubIsRestored(to: backup.contests)
    case .client: writeAsClient(&random)
    case .merge: mergeAsClient(&random)
    }
  }

  private func launch(_ device: SimulatedDevice, version: Int) {
    unique += 1
    var acting = Acting(
      device: device, time: time, unique: unique, random: SplitMix64(seed: 0), deleted: [:])
    let former = device.store.disk
    if let transaction = acting.launch(version: version) {
      tell("\(device.number) launches version \(version)")
      ledger.note(transaction, by: device)
      counts.note(transaction, by: device, over: former)
      device.handle(.localChange)
    }
    device.handle(.start)
  }

  /// Applies the catalog of an app that starts again, if it is incomplete.
  private func applyAgain(_ device: SimulatedDevice) {
    let disk = device.store.disk
    if disk.isIncomplete { launch(device, version: disk.version) }
  }

  private func perform(
    _ act: Act, on device: SimulatedDevice, _ random: inout SplitMix64
  ) {
    unique += 1
    var acting = Acting(
      device: device, time: time, unique: unique, random: random,
      deleted: deleted[device.number] ?? [:])
    let former = device.store.disk
    let transaction = acting.perform(act)
    deleted[device.number] = acting.deleted
    guard let transaction else { return }
    outcome.transactions += 1
    tell("\(device.number): \(transaction)")
    ledger.note(transaction, by: device)
    contests.note(transaction, on: former)
    counts.note(transaction, by: device, over: former)
    if act == .giveBack {
      returns.note(transaction, by: device)
      ledger.forgetUpserts(givenBackBy: transaction)
    }
    if act == .renameLabel, case .update(let label, _)? = transaction.changes.first {
      ledger.noteName(of: label, on: device)
    }
    device.handle(.localChange)
  }

  private func arrive(_ device: SimulatedDevice, _ random: inout SplitMix64) {
    guard device.engine.isReachable, device.flight?.answer == nil, let flight = device.flight
    else { return }
    guard Int.random(in: 0..<4, using: &random) > 0 else {
      outcome.lostMessages += 1
      return
    }
    if case .push(let batch) = flight.request { delayed.append(batch.request) }
    reachHub(device)
    // The network repeats an old message.
    if Int.random(in: 0..<5, using: &random) == 0, let old = delayed.randomElement(using: &random),
      (try? hub.push(old, at: time)) != nil
    {
      check(old)
    }
    tell("the hub gets a \(device.flight?.name ?? "") from \(device.number)")
  }

  private func reachHub(_ device: SimulatedDevice) {
    if case .push(let batch)? = device.flight?.request {
      contests.note(batch.request, of: device.store.disk, over: hub.database.records)
    }
    device.arrive(at: &hub, time: time)
    if case .push(let batch)? = device.flight?.request, case .merged? = device.flight?.answer {
      check(batch.request)
    }
  }

  private func receive(_ device: SimulatedDevice, isLost: Bool) {
    guard let flight = device.flight else { return }
    if isLost || flight.answer == nil || !device.engine.isReachable {
      outcome.lostMessages += 1
      device.lose()
      return
    }
    deliver(to: device)
  }

  private func deliver(to device: SimulatedDevice) {
    let drained = device.flight?.transaction ?? 0
    let renamed = device.store.renamed.count
    tell("\(device.number) gets the answer to a \(device.flight?.name ?? "")")
    let conflicts = expectedConflicts(of: device)
    let acknowledged = device.receive(at: time)
    check(conflicts, of: device)
    trace(UInt64(acknowledged.count))
    ledger.acknowledge(acknowledged, upTo: drained, by: device)
    counts.acknowledge(acknowledged, upTo: drained, by: device.store.disk.device)
    for (former, name) in device.store.renamed.dropFirst(renamed) {
      ledger.rename(former, to: name, by: device)
    }
    ledger.noteReturnedNames(on: device)
    if acknowledged.isEmpty { checkRows(of: device) }
  }

  // MARK: The end

  private func traceHub() {
    for (name, record) in hub.database.records.sorted(by: { $0.key < $1.key }) {
      trace(UInt64(bitPattern: hub.database.sequences[name] ?? 0))
      guard let stamp = record.state.latestStamp else { continue }
      trace(UInt64(bitPattern: stamp.time.rawValue))
      trace(UInt64(bitPattern: stamp.device.rawValue))
    }
  }

  /// Ends all faults, and lets all devices exchange data for a limited number of rounds.
  private func settle() {
    outcome.devices = devices.count
    for device in devices {
      device.store.writesBeforeFailure = nil
      if device.store.disk.version == 0 { launch(device, version: 1) }
      applyAgain(device)
      device.handle(.reachability(true))
      device.handle(.start)
    }
    while outcome.rounds < 3, !isQuiet {
      outcome.rounds += 1
      for device in devices { exchange(device) }
    }
  }

  /// A round of a device: it sends its changes, and receives those of the others.
  private func exchange(_ device: SimulatedDevice, steps: Int = 400) {
    for _ in 0..<steps {
      time += 1
      if device.flight != nil {
        reachHub(device)
        deliver(to: device)
      } else if device.engine.activity == .waiting {
        device.handle(.timer)
      } else if device.store.disk.position.token != hub.database.zone.token {
        device.handle(.remoteChange)
      } else {
        return
      }
    }
  }

  var isQuiet: Bool {
    devices.allSatisfy { device in
      device.flight == nil && device.engine.activity == .none
        && device.store.disk.position.token == hub.database.zone.token
    }
  }
}

extension SimulatedDevice.Flight {
  var name: String {
    if case .push(let batch) = request { "push of \(batch.request.records.count)" } else { "pull" }
  }
}

extension Act {
  /// Each act as often as it is likely.
  static let likely: [Act] = allCases.flatMap { act in
    let weight =
      switch act {
      case .write: 9
      case .count: 7
      case .form: 6
      case .undoDeletion: 5
      case .insertNote, .insertTag, .insertLabel, .reference, .link, .move: 4
      case .giveBack, .renameLabel, .unlink, .delete, .deleteCounted, .deletePreset: 3
      case .restorePreset, .resetPreset: 2
      case .resetField, .resetType, .resetAll: 1
      // A history has them as events of their own.
      case .upsertLabel, .deleteLabel: 0
      }
    return repeatElement(act, count: weight)
  }
}
