import ArgumentParser
import Foundation
import PerennialHubLoad
import PerennialRecords

struct ZoneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zone",
    abstract:
      "Fill a zone, and measure its first page and the checks of a device with nothing to do.")

  @OptionGroup var hub: MeasuredHub

  @Option(help: "The number of records.")
  var records = 1_000_000

  @Option(help: "The number of checks.")
  var checks = 5000

  @Option(help: "The number of first pages.")
  var pages = 100

  func run() async throws {
    let client = try await hub.client()
    let process = MeasuredProcess(hub.process)
    let socket = try client.connect()
    defer { socket.close() }
    try fill(client, socket)

    let waiting = try client.connect()
    let head = try waiting.exchange(client.head("GET", "changes", length: 0, accept: "*/*"))
    waiting.close()
    let position = try JSONDecoder().decode(Position.self, from: head.body).token

    var (first, idle): ([Duration], [Duration]) = ([], [])
    let clock = ContinuousClock()
    for _ in 0..<pages {
      first.append(try clock.measure { _ = try client.page(after: nil, on: socket) })
    }
    let before = try process.processorTime()
    for _ in 0..<checks {
      idle.append(try clock.measure { _ = try client.page(after: position, on: socket) })
    }
    let used = Double(try process.processorTime() - before) / Double(checks)
    print("first page of \(records) records: \(summary(of: first))")
    print("a check with nothing to do: \(summary(of: idle))")
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
