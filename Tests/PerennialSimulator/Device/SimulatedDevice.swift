import PerennialRecords
import PerennialReplication

/// A device: a store, the engine, and at most one request under way.
final class SimulatedDevice {
  /// A request and, if the hub got it, the answer.
  struct Flight {
    enum Request {
      case pull(PullRequest)
      case push(Batch)
    }

    enum Answer {
      case page(PullReply)
      case merged(PushReply)
      case refused(HubError)
    }

    let request: Request
    /// The last transaction of the history whose changes the request can have.
    let transaction: Int64
    var answer: Answer?
  }

  let number: Int
  /// The milliseconds by which the device's clock is ahead.
  let skew: Int64
  /// The milliseconds between two ticks of the clock.
  private let tick: Int64
  /// The number of power cuts. The time after one is another than before, also for a clock that ticks slowly.
  private var cuts: Int64 = 0
  let store: MemoryStore
  private(set) var engine: EngineState
  private(set) var flight: Flight?
  /// Copies of the disk after each commit since it was synchronised last.
  private(set) var snapshots: [Disk] = []
  private var installations = 0
  /// The names that the device has given to objects. It draws none twice, also after a power cut.
  var names: Set<RecordName> = []
  /// The bytes of a request: few, so that an object and a reference to it are often sent apart.
  private static let limits = [600, 2000, 4000]

  var replica: Replica<MemoryStore> { Replica(store) }

  init(number: Int, skew: Int64, tick: Int64 = 1) {
    self.number = number
    self.skew = skew
    self.tick = tick
    store = MemoryStore(Disk(device: Self.device(number, installation: 0)))
    engine = EngineState(seed: UInt64(number))
  }

  private static func device(_ number: Int, installation: Int) -> DeviceIdentifier {
    DeviceIdentifier(rawValue: Int64(number * 100 + installation + 1)) ?? .random()
  }

  /// Returns the time that the device's clock shows.
  private func clock(at time: Int64) -> Int64 { (time + skew) / tick * tick + cuts }

  // MARK: Transactions of the app

  /// Runs a transaction of the app and enters it into the history. The engine does not know of it yet.
  func commit(at time: Int64, _ body: (inout Disk, Stamp) -> [LocalChange]) -> LocalTransaction? {
    var disk = store.disk
    let now = HybridTime(milliseconds: clock(at: time) + disk.correction)
    disk.latest = max(disk.latest.successor, now)
    let stamp = Stamp(time: disk.latest, device: disk.device)
    let changes = body(&disk, stamp)
    guard !changes.isEmpty else { return nil }
    let transaction = LocalTransaction(
      number: disk.lastTransaction + 1, stamp: stamp, changes: changes)
    disk.history.append(transaction)
    keep(disk)
    return transaction
  }

  private func keep(_ disk: Disk) {
    snapshots.append(store.disk)
    if snapshots.count > 8 { snapshots.removeFirst() }
    store.disk = disk
  }

  // MARK: Engine

  func handle(_ event: EngineEvent) {
    var events = [event]
    while let event = events.popLast() {
      for effect in engine.handle(event) { perform(effect).map { events.append($0) } }
    }
  }

  /// Does what the engine asks for. Returns the event that follows at once.
  private func perform(_ effect: EngineEffect) -> EngineEvent? {
    switch effect {
    case .pull:
      attempt {
        flight = Flight(
          request: .pull(try replica.pullRequest), transaction: store.disk.position.transaction)
        return nil
      }
    case .push: push(isOfDeletions: false)
    case .pushDeletions: push(isOfDeletions: true)
    case .restart(let purpose):
      attempt {
        try replica.beginReading(purpose)
        return .restarted
      }
    case .stampAgain(let hubTime):
      attempt {
        try replica.stampAgain(by: hubTime)
        return .restarted
      }
    case .wait, .listen, .stopListening: nil
    }
  }

  private func push(isOfDeletions: Bool) -> EngineEvent? {
    var mustBeDurable = false
    let event = attempt {
      let limit = Self.limits[number % 3]
      guard let batch = try replica.nextBatch(limit: limit, isOfDeletions: isOfDeletions) else {
        return .pushed(false)
      }
      flight = Flight(request: .push(batch), transaction: store.disk.position.transaction)
      mustBeDurable = batch.mustBeDurable
      return nil
    }
    // A power cut takes back nothing of what is on the disk now.
    if event == nil, mustBeDurable { snapshots = [] }
    return event
  }

  /// Runs a transaction of the engine. Its failure is an event.
  private func attempt(_ body: () throws -> EngineEvent?) -> EngineEvent? {
    let former = store.disk
    do {
      let event = try store.transaction(body)
      let disk = store.disk
      store.disk = former
      keep(disk)
      return event
    } catch {
      return .failed(.store)
    }
  }

  /// Decides a conflict as a user does. Returns the stamp of the decision; nil if nothing was written.
  func resolve(
    _ conflict: RecordConflict, with choice: RecordConflict.Choice, at time: Int64
  ) -> Stamp? {
    store.wallClock = clock(at: time)
    let former = store.disk.latest
    guard
      attempt({
        try replica.resolve(conflict, with: choice)
        return .localChange
      }) == .localChange
    else { return nil }
    handle(.localChange)
    let latest = store.disk.latest
    return latest > former ? Stamp(time: latest, device: store.disk.device) : nil
  }

  // MARK: Network

  /// The request reaches the hub. It may reach it again later.
  func arrive(at hub: inout SimulatedHub, time: Int64) {
    guard let request = flight?.request else { return }
    do throws(HubError) {
      switch request {
      case .pull(let question):
        flight?.answer = .page(try hub.pull(question, at: time))
      case .push(let batch):
        flight?.answer = .merged(try hub.push(batch.request, at: time))
      }
    } catch { flight?.answer = .refused(error) }
  }

  /// The answer arrives. Returns the records that the hub has acknowledged, if the device noted it.
  func receive(at time: Int64) -> [Record] {
    guard let flight else { return [] }
    store.wallClock = clock(at: time)
    self.flight = nil
    switch (flight.request, flight.answer) {
    case (.pull, .page(let page)):
      let event = attempt {
        try replica.apply(page)
        return .pulled(moreComing: page.moreComing)
      }
      if let event { handle(event) }
    case (.push(let batch), .merged(let reply)):
      let event = attempt {
        try replica.acknowledge(batch, reply)
        return .pushed(true)
      }
      if let event { handle(event) }
      guard event == .pushed(true) else { return [] }
      let refused = Set(reply.refused.map(\.name))
      return batch.request.records.filter { !refused.contains($0.name) }
    case (_, .refused(let error)): handle(.failed(.hub(error)))
    default: handle(.failed(.network))
    }
    return []
  }

  // MARK: Faults

  /// The process ends and begins again.
  func kill() {
    flight = nil
    engine = EngineState(seed: UInt64(number))
    store.writesBeforeFailure = nil
    handle(.start)
  }

  /// The power fails: the last commits are gone.
  func cutPower(commits: Int) {
    if let disk = snapshots.dropLast(commits - 1).last {
      store.disk = disk
      snapshots.removeLast(min(commits, snapshots.count))
    }
    cuts += 1
    kill()
  }

  /// The app is deleted and installed again.
  func reinstall() {
    installations += 1
    snapshots = []
    store.disk = Disk(device: Self.device(number, installation: installations))
    flight = nil
    engine = EngineState(seed: UInt64(number))
  }
}

extension SimulatedDevice {
  /// The request or its answer is lost.
  func lose() {
    guard flight != nil else { return }
    flight = nil
    handle(.failed(.network))
  }
}
