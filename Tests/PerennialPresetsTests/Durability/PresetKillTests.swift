import Foundation
import PerennialPresets
import RandomTesting
import StoreTesting
import SwiftData
import Testing

/// A process is killed while it applies and updates catalogs, edits, restores, resets and merges
/// duplicates, at a random moment, again and again. What it leaves is what there was before the step that it was killed in, or after it.
@Suite("Kill -9 of presets", .serialized)
struct PresetKillTests {
  private static let kills = TestAmount.presetKills.count
  private static let seed = TestSeeds.first

  @Test("Whatever a process is killed in, its presets are as before or as after")
  func kills() async throws {
    let portraits = try Self.portraits()
    var random = SeededGenerator(seed: Self.seed)
    var reach = KillReach(50_000, within: 5_000...2_000_000)
    var interrupted = 0
    for round in 0..<Self.kills {
      let delay = UInt32.random(in: 0..<reach.microseconds, using: &random)
      let found = try await Self.round(delay)
      let comment: Comment = "round \(round), killed after \(delay) µs, seed \(Self.seed)"
      let possible = portraits[found.acknowledged...].prefix(2)
      #expect(possible.contains(found.portrait), comment)
      if found.acknowledged < KitchenRounds.count { interrupted += 1 }
      reach.adjust(isLate: found.acknowledged >= KitchenRounds.count * 3 / 4)
    }
    print("presets: \(Self.kills) kills, \(interrupted) of them in the middle")
    #expect(interrupted * 4 > Self.kills)
  }

  /// Returns the contents after each number of steps, from a run in memory.
  private static func portraits() throws -> [[String]] {
    let container = try Kitchen.container(nil)
    var portraits = [try KitchenRounds.portrait(of: container)]
    for step in 0..<KitchenRounds.count {
      try KitchenRounds.perform(step, in: container)
      portraits.append(try KitchenRounds.portrait(of: container))
    }
    return portraits
  }

  /// Has one process work and killed, and looks at what it has left.
  private static func round(
    _ delay: UInt32
  ) async throws -> (acknowledged: Int, portrait: [String]) {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "perennial-presets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = directory.appending(path: "a.store")
    let journal = directory.appending(path: "acknowledged")
    try Data().write(to: journal)
    // The store is there, as that of an app without presets would be.
    _ = try Kitchen.container(nil, at: store)
    let (storePath, journalPath) = (store.path, journal.path)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [
        storePath = storePath as String, journalPath = journalPath as String,
        delay = delay as UInt32
      ] in
      Thread.detachNewThread {
        usleep(delay)
        kill(getpid(), SIGKILL)
      }
      let journal = try FileHandle(forWritingTo: URL(fileURLWithPath: journalPath))
      let container = try Kitchen.container(nil, at: URL(fileURLWithPath: storePath))
      for step in 0..<KitchenRounds.count {
        try KitchenRounds.perform(step, in: container)
        // Handed to the operating system, which lives on.
        try journal.write(contentsOf: Data([1]))
      }
      while true { sleep(1) }
    }
    let container = try Kitchen.container(nil, at: store)
    for backup in container.automaticBackups { try backup.verify() }
    return (
      try Data(contentsOf: journal).count, try KitchenRounds.portrait(of: container)
    )
  }
}
