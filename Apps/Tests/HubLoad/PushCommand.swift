import ArgumentParser
import Foundation
import PerennialRecords
import Synchronization

struct PushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Push records, first new ones and then changes of each field.")

  @Option(help: "The port of the hub.")
  var port = 8500

  @Option(help: "The file of the hub, to which accounts are added.")
  var file: String

  @Option(help: "The number of records of a request.")
  var batch = 200

  @Option(help: "The number of fields of a record.")
  var fields = 10

  @Option(help: "The number of records.")
  var records = 20_000

  @Option(help: "The number of devices, each with an account of its own.")
  var devices = 4

  func run() async throws {
    let start = StampClock.systemMilliseconds - 60_000
    var clients: [LoadClient] = []
    for _ in 0..<devices {
      clients.append(try await LoadClient(port: port, signingInTo: file))
    }
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
            for body in bodies[device] { try devicesOfLoad[device].push(body) }
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
    let identifier = DeviceIdentifier(rawValue: Int64(device) + 1) ?? .random()
    let created = Stamp(time: HybridTime(milliseconds: 1_700_000_000_000), device: identifier)
    let stamp = Stamp(time: HybridTime(milliseconds: time), device: identifier)
    return try (0..<records / devices / batch).map { number in
      let part = (0..<batch).map { index in
        var state = RecordState<RecordValue>()
        for field in 0..<fields {
          let value: RecordValue =
            field % 3 == 0 ? .integer(time + Int64(index)) : .text("A text of a field \(time)")
          state.write(value, to: "property\(field)", at: stamp)
        }
        return Record(
          .object(key: Int64(number * batch + index + 1)), type: "Recipe", created: created,
          state: state)
      }
      return try JSONEncoder().encode(PushRequest(token: nil, records: part))
    }
  }
}
