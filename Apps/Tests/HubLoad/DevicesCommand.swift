import ArgumentParser
import Foundation
import PerennialSync
import SwiftData

struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "Send the objects of a device that was offline, and receive them on a second one.",
    discussion: "Both devices are stores in this process. The time includes the rows of the store.")

  @Option(help: "The port of the hub.")
  var port = 8500

  @Option(help: "The file of the hub, to which an account is added.")
  var file: String

  @Option(help: "The number of objects.")
  var objects = 100_000

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hub-load-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let codes = try await codes(ofHubAt: file, count: 2)
    let first = try LoadDevice("first", in: folder, port: port)
    try await first.sync.signIn(code: codes[0], deviceName: "first")
    try await first.wait { $0.isUpToDate }
    await first.sync.pause()
    let idle = try MeasuredProcess.own.memory()
    let context = ModelContext(first.container)
    for start in stride(from: 0, to: objects, by: 10_000) {
      let numbers = start..<min(objects, start + 10_000)
      _ = try context.insert(model: LoadEntry.self, from: numbers) { LoadEntry($0) }
    }
    try MeasuredProcess.own.resetPeak()
    let clock = ContinuousClock()
    let sending = try await clock.measure {
      await first.sync.resume()
      try await first.wait { $0.isUpToDate && $0.pendingUploads == 0 }
    }
    print("sent: \(objects) objects in \(sending), \(rate(sending)) per second")
    // The memory that the insertion has left is included.
    print(
      "memory while sending: \(try MeasuredProcess.own.peakMemory() - idle) KiB more than the \(idle) KiB before the insertion"
    )
    let second = try LoadDevice("second", in: folder, port: port)
    let receiving = try await clock.measure {
      try await second.sync.signIn(code: codes[1], deviceName: "second")
      try await second.wait { $0.isInitialImportDone && $0.isUpToDate }
    }
    let found = try ModelContext(second.container).fetchCount(FetchDescriptor<LoadEntry>())
    print("received: \(found) objects in \(receiving), \(rate(receiving)) per second")
    if found != objects { throw ExitCode.failure }
    let deleting = try await clock.measure {
      try context.delete(model: LoadEntry.self)
      try await second.waitUntilEmpty()
    }
    print("deleted on both: \(objects) objects in \(deleting), \(rate(deleting)) per second")
  }

  private func rate(_ duration: Duration) -> Int { Int(Double(objects) / (duration / .seconds(1))) }
}
