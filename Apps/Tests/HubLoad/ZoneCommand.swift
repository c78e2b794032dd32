import ArgumentParser
import Foundation
import PerennialHubLoad
import PerennialRecords

struct ZoneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zone",
    abstract:
      "Fill a zone, and measure its first page and the checks of a device with nothing to do.")

  @Option(help: "The port of the hub.")
  var port = 8500

  @Option(help: "The file of the hub, to which an account is added.")
  var file: String?

  @Option(help: "A pairing code in place of a file: of a hub on PostgreSQL.")
  var pairing: String?

  @Option(help: "The number of records.")
  var records = 1_000_000

  @Option(help: "The number of checks.")
  var checks = 5000

  @Option(help: "The number of first pages.")
  var pages = 100

  @Option(help: "The hub's process, whose processor time is read from /proc.")
  var process: Int

  func validate() throws {
    guard file != nil || pairing != nil else { throw ValidationError("Give --file or --pairing.") }
  }

  func run() async throws {
    let code = if let file { try await code(ofHubAt: file) } else { pairing ?? "" }
    let client = try LoadClient(port: port, code: code)
    let hub = MeasuredProcess(identifier: process)
    let socket = try client.connect()
    defer { socket.close() }
    try fill(client, socket)

    let waiting = try client.connect()
    let head = try waiting.exchange(client.head("GET", "changes", length: 0, accept: "*/*"))
    waiting.close()
    let position = try JSONDecoder().decode(Position.self, from: head.body).token

    var (first, idle) = (Times(), Times())
    let clock = ContinuousClock()
    for _ in 0..<pages {
      first.add(try clock.measure { _ = try client.page(after: nil, on: socket) })
    }
    let before = try hub.processorTime()
    for _ in 0..<checks {
      idle.add(try clock.measure { _ = try client.page(after: position, on: socket) })
    }
    let used = Double(try hub.processorTime() - before) / Double(checks)
    print("first page of \(records) records: \(first)")
    print("a check with nothing to do: \(idle)")
    print("a check with nothing to do: \(String(format: "%.3f", used)) ms of the hub's processor")
  }

  private func fill(_ client: LoadClient, _ socket: HTTPSocket) throws {
    let content = LoadRecords(of: 0)
    let start = StampClock.systemMilliseconds - 60_000
    let clock = ContinuousClock()
    var time = Duration.zero
    for first in stride(from: Int64(1), through: Int64(records), by: 200) {
      let body = try content.push(first..<min(first + 200, Int64(records) + 1), at: start)
      time += try clock.measure { try client.push(body, on: socket) }
      if first % 100_000 == 1 { print("\(first - 1) records") }
    }
    print("\(records) records in \(Int(time / .seconds(1))) s of requests, one at a time")
  }

  private struct Position: Decodable { let token: SyncToken }
}
