import Foundation
import PerennialRecords
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Two processes write to one store by turns. The wall clock of one of them may be a day wrong, and it may be
/// killed between its writes. The oracle is the file, read by SQLite alone.
@Suite("The clock of a store over processes", .serialized)
struct ProcessClockTests {
  /// The wall clock of the second process. The raw value is its difference from the machine's clock, in
  /// milliseconds.
  enum WallClock: Int64, CaseIterable {
    case behind = -86_400_000
    case right = 0
    case ahead = 86_400_000
  }

  /// The end of the second process after its last write, with the store still open.
  enum End: CaseIterable {
    case exit, kill
  }

  /// The number of processes that run beside the test, one after the other.
  private static let launches = 2
  /// The number of writes of each process.
  private static let writes = 8

  @Test(
    "Every stamp is later than all before, whatever a process's wall clock shows",
    .timeLimit(.minutes(10)), arguments: WallClock.allCases, End.allCases)
  func ascending(_ clock: WallClock, _ end: End) async throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try ModelContainer(
      for: Lone.self, configurations: ModelConfiguration(url: url))
    try Self.write(in: container, as: "parent", at: url.path, turns: [0])
    for launch in 0..<Self.launches {
      let turns = (0..<Self.writes).map { 1 + 2 * (launch * Self.writes + $0) }
      async let child: Void = Self.runChild(url.path, turns, clock, end)
      try await withTaskExecutorPreference(OwnThread()) {
        try Self.write(in: container, as: "parent", at: url.path, turns: turns.map { $0 + 1 })
      }
      await child
    }

    let rows = try RawDatabase(url).rows(
      "SELECT author, stamp, device FROM _perennial_history ORDER BY id")
    let authors = rows.map { $0[0] }
    let pairs = (0..<Self.launches * Self.writes).flatMap { _ in ["child", "parent"] }
    #expect(authors == ["parent"] + pairs)
    let stamps = try rows.map { try #require(Int64($0[1])) }
    #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 }, "\(stamps)")
    #expect(Set(rows.map { $0[2] }).count == 1)
    // The file has a time of the process whose clock is ahead, so the other process only counts on.
    let late: String? =
      switch clock {
      case .behind: "child"
      case .right: nil
      case .ahead: "parent"
      }
    for number in rows.indices.dropFirst() where authors[number] == late {
      #expect(stamps[number] == stamps[number - 1] + 1)
    }
  }

  /// Saves once whenever the history has as many transactions as the next turn says.
  private static func write(
    in container: ModelContainer, as author: String, at path: String, turns: [Int]
  ) throws {
    let file = try RawDatabase(URL(fileURLWithPath: path))
    let context = ModelContext(container)
    context.author = author
    for turn in turns {
      try #require(
        try patiently(within: .seconds(120)) {
          try file.value("SELECT count(*) FROM _perennial_history") == "\(turn)"
        }, "\(author) waits for \(turn) transactions")
      context.insert(Lone("\(author) \(turn)"))
      try context.save()
    }
  }

  /// Runs a process that writes in some turns, and waits for its end.
  private static func runChild(
    _ path: String, _ turns: [Int], _ clock: WallClock, _ end: End
  ) async {
    let isKilled = end == .kill
    let offset = clock.rawValue
    let condition: ExitTest.Condition = isKilled ? .signal(SIGKILL) : .success
    await #expect(processExitsWith: condition) {
      [
        path = path as String, turns = turns as [Int], offset = offset as Int64,
        isKilled = isKilled as Bool
      ] in
      let container = try ModelContainer(
        for: Lone.self, configurations: ModelConfiguration(url: URL(fileURLWithPath: path)))
      container.coordinator.stores[0].clock.wallClock = {
        StampClock.systemMilliseconds + offset
      }
      try ProcessClockTests.write(in: container, as: "child", at: path, turns: turns)
      if isKilled { kill(getpid(), SIGKILL) }
    }
  }
}
