import Dispatch
import Foundation
import PerennialRecords
import Synchronization

/// A number of devices that use a hub for a time, as ``LoadDays`` tells.
///
/// Some threads serve the devices, each a part of them. A device opens a connection for a session, and closes it at the
/// end. A request that fails is counted, and the device goes on with its next session.
package struct LoadRun: Sendable {
  private let clients: [LoadClient]
  private let seed: UInt64
  private let seconds: Double
  private let metrics: @Sendable () -> Double?

  /// The number of threads.
  private static let threads = 8

  /// - Parameters:
  ///   - clients: The devices.
  ///   - seconds: The time after which no further request begins.
  ///   - metrics: Returns the processor time of the hub, in seconds.
  package init(
    _ clients: [LoadClient], seed: UInt64, seconds: Double,
    metrics: @escaping @Sendable () -> Double?
  ) {
    (self.clients, self.seed, self.seconds, self.metrics) = (clients, seed, seconds, metrics)
  }

  /// Runs the load, and returns when it has ended.
  package func run() -> LoadReport {
    let before = metrics()
    let tallies = Mutex<[Tally]>([])
    let start = ContinuousClock.now
    let threads = min(Self.threads, max(clients.count, 1))
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      let devices = stride(from: thread, to: clients.count, by: Self.threads).map { number in
        SimulatedDevice(clients[number], number: number, seed: seed)
      }
      let tally = Self.serve(devices, from: start, until: seconds)
      tallies.withLock { $0.append(tally) }
    }
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let all = tallies.withLock(\.self)
    let after = metrics()
    return LoadReport(
      devices: clients.count, seed: seed, seconds: elapsed,
      sent: all.reduce(0) { $0 + $1.sent }, received: all.reduce(0) { $0 + $1.received },
      pushes: .init(all.flatMap(\.pushes)), pulls: .init(all.flatMap(\.pulls)),
      checks: .init(all.flatMap(\.checks)), failures: all.reduce(0) { $0 + $1.failures },
      firstFailure: all.lazy.compactMap(\.firstFailure).first,
      hubProcessorSeconds: after.flatMap { after in before.map { after - $0 } })
  }

  private static func serve(
    _ devices: [SimulatedDevice], from start: ContinuousClock.Instant, until end: Double
  ) -> Tally {
    var tally = Tally()
    var devices = devices
    while let next = devices.indices.min(by: { devices[$0].time < devices[$1].time }) {
      if devices[next].time >= end { break }
      let wait = devices[next].time - (ContinuousClock.now - start) / .seconds(1)
      if wait > 0 { Thread.sleep(forTimeInterval: wait) }
      devices[next].act(&tally)
    }
    for index in devices.indices { devices[index].close() }
    return tally
  }
}

/// The counts of a thread.
struct Tally: Sendable {
  var sent = 0
  var received = 0
  var pushes: [Double] = []
  var pulls: [Double] = []
  var checks: [Double] = []
  var failures = 0
  var firstFailure: String?
}

/// A device with its place in its days.
private struct SimulatedDevice {
  private let client: LoadClient
  private let records: LoadRecords
  private var days: LoadDays
  private var socket: HTTPSocket?
  private var position: SyncToken?
  /// The number of objects that the device has created.
  private var objects: Int64 = 0
  /// The first key of its objects.
  private let firstKey: Int64
  /// The time of the next action.
  private(set) var time: Double

  init(_ client: LoadClient, number: Int, seed: UInt64) {
    self.client = client
    records = LoadRecords(of: number)
    days = LoadDays(seed: seed &+ UInt64(number) &* 0x1000_0001)
    firstKey = Int64(number) * 1_000_000_000 + 1
    time = days.start()
  }

  mutating func act(_ tally: inout Tally) {
    let (action, pause) = days.next()
    time += pause
    do {
      switch action {
      case .open(let edits):
        socket = try client.connect()
        if edits > 0 { try push(edits, &tally) }
        try pull(&tally)
      case .edit(let count): try push(count, &tally)
      case .check: try pull(&tally)
      case .close: close()
      }
    } catch {
      tally.failures += 1
      tally.firstFailure = tally.firstFailure ?? "\(error)"
      close()
    }
  }

  mutating func close() {
    socket?.close()
    socket = nil
  }

  /// Creates objects, or changes the newest ones, in turn.
  private mutating func push(_ count: Int, _ tally: inout Tally) throws {
    guard let socket else { return }
    let isNew = objects < Int64(count) || objects.isMultiple(of: 2)
    let first = isNew ? objects : objects - Int64(count)
    let keys = (firstKey + first)..<(firstKey + first + Int64(count))
    let body = try records.push(keys, at: StampClock.systemMilliseconds)
    let duration = try ContinuousClock().measure { try client.push(body, on: socket) }
    if isNew { objects += Int64(count) }
    tally.pushes.append(duration / .milliseconds(1))
    tally.sent += count
  }

  private mutating func pull(_ tally: inout Tally) throws {
    guard let socket else { return }
    while true {
      let start = ContinuousClock.now
      let reply = try client.pull(after: position, on: socket)
      let duration = (ContinuousClock.now - start) / .milliseconds(1)
      if reply.records.isEmpty {
        tally.checks.append(duration)
      } else {
        tally.pulls.append(duration)
      }
      tally.received += reply.records.count
      position = reply.token
      if !reply.moreComing { return }
    }
  }
}
