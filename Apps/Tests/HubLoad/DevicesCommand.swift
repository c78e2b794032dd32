import ArgumentParser
import Foundation
import PerennialHub
import PerennialRecords
import PerennialSync
import SwiftData

/// An object with ten attributes.
@Model
final class LoadEntry {
  var number: Int
  var title: String
  var text: String
  var note: String?
  var amount: Double
  var created: Date
  var identifier: UUID
  var isDone: Bool
  var rank: Int
  var rating: Int?

  init(_ number: Int) {
    self.number = number
    title = "Entry \(number)"
    text = "A text of about forty characters, number \(number)"
    note = number.isMultiple(of: 2) ? nil : "A note"
    amount = Double(number) / 8
    created = Date(timeIntervalSinceReferenceDate: Double(number))
    identifier = UUID()
    isDone = number.isMultiple(of: 3)
    rank = number % 100
    rating = number.isMultiple(of: 5) ? nil : number % 5
  }
}

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
    let codes = try await pairingCodes(2)
    let first = try LoadDevice("first", in: folder, port: port)
    try await first.sync.signIn(code: codes[0], deviceName: "first")
    try await first.wait { $0.isUpToDate }
    await first.sync.pause()
    let idle = ProcessMemory.resident
    let context = ModelContext(first.container)
    for start in stride(from: 0, to: objects, by: 10_000) {
      let numbers = start..<min(objects, start + 10_000)
      _ = try context.insert(model: LoadEntry.self, from: numbers) { LoadEntry($0) }
    }
    ProcessMemory.resetPeak()
    let clock = ContinuousClock()
    let sending = try await clock.measure {
      await first.sync.resume()
      try await first.wait { $0.isUpToDate && $0.pendingUploads == 0 }
    }
    print("sent: \(objects) objects in \(sending), \(rate(sending)) per second")
    // The memory that the insertion has left is included.
    print(
      "memory while sending: \(ProcessMemory.peak - idle) KiB more than the \(idle) KiB before the insertion"
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

  /// Returns codes of a new account.
  private func pairingCodes(_ count: Int) async throws -> [String] {
    let now = StampClock.systemMilliseconds
    let storage = try SQLiteHubStorage(
      at: URL(fileURLWithPath: file), serving: false, time: now)
    let administration = HubAdministration(storage)
    let account = try await administration.addAccount(
      named: "load-\(UUID().uuidString.prefix(8))", limit: 1 << 40, at: now)
    var codes: [String] = []
    for _ in 0..<count { codes.append(try await administration.pair(account, at: now).code.text) }
    try await storage.close()
    return codes
  }
}

/// A device: a store that syncs with the hub.
struct LoadDevice {
  struct NotSynced: Error {}

  let container: ModelContainer
  let sync: StoreSync

  init(_ name: String, in folder: URL, port: Int) throws {
    guard let hub = URL(string: "http://127.0.0.1:\(port)") else { throw NotSynced() }
    let zone = "iCloud.load"
    let own = folder.appendingPathComponent(name, isDirectory: true)
    try SyncHub.register(SyncHub(url: hub, credentials: FileCredentialStore(in: own)), for: zone)
    container = try ModelContainer(
      for: LoadEntry.self,
      configurations: ModelConfiguration(
        url: own.appendingPathComponent("load.store"), cloudKitDatabase: .private(zone)))
    guard let sync = container.sync else { throw NotSynced() }
    self.sync = sync
  }

  /// Waits for a state of the sync.
  func wait(_ isReached: (SyncProgress) -> Bool) async throws {
    for await progress in sync.status.updates where isReached(progress) { return }
    throw NotSynced()
  }

  /// Waits until the store has no objects. It is asked ten times a second.
  func waitUntilEmpty() async throws {
    while try ModelContext(container).fetchCount(FetchDescriptor<LoadEntry>()) > 0 {
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}

/// The memory of this process, in KiB, from `/proc`.
private enum ProcessMemory {
  static var resident: Int { value("VmRSS:") }
  /// The greatest memory since the last reset.
  static var peak: Int { value("VmHWM:") }

  static func resetPeak() {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  private static func value(_ name: String) -> Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
