import ArgumentParser
import Foundation
import PerennialHubLoad
import PerennialRecords

struct WakeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wake",
    abstract: "Measure the time from a push at one hub until a device at another hub is woken.")

  @Option(help: "The port of the hub that gets the pushes.")
  var port = 8500

  @Option(help: "The port of the hub at which the other device waits.")
  var otherPort = 8501

  @Option(
    parsing: .upToNextOption, help: "Two pairing codes of one account, for the two devices.")
  var codes: [String]

  @Option(help: "The number of pushes.")
  var count = 1000

  @Option(help: "The milliseconds between two pushes.")
  var pause = 20

  func validate() throws {
    guard codes.count == 2 else { throw ValidationError("Give two codes after --codes.") }
  }

  func run() async throws {
    let author = try LoadClient(port: port, code: codes[0])
    let reader = try LoadClient(port: otherPort, code: codes[1])
    let content = LoadRecords(of: 0)
    let start = StampClock.systemMilliseconds - 60_000
    let (pushes, events) = (try author.connect(), try reader.connect())
    defer {
      pushes.close()
      events.close()
    }
    try author.push(content.push(1..<2, at: start), on: pushes)
    try events.send(reader.head("GET", "changes", length: 0, accept: "text/event-stream"))
    try await waitForEvent(on: events)
    var (answered, woken): ([Duration], [Duration]) = ([], [])
    let clock = ContinuousClock()
    for number in 1...count {
      let body = try content.push(1..<2, at: start + Int64(number))
      let begin = clock.now
      try author.push(body, on: pushes)
      answered.append(clock.now - begin)
      try await waitForEvent(on: events)
      woken.append(clock.now - begin)
      try await Task.sleep(for: .milliseconds(pause))
    }
    print("from the push to its answer: \(summary(of: answered))")
    print("from the push to the event at the other hub: \(summary(of: woken))")
  }

  private func waitForEvent(on socket: HTTPSocket) async throws {
    var received = Data()
    let mark = Data("event: change".utf8)
    while received.range(of: mark) == nil { received += try socket.receive() }
  }
}
