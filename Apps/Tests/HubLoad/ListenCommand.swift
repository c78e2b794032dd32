import ArgumentParser
import Foundation
import HardenedHTTP
import PerennialHubLoad

struct ListenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Wait for changes on many connections.")

  @OptionGroup var hub: MeasuredHub

  @Option(help: "The number of listeners.")
  var count = 5000

  func run() async throws {
    DescriptorLimit.raise(to: count + 256)
    let client = try await hub.client()
    let process = MeasuredProcess(hub.process)
    let before = try process.memory()
    var sockets: [HTTPSocket] = []
    for number in 1...count {
      let socket = try client.connect()
      try socket.send(client.head("GET", "changes", length: 0, accept: "text/event-stream"))
      sockets.append(socket)
      if number % 500 == 0 { print("\(number) listeners: \(try process.memory() - before) KiB") }
    }
    // The first bytes of an answer tell that its listener waits.
    for socket in sockets { _ = try socket.receive() }
    let used = try process.memory() - before
    print(
      "\(count) listeners: \(used) KiB, \(used * 1024 / count) bytes for each, "
        + "\(count * 1_048_576 / max(used, 1)) in a GiB")
    for socket in sockets { socket.close() }
  }
}
