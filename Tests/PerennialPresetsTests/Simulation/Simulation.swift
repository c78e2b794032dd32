import Perennial
import PerennialPresets
import RandomTesting
import PerennialRecords

/// A history that happens: devices and the old app on one server, with everything that can go wrong between them.
final class Simulation {
  /// The result of a history.
  struct Outcome: Sendable {
    var devices = 0
    var operations = 0
    var duplicates = 0
    var lostMessages = 0
    var crashes = 0
    var conflicts = 0
    var rounds = 0
    /// The log of the history, if it is traced.
    var trace: [String] = []
    /// The description of the first violation, or nil.
    var violation: String?
  }

  private let history: History
  private let fault: Fault?
  private let isTraced: Bool
  private let time = WorldTime()
  private let server = Server()
  private let devices: [Device]
  private let editsOutliveDeletions: Bool
  private var operations: [Operation] = []
  private var legacyCount = 0
  private var outcome = Outcome()

  /// The number of rounds after the last fault within which all devices have to agree.
  private static let rounds = 3
  /// The percentage of requests, and of answers, that get lost.
  private static let loss = 25

  private init(_ history: History, fault: Fault?, isTraced: Bool) {
    self.history = history
    self.fault = fault
    self.isTraced = isTraced
    editsOutliveDeletions = history.seed % 4 == 0
    let time = time
    devices = history.skews.enumerated().map { number, skew in
      Device(number: number + 1, skew: skew, time: time, fault: fault)
    }
  }

  /// Runs a history, ends all faults, and checks that every device shows the expected view.
  static func run(_ history: History, fault: Fault? = nil, isTraced: Bool = false) -> Outcome {
    let simulation = Simulation(history, fault: fault, isTraced: isTraced)
    for event in history.events { simulation.happen(event) }
    simulation.settle()
    simulation.check()
    return simulation.outcome
  }

  // MARK: - The end

  /// Launches all devices and exchanges data without losses until all is exchanged, for a limited number of
  /// rounds.
  private func settle() {
    outcome.devices = devices.count
    for device in devices {
      receive(device, arrives: true)
      if device.disk.version == 0 { launch(device, version: 1 + device.number % Larder.versions) }
    }
    while !isQuiet, outcome.rounds < Self.rounds {
      outcome.rounds += 1
      for device in devices {
        exchange(device, push: false)
        // A conflict tells what to write over: the second time it is accepted.
        for _ in 0..<3 where !device.disk.queue.isEmpty { exchange(device, push: true) }
      }
    }
    outcome.conflicts = devices.reduce(0) { $0 + $1.conflicts }
  }

  private var isQuiet: Bool {
    devices.allSatisfy { $0.disk.queue.isEmpty && $0.disk.token == server.head }
  }

  private func exchange(_ device: Device, push: Bool) {
    device.send(to: server, push: push, arrives: true)
    receive(device, arrives: true)
  }

  private func check() {
    guard outcome.violation == nil else { return }
    guard isQuiet else {
      let queues = devices.map { "\($0.number): \($0.disk.queue.map(\.rawValue).sorted())" }
      outcome.violation = "not settled after \(outcome.rounds) rounds; queues \(queues)"
      return
    }
    let expected = Oracle(
      operations: operations, editsOutliveDeletions: editsOutliveDeletions
    ).view
    var last: (disk: Disk, view: View)?
    for device in devices {
      // Devices with the same data show the same view.
      let view =
        if let last, last.disk.showsTheSame(as: device.disk) { last.view } else {
          View(of: device.disk, editsOutliveDeletions: editsOutliveDeletions, fault: fault)
        }
      last = (device.disk, view)
      if let difference = view.difference(from: expected) {
        outcome.violation = "device \(device.number): \(difference)"
        return
      }
      if device.refusals > 0 {
        outcome.violation = "device \(device.number) refused \(device.refusals) stamps"
        return
      }
    }
  }

  private func tell(_ what: @autoclosure () -> String) {
    if isTraced { outcome.trace.append(what()) }
  }

  /// Checks that an operation shows at once on the device of the user.
  private func checkEffect(of operation: Operation, on device: Device) {
    guard outcome.violation == nil, !shows(operation, on: device.disk) else { return }
    outcome.violation = "device \(device.number): no effect of \(operation)"
  }

  private func shows(_ operation: Operation, on disk: Disk) -> Bool {
    let redirects = Redirects(in: disk.records)
    func reading(_ name: RecordName) -> RecordReading<Content>? {
      disk.records[name].map { state in
        RecordReading(
          state, sharedReset: disk.resets.latest(for: Larder.entity(of: name)),
          redirects: redirects)
      }
    }
    func isReset(_ name: RecordName) -> Bool {
      guard let reading = reading(name), reading.state.catalogVersion != nil else { return true }
      return reading.standing == .pristine
    }
    return switch operation {
    case .write(let name, let field, let value, _, _):
      reading(name)?.value(of: field) == value.following(redirects)
    case .link(let name, let target, _):
      reading(name)?.links(of: Larder.linkField)
        .contains(redirects.destination(of: target)) == true
    case .unlink(let name, let target, _, _):
      reading(name)?.links(of: Larder.linkField)
        .contains(redirects.destination(of: target)) == false
    case .life(let name, let isDeleted, _): reading(name)?.isDeleted == isDeleted
    case .resetRecord(let name, _): isReset(name)
    case .resetField(let name, let field, _):
      reading(name)?.state.catalogVersion == nil
        || reading(name)?.editedFields.contains(field) == false
    case .resetEntity(let entity, _):
      disk.records.keys.allSatisfy { Larder.entity(of: $0) != entity || isReset($0) }
    case .resetAll: disk.records.keys.allSatisfy(isReset)
    case .offer, .see: true
    }
  }

