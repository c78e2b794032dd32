import ArgumentParser
import Foundation
import HardenedHTTP
import PerennialHubLoad

struct ListenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen", abstract: "Wait for changes on many connections.")

  @Option(help: "The port of the hub.")
  var port = 8500

  @Option(help: "The file of the hub, to which an account is added.")
  var file: String?

  @Option(help: "A pairing code in place of a file: of a hub on PostgreSQL.")
  var pairing: String?

  @Option(help: "The number of listeners.")
  var count = 5000

  @Option(help: "The hub's process, whose memory is read from /proc.")
  var process: Int

  func validate() throws {
    guard file != nil || pairing != nil else { throw ValidationError("Give --file or --pairing.") }
  }

  func run() async throws {
    DescriptorLimit.raise(to: count + 256)
    let code = if let file { try await code(ofHubAt: file) } else { pairing ?? "" }
    let client = try LoadClient(port: port, code: code)
    let hub = MeasuredProcess(identifier: process)
    let before = try hub.memory()
    var sockets: [HTTPSocket] = []
    for number in 1...count {
      let socket = try client.connect()
      try socket.send(client.head("GET", "changes", length: 0, accept: "text/event-stream"))
      sockets.append(socket)
      if number % 500 == 0 { print("\(number) listeners: \(try hub.memory() - before) KiB") }
    }
    // The first bytes of an answer tell that its listener waits.
    for socket in sockets { _ = try socket.receive() }
    let used = try hub.memory() - before
    print(
      "\(count) listeners: \(used) KiB, \(used * 1024 / count) bytes for each, "
        + "\(count * 1_048_576 / max(used, 1)) in a GiB")
    for socket in sockets { socket.close() }
  }
}
