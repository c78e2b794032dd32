import ArgumentParser
import Foundation
import PerennialHubLoad
import PerennialRecords
import Synchronization

struct PushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Push records, first new ones and then changes of each field.")

  @Option(help: "The port of the hub.")
  var port = 8500

  @Option(help: "The file of the hub, to which accounts are added.")
  var file: String?

  @Option(
    parsing: .upToNextOption,
    help: "Pairing codes in place of a file, one for each device: of a hub on PostgreSQL.")
  var codes: [String] = []

  @Option(help: "The number of records of a request.")
  var batch = 200

  @Option(help: "The number of fields of a record.")
  var fields = 10

  @Option(help: "The number of records.")
  var records = 20_000

  @Option(help: "The number of devices, each with an account of its own.")
  var devices = 4

  func validate() throws {
    guard file != nil || codes.count >= devices else {
      throw ValidationError("Give --file, or --codes with one code for each of the devices.")
    }
  }

  func run() async throws {
    let start = StampClock.systemMilliseconds - 60_000
    var clients: [LoadClient] = []
    for number in 0..<devices {
      let code =
        if let file { try await code(ofHubAt: file) } else { codes.dropFirst(number).first ?? "" }
      clients.append(try LoadClient(port: port, code: code))
    }
    let sockets = try clients.map { try $0.connect() }
    let devicesOfLoad = clients
    for (round, name) in ["inserts", "updates", "repeats"].enumerated() {
      // A repetition sends the stamps of the updates again.
      let time = start + Int64(min(round, 1)) * 1000
      let bodies = try (0..<devices).map { try requests(of: $0, at: time) }
      let clock = ContinuousClock()
      let failures = Mutex<[String]>([])
      let duration = clock.measure {
        DispatchQueue.concurrentPerform(iterations: devices) { device in
          do {
            for body in bodies[device] { try devicesOfLoad[device].push(body, on: sockets[device]) }
          } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
      for failure in failures.withLock({ $0 }) { print(failure) }
      let count = bodies.reduce(0) { $0 + $1.count * batch }
      let seconds = duration / .seconds(1)
      print(
        "\(name): \(count) records in batches of \(batch) with \(fields) fields: "
          + "\(Int(Double(count) / seconds)) per second")
    }
  }

  private func requests(of device: Int, at time: Int64) throws -> [Data] {
    let content = LoadRecords(of: device, fields: fields)
    return try (0..<records / devices / batch).map { number in
      let first = Int64(number * batch) + 1
      return try content.push(first..<(first + Int64(batch)), at: time)
    }
  }
}