  // MARK: - Events

  private func happen(_ event: Event) {
    var generator = SeededGenerator(seed: event.seed)
    time.advance(by: Int64(generator.index(4000)))
    let device = devices[event.device]
    switch event.kind {
    case .legacyInsert, .legacyWrite, .legacyDelete:
      actInOldApp(event.kind, &generator)
      tell("the old app: \(event.kind)")
    case .launch:
      launch(device, version: 1 + generator.index(Larder.versions), crashes: generator.happens(20))
    case _ where device.disk.version == 0:
      break
    case .synchronise:
      guard device.flight == nil else { return receive(device, &generator) }
      let arrives = !generator.happens(Self.loss)
      if !arrives { outcome.lostMessages += 1 }
      let push = !device.disk.queue.isEmpty && generator.happens(60)
      device.send(to: server, push: push, arrives: arrives)
      tell("\(device.number) \(push ? "sends its queue" : "asks")\(arrives ? "" : ", in vain")")
      if generator.happens(60) { receive(device, &generator) }
    case .answer:
      receive(device, &generator)
    case .crash:
      outcome.crashes += 1
      tell("\(device.number) crashes")
      device.crash()
    case .reinstall:
      guard device.disk.queue.isEmpty, device.flight == nil else { return }
      let version = device.disk.version
      device.reinstall()
      tell("\(device.number) is installed again")
      launch(device, version: version)
    default:
      let act = Act(device: device, generator: generator)
      let crashes = generator.happens(5)
      if crashes {
        outcome.crashes += 1
        device.crash()
      } else {
        let done = act.perform(event.kind)
        operations += done
        outcome.operations += done.count
        for operation in done {
          tell("\(device.number): \(operation)")
          checkEffect(of: operation, on: device)
        }
      }
    }
  }

  private func receive(_ device: Device, _ generator: inout SeededGenerator) {
    guard device.flight != nil else { return }
    let arrives = !generator.happens(Self.loss)
    if !arrives { outcome.lostMessages += 1 }
    receive(device, arrives: arrives)
  }

  private func receive(_ device: Device, arrives: Bool) {
    tell("\(device.number) \(arrives ? "gets" : "misses") the answer")
    for (name, row) in device.receive(answerArrives: arrives) {
      operations.append(.see(name, row))
    }
  }

  /// - Parameter crashes: whether the process dies within the transaction.
  private func launch(_ device: Device, version: Int, crashes: Bool = false) {
    guard !crashes else {
      outcome.crashes += 1
      return device.crash()
    }
    device.launch(version: version)
    operations.append(.offer(version: device.disk.version))
    tell("\(device.number) launches version \(device.disk.version)")
  }

  // MARK: - The old app

  private func actInOldApp(_ kind: Event.Kind, _ generator: inout SeededGenerator) {
    let rows = server.legacyRows
    switch kind {
    case .legacyInsert:
      legacyCount += 1
      outcome.duplicates += 1
      let presets = Larder.presets[1 + generator.index(2)].filter { $0.name != Larder.new }
      guard let preset = generator.element(of: presets) else { return }
      var values = preset.catalogVersion.values
      let tags = rows.filter { Larder.entity(of: $0.row.preset) == "Tag" }.map(\.name)
      if values["tag"] != nil, let tag = generator.element(of: tags) {
        values["tag"] = .reference(tag)
      }
      if generator.happens(40) { values["title"] = .number(generator.index(30)) }
      let name = RecordName("L.\(legacyCount)")
      var links = Set(preset.catalogVersion.links[Larder.linkField] ?? [])
      if !links.isEmpty, let tag = generator.element(of: tags) { links.insert(tag) }
      let row = LegacyRow(
        preset: preset.name, device: DeviceIdentifier(standingFor: name), values: values,
        links: links, modified: time.milliseconds)
      server.put(row, named: name)
    case .legacyWrite:
      guard let (name, found) = generator.element(of: rows) else { return }
      var row = found
      let field = generator.happens(50) ? "title" : "rank"
      if Larder.entity(of: row.preset) == "Recipe", generator.happens(40) {
        let tag = generator.element(of: [Larder.home, Larder.old, Larder.new]) ?? Larder.home
        if row.links.remove(tag) == nil { row.links.insert(tag) }
      } else {
        row.values[field] = .number(generator.index(generator.happens(50) ? 3 : 30))
      }
      row.modified = max(row.modified + 1, time.milliseconds)
      server.put(row, named: name)
    default:
      guard let (name, found) = generator.element(of: rows) else { return }
      var row = found
      row.isDeleted = true
      server.put(row, named: name)
    }
  }
}
