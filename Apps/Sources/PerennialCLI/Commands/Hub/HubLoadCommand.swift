import ArgumentParser
import Foundation
import HardenedHTTP
import PerennialHub
import PerennialHubLoad
import ReadableText

struct HubLoadCommand: AsyncToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Let devices use a running hub, and measure it.",
    discussion: """
      Adds accounts of three devices each to the database, and removes them at the end. The devices follow from \
      the seed: they open an app, edit, read, and are offline between. One of four sessions begins with a queue \
      of edits. Of a hub on this machine, its processor time is read from its numbers.

      A hub on another machine is refused without --yes-load-another-machine.

      EXAMPLES
        perennial hub load --devices 100 --duration 10 --file hub.sqlite
        perennial hub load --port 8432 --seed 7 --json --file hub.sqlite
      """)

  @OptionGroup var hub: HubDatabaseOptions

  @Option(help: "The IPv4 address of the hub.")
  var address = "127.0.0.1"

  @Option(help: "The port of the hub.")
  var port = 8431

  @Option(help: "The number of devices.")
  var devices = 100

  @Option(help: ArgumentHelp("The time of the load.", valueName: "seconds"))
  var duration = 10

  @Option(help: "The number from which the sessions follow.")
  var seed: UInt64 = 1

  @Flag(help: "Load a hub on another machine, and its database.")
  var yesLoadAnotherMachine = false

  @Flag(help: "Print JSON.")
  var json = false

  /// The number of devices of an account.
  private static let devicesPerAccount = 3

  func validate() throws {
    guard (1...65_535).contains(port) else {
      throw ValidationError("--port needs a number from 1 to 65535.")
    }
    guard (1...10_000).contains(devices), (1...3600).contains(duration) else {
      throw ValidationError(
        "--devices needs a number from 1 to 10000, and --duration one from 1 to 3600.")
    }
    let parts = address.split(separator: ".").compactMap { UInt8($0) }
    guard parts.count == 4 else {
      throw ValidationError("--address needs an IPv4 address, such as 127.0.0.1.")
    }
    guard parts[0] == 127 || yesLoadAnotherMachine else {
      throw ValidationError(
        "\(address) is another machine. Its users would notice the load: give "
          + "--yes-load-another-machine if that is wanted.")
    }
  }

  func perform() async throws {
    DescriptorLimit.raise(to: devices + 256)
    let assets = try? hub.assetFolder
    let report = try await hub.use { storage in
      var accounts: [LoadAccount] = []
      let result: Result<LoadReport, any Error>
      do {
        var clients: [LoadClient] = []
        while clients.count < devices {
          let count = min(Self.devicesPerAccount, devices - clients.count)
          let account = try await LoadAccount.add(to: storage, devices: count)
          accounts.append(account)
          for code in account.codes {
            clients.append(try LoadClient(to: address, port: port, code: code))
          }
        }
        let run = LoadRun(clients, seed: seed, seconds: Double(duration)) { [address, port] in
          HubNumbers.processorSeconds(at: address, port: port)
        }
        result = .success(run.run())
      } catch {
        result = .failure(error)
      }
      for account in accounts {
        _ = try await storage.remove(account.account.id)
        try assets?.remove(account.account.id)
      }
      return try result.get()
    }
    if json { try Console.print(json: report) } else { show(report) }
    if report.failures > 0 { throw ExitStatus.found.code }
  }

  private func show(_ report: LoadReport) {
    Console.print(
      "\(report.devices.of("device")), \(report.seconds.rounded()) s, seed \(report.seed): "
        + "\(report.sent.of("record")) sent, \(report.received.of("record")) received")
    var columns = Columns([.left, .right, .right, .right])
    columns.add("", "requests", "median", "99 %")
    for (name, times) in [
      ("pushes", report.pushes), ("pulls", report.pulls), ("checks", report.checks),
    ] {
      columns.add(
        name, times.count.grouped, "\(Self.rounded(times.median)) ms",
        "\(Self.rounded(times.percentile99)) ms")
    }
    for line in columns.text { Console.print(line) }
    if let seconds = report.hubProcessorSeconds {
      Console.print("Processor time of the hub: \(Self.rounded(seconds)) s")
    }
    if let failure = report.firstFailure {
      Console.print("\(report.failures.of("request")) failed. The first: \(failure)")
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
