import Foundation
import PerennialSync
import SwiftData
import SyncTesting
import Testing

#if os(Linux) || os(macOS)
/// A phone whose process is killed, and a tablet that stays alive.
actor FatalDevices {
  private let hub: RunningHub
  private let zone = "iCloud.\(UUID().uuidString)"
  private let address: URL
  nonisolated let tablet: AppDevice
  private nonisolated let phoneFolder: URL
  private var phone: AppDevice?
  private var random = SystemRandomNumberGenerator()
  private var round = 0

  init(_ hub: RunningHub) async throws {
    self.hub = hub
    address = try await hub.address
    phoneFolder = hub.file("apps").appendingPathComponent("phone", isDirectory: true)
    tablet = try await hub.install("tablet", zone: zone)
    let phone = try await hub.install("phone", zone: zone)
    try await phone.sync.synchronize()
  }

  /// Ends the hub, and begins it again.
  func restartHub() async throws {
    try await hub.stop()
    try await hub.start()
  }

  /// Runs the app on the phone in a process of its own, and kills the process.
  ///
  /// - Returns: The number of acknowledged saves.
  func killPhone(from step: Int, deletes: Bool) async throws -> Int {
    round += 1
    let journal = hub.file("journal-\(round)")
    try Data().write(to: journal)
    let (folder, zone, address) = (phoneFolder.path, zone, address.absoluteString)
    let path = journal.path
    let delay = UInt32.random(in: 2_000..<250_000, using: &random)
    // Some processes are killed while they open the store, or before their first save. A slow machine does not change
    // how many are killed later.
    let moment = round % 5
    await #expect(processExitsWith: .signal(SIGKILL), "round \(round), \(delay) µs") {
      [
        folder = folder as String, zone = zone as String, address = address as String,
        path = path as String, step = step as Int, deletes = deletes as Bool,
        delay = delay as UInt32, moment = moment as Int
      ] in
      func killSoon() {
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
      }
      if moment == 0 { killSoon() }
      let url = URL(fileURLWithPath: folder)
      let phone = try AppDevice(
        url.lastPathComponent, in: url.deletingLastPathComponent(),
        hub: try #require(URL(string: address)), zone: zone)
      if moment == 1 { killSoon() }
      // Bytes in the journal were handed to the operating system, which survives the process.
      let journal = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      for number in step... {
        try phone.save { try Diary.perform(number, deletes: deletes, in: $0) }
        try journal.write(contentsOf: Data([1]))
        if moment > 1, number == step { killSoon() }
        usleep(2_000)
      }
    }
    return try Data(contentsOf: journal).count
  }

  // MARK: The phone's file

  private nonisolated var phoneFile: URL { phoneFolder.appendingPathComponent("notebook.store") }

  /// The size and the time of the last change of the phone's file, without its log.
  nonisolated var phoneFileState: [String] {
    get throws {
      let attributes = try FileManager.default.attributesOfItem(atPath: phoneFile.path)
      let date = attributes[.modificationDate] as? Date
      return ["\(attributes[.size] ?? 0)", "\(date?.timeIntervalSince1970 ?? 0)"]
    }
  }

  /// Returns the number of saves that the phone's file contains, and expects their results.
  func phoneSteps() throws -> Int {
    let container = try ModelContainer(
      for: Schema(Notebook.models), configurations: ModelConfiguration(url: phoneFile))
    let notes = try ModelContext(container).fetch(FetchDescriptor<Note>())
    let lines = Diary.lines(of: notes).filter { !$0.hasPrefix("tablet") }
    let steps = (lines.compactMap { Int($0.prefix(6)) }.max() ?? -1) + 1
    #expect(lines == Diary.lines(after: steps))
    return steps
  }

  /// Takes back the last pages that were written to the log of the phone's file since it was last synchronised with
  /// the disk. SQLite synchronises a log only at a checkpoint.
  ///
  /// - Returns: The number of pages.
  func dropUnsyncedPages() throws -> Int {
    let (header, frame) = (32, 24 + 4096)
    let log = phoneFile.path + "-wal"
    guard let handle = FileHandle(forUpdatingAtPath: log) else { return 0 }
    let size = Int(try handle.seekToEnd())
    let count = max(0, size - header) / frame
    let kept = Int.random(in: 0...count, using: &random)
    let torn = Int.random(in: 0..<frame, using: &random)
    try handle.truncate(atOffset: UInt64(min(size, header + kept * frame + torn)))
    try handle.close()
    try? FileManager.default.removeItem(atPath: phoneFile.path + "-shm")
    return count - kept
  }

  // MARK: The end

  /// Launches the app on the phone, and waits until both devices have the same notes, which fulfil a condition.
  func agree(_ condition: ([String]) -> Bool) async throws -> Bool {
    let phone = try AppDevice("phone", in: hub.file("apps"), hub: address, zone: zone)
    let isDone = try await eventually {
      let lines = Diary.lines(of: try phone.notes())
      let others = Diary.lines(of: try tablet.notes())
      return phone.sync.status.isUpToDate && lines == others && condition(lines)
    }
    if !isDone {
      let (mine, other) = (Diary.lines(of: try phone.notes()), Diary.lines(of: try tablet.notes()))
      Issue.record("phone \(phone.sync.status.progress): \(mine)\ntablet: \(other)")
    }
    return isDone
  }
}

/// The saves of the phone's user: step *n* inserts a note, and changes or deletes earlier ones.
enum Diary {
  private static func title(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 6 - "\(number)".count)) + "\(number)"
  }

  static func perform(_ number: Int, deletes: Bool, in context: ModelContext) throws {
    context.insert(Note(title(number)))
    let (edited, deleted) = (title(number - 1), title(number - 2))
    for note in try context.fetch(
      FetchDescriptor<Note>(predicate: #Predicate { $0.title == edited }))
    {
      note.text = "\(number)"
    }
    guard deletes, number % 4 == 3 else { return }
    for note in try context.fetch(
      FetchDescriptor<Note>(predicate: #Predicate { $0.title == deleted }))
    { context.delete(note) }
  }

  /// The notes after so many steps with deletions.
  static func lines(after count: Int) -> [String] {
    (0..<count).compactMap { number in
      let isDeleted = number % 4 == 1 && number + 2 < count
      return isDeleted ? nil : "\(title(number)) \(number + 1 < count ? "\(number + 1)" : "")"
    }
  }

  static func lines(of notes: [Note]) -> [String] {
    notes.map { "\($0.title) \($0.text)" }.sorted()
  }
}
#endif
