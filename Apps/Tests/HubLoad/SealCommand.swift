import ArgumentParser
import Foundation
import PerennialSync
import SwiftData

struct SealCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal",
    abstract: "Compare the pushes of two devices, of which one seals all ten attributes.")

  @Option(help: "The port of the hub.")
  var port = 8500

  @Option(help: "The file of the hub, to which accounts are added.")
  var file: String

  @Option(help: "The number of new objects of a push.")
  var objects = 2000

  @Option(help: "The number of pairs of pushes.")
  var rounds = 15

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hub-load-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let open = try await device("open", in: folder, sealing: nil)
    let other = try await device("other", in: folder, sealing: nil)
    let sealed = try await device("sealed", in: folder, sealing: .allAttributes())
    try await sealed.sync.sealing?.createKey(recoveredBy: RecoveryPhrase())
    var times: [[Duration]] = []
    for round in 0...rounds {
      var pair: [Int: Duration] = [:]
      // Each device is the first one in a third of the rounds.
      for index in [round % 3, (round + 1) % 3, (round + 2) % 3] {
        pair[index] = try await push(from: [open, other, sealed][index])
      }
      // The first round fills caches.
      if round > 0 { times.append((0..<3).compactMap { pair[$0] }) }
    }
    report("open", times.map { $0[0] / .milliseconds(1) }, "ms")
    report("sealed", times.map { $0[2] / .milliseconds(1) }, "ms")
    report("another open one by the first", times.map { $0[1] / $0[0] * 100 }, "%")
    report("sealed by open", times.map { $0[2] / (($0[0] + $0[1]) / 2) * 100 }, "%")
  }

  private func device(
    _ name: String, in folder: URL, sealing: Sealing?
  ) async throws -> LoadDevice {
    let device = try LoadDevice(name, in: folder, port: port, sealing: sealing)
    try await device.sync.signIn(code: code(ofHubAt: file), deviceName: name)
    try await device.sync.synchronize()
    return device
  }

  /// Returns the time from the first request until the hub has acknowledged all new objects.
  private func push(from device: LoadDevice) async throws -> Duration {
    await device.sync.pause()
    let context = ModelContext(device.container)
    for number in 0..<objects { context.insert(LoadEntry(number)) }
    try context.save()
    return try await ContinuousClock().measure {
      await device.sync.resume()
      try await device.sync.synchronize()
    }
  }

  private func report(_ name: String, _ values: [Double], _ unit: String) {
    let sorted = values.sorted()
    guard let least = sorted.first, let most = sorted.last else { return }
    func text(_ value: Double) -> String { String(format: "%.1f", value) }
    print(
      "\(name): median \(text(sorted[sorted.count / 2])) \(unit), "
        + "\(text(least)) to \(text(most)) \(unit)")
  }
}
