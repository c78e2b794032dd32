import Foundation
import SwiftData
import Testing

@testable import Perennial

/// A process is killed while it writes, at a random moment, again and again. Afterwards the store
/// opens, is sound, and holds exactly what was acknowledged: at most the one transaction more that
/// the process had no time to acknowledge.
@Suite("Kill -9", .serialized)
struct KillTests {
  private static let seed: UInt64 = 20_261_121

  @Test("Whatever a process is killed in, its store is whole", arguments: FatalWork.allCases)
  func kills(_ work: FatalWork) async throws {
    let directory = try ScratchDirectory()
    var random = SeededGenerator(seed: Self.seed)
    var schedule = KillSchedule()
    var done = try work.prepare(in: directory)
    for round in 0..<work.kills {
      let begun = try work.begin(round, in: directory, after: done)
      let acknowledgements = directory.file("acknowledged-\(round)")
      try Data().write(to: acknowledgements)
      let delay = UInt32.random(in: 0..<schedule.reach, using: &random)
      let name = work.rawValue
      let path = begun.url.path
      let journal = acknowledgements.path
      let step = begun.step
      await #expect(processExitsWith: .signal(SIGKILL), "round \(round), \(delay) µs") {
        [
          name = name as String, path = path as String, journal = journal as String,
          step = step as Int, delay = delay as UInt32
        ] in
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        let work = try #require(FatalWork(rawValue: name))
        let journal = try FileHandle(forWritingTo: URL(fileURLWithPath: journal))
        // What is in the journal was handed to the operating system, which lives on.
        try work.perform(on: URL(fileURLWithPath: path), from: step) {
          try journal.write(contentsOf: Data([1]))
        }
        while true { sleep(1) }
      }
      let acknowledged = step + (try Data(contentsOf: acknowledgements)).count
      let comment: Comment = "round \(round), killed after \(delay) µs, seed \(Self.seed)"
      done = try work.check(begun.url, step: step, acknowledged: acknowledged, comment)
      schedule.note(begun: step, acknowledged: acknowledged, done: done, of: work.steps)
    }
    print("\(work.rawValue): \(schedule)")
    #expect(schedule.kills == work.kills)
    // The kills fell where something was going on.
    #expect(schedule.interrupted * 10 > work.kills)
  }
}

/// When to kill: so that about as many processes are killed early as late, however fast the machine
/// is.
private struct KillSchedule: CustomStringConvertible {
  /// Up to how many microseconds a process lives.
  private(set) var reach: UInt32 = 5000
  private(set) var kills = 0
  /// How many were killed before all was done.
  private(set) var interrupted = 0
  private var acknowledged = 0
  /// How many had committed, and not said so yet.
  private var silent = 0

  /// - Parameter steps: How many steps there are; nil if there is no end.
  mutating func note(begun: Int, acknowledged: Int, done: Int, of steps: Int?) {
    kills += 1
    self.acknowledged += acknowledged - begun
    if done > acknowledged { silent += 1 }
    let isLate: Bool
    if let steps {
      isLate = acknowledged - begun == steps
      if !isLate { interrupted += 1 }
    } else {
      isLate = acknowledged - begun > 5
      interrupted += acknowledged > begun ? 1 : 0
    }
    reach = min(500_000, max(500, isLate ? reach / 10 * 9 : reach / 10 * 11))
  }

  var description: String {
    """
    \(kills) kills, \(interrupted) of them in the middle; \(acknowledged) transactions were \
    acknowledged, and \(silent) committed at the last moment
    """
  }
}

/// What processes are killed in.
enum FatalWork: String, CaseIterable, CustomTestStringConvertible {
  /// Saves, batch deletions and erasures, one after the other, without an end.
  case save
  /// A migration by a plan with code.
  case migrate
  /// Saves, batch updates and deletions, and erasures of what lies beside the store.
  case external
  /// A migration whose code writes files beside the store, and after which others go.
  case migrateExternal

  private static let customers = 10

  var testDescription: String { rawValue }
  var kills: Int {
    switch self {
    case .save, .migrate, .external: 260
    case .migrateExternal: 120
    }
  }

  /// How many transactions a process does; nil if there is no end.
  var steps: Int? {
    switch self {
    case .save, .external: nil
    case .migrate, .migrateExternal: 1
    }
  }

