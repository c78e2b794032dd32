import ArgumentParser
import HardenedHTTP
import Logging
import PerennialHub
import PerennialRecords

import struct Foundation.URL

/// Measures a hub: pushes in batches, listeners that wait, and devices with stores.
///
/// The hub runs in a process of its own, so that each of the two can have a processor:
///
/// ```
/// taskset -c 0 hub-load serve /tmp/hub.sqlite --port 8500 &
/// taskset -c 1 hub-load push --port 8500 --file /tmp/hub.sqlite --batch 200
/// taskset -c 1 hub-load listen --port 8500 --file /tmp/hub.sqlite --count 5000 --process PID
/// hub-load devices --port 8500 --file /tmp/hub.sqlite --objects 100000
/// hub-load seal --port 8500 --file /tmp/hub.sqlite
/// hub-load zone --port 8500 --file /tmp/hub.sqlite --records 1000000 --process PID
/// hub-load wake --port 8500 --other-port 8501 --codes CODE CODE
/// ```
@main
struct HubLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hub-load", abstract: "Measure a hub on this machine.",
    subcommands: [
      ServeCommand.self, PushCommand.self, ListenCommand.self, DevicesCommand.self,
      SavesCommand.self, SealCommand.self, ZoneCommand.self, WakeCommand.self,
    ])
}

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run a hub, for one of the measurements.")

  @Argument(help: "The file of the hub.")
  var file: String

  @Option(help: "The port to listen on.")
  var port = 8500

  func run() async throws {
    let url = URL(fileURLWithPath: file)
    let storage = try SQLiteHubStorage(
      at: url, serving: true, time: StampClock.systemMilliseconds)
    var options = HubOptions()
    options.port = port
    DescriptorLimit.raise(to: 20_000)
    options.limits.connections = 16_000
    options.limits.streams = 64_000
    var logger = Logger(label: "hub")
    logger.logLevel = .warning
    let server = try HubServer(
      storage, assets: AssetFolder(besideDatabaseAt: url), options: options, logger: logger)
    try await server.run { print("port \($0)") }
    try await storage.close()
  }
}