  /// - Returns: How many steps are done before the first process.
  func prepare(in directory: ScratchDirectory) throws -> Int {
    let original = directory.file("original.store")
    switch self {
    case .save, .external: return 0
    case .migrate: try ShopStore.make(at: original, customers: Self.customers)
    case .migrateExternal: try CofferStore.make(at: original)
    }
    try RawDatabase.settle(original)
    return 0
  }

  /// The file that a process gets, and how many steps are done in it.
  func begin(_ round: Int, in directory: ScratchDirectory, after done: Int) throws -> (
    url: URL, step: Int
  ) {
    switch self {
    case .save, .external: return (directory.file("a.store"), done)
    case .migrate, .migrateExternal:
      let url = directory.file("\(round).store")
      try ExternalValues.copyStore(directory.file("original.store"), to: url)
      return (url, 0)
    }
  }

  /// Does the steps from this one on, and acknowledges each.
  func perform(on url: URL, from step: Int, acknowledge: () throws -> Void) throws {
    switch self {
    case .save, .external:
      let container = try self == .save ? Chronicle.container(url) : Attic.container(url)
      // So that some processes are killed while they write to the file itself.
      try container.coordinator.stores[0].write {
        try $0.run("PRAGMA wal_autocheckpoint = \(step % 3 == 0 ? 1 : 20)")
      }
      let context = ModelContext(container)
      for number in step... {
        if self == .save {
          try Chronicle.Step(number).perform(in: context)
        } else {
          try Attic.Step(number).perform(in: context)
        }
        try acknowledge()
      }
    case .migrate, .migrateExternal:
      let container = try self == .migrate ? ShopStore.migrate(url) : CofferStore.migrate(url)
      try acknowledge()
      withExtendedLifetime(container) {}
    }
  }

  /// Opens what a process has left.
  ///
  /// - Returns: How many steps are done: as many as were acknowledged, or one more.
  func check(_ url: URL, step: Int, acknowledged: Int, _ comment: Comment) throws -> Int {
    switch self {
    case .save:
      let container = try Chronicle.container(url)
      let database = try RawDatabase(url)
      try database.expectSoundness(comment)
      let lines = try Chronicle.lines(in: database)
      #expect(try Chronicle.lines(in: ModelContext(container)) == lines, comment)
      let isSilent = lines != Chronicle.lines(after: acknowledged)
      if isSilent { #expect(lines == Chronicle.lines(after: acknowledged + 1), comment) }
      return acknowledged + (isSilent ? 1 : 0)
    case .external:
      // What rows name is there before anybody has opened the store and swept.
      let isThere = FileManager.default.fileExists(atPath: url.path)
      let left = isThere ? try Attic.linesIfMade(at: url) : []
      let container = try Attic.container(url)
      try RawDatabase(url).expectSoundness(comment)
      let lines = try Attic.lines(at: url)
      #expect(left == lines, comment)
      #expect(try Attic.lines(in: ModelContext(container)) == lines, comment)
      try Attic.values(of: url).expectAgreement(comment)
      let isSilent = lines != Attic.lines(after: acknowledged)
      if isSilent { #expect(lines == Attic.lines(after: acknowledged + 1), comment) }
      return acknowledged + (isSilent ? 1 : 0)
    case .migrateExternal:
      let isMigrated = try CofferStore.isMigrated(url, comment)
      #expect(isMigrated || acknowledged == 0, comment)
      do {
        #expect(try CofferStore.migrate(url).migrationReports.isEmpty == isMigrated, comment)
      }
      #expect(try CofferStore.isMigrated(url, comment), comment)
      try CofferStore.expectAgreement(url, comment)
      return isMigrated ? 1 : 0
    case .migrate:
      let isMigrated = try isMigrated(url, comment)
      #expect(isMigrated || acknowledged == 0, comment)
      // Whoever opens it next makes good for it.
      do {
        #expect(try ShopStore.migrate(url).migrationReports.isEmpty == isMigrated, comment)
      }
      #expect(try self.isMigrated(url, comment), comment)
      return isMigrated ? 1 : 0
    }
  }

  /// Whether a shop is what the plan makes of it; if not, it must be what it was.
  private func isMigrated(_ url: URL, _ comment: Comment) throws -> Bool {
    let database = try RawDatabase(url)
    try database.expectSoundness(comment)
    if try ShopStore.version(of: database) == "4.0.0" {
      #expect(
        try ShopStore.lines(in: database) == ShopStore.migrated(customers: Self.customers), comment)
      return true
    }
    let original = url.deletingLastPathComponent().appendingPathComponent("original.store")
    #expect(try database.dump() == RawDatabase(original).dump(), comment)
    return false
  }
}
