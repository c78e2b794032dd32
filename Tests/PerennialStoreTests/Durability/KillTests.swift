import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Perennial

/// A process is killed while it writes, at a random moment, again and again. Afterwards the store
/// opens, is sound, and holds exactly what was acknowledged: at most the one transaction more that
/// the process had no time to acknowledge.
@Suite("Kill -9", .serialized)
struct KillTests {
  private static let seed = TestSeeds.first

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
      let delay = UInt32.random(in: 0..<schedule.reach.microseconds, using: &random)
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
        // Bytes in the journal were handed to the operating system, which survives the process.
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
    let total = FatalWork.allCases.reduce(0) { $0 + $1.kills }
    print("\(work.rawValue): \(schedule). In all kinds of work there are \(total) kills")
    #expect(schedule.kills == work.kills)
    // The kills fell where something was going on.
    #expect(schedule.interrupted * 10 > work.kills)
  }
}

/// When to kill: so that about as many processes are killed early as late, however fast the machine
/// is.
private struct KillSchedule: CustomStringConvertible {
  private(set) var reach = KillReach(50_000, within: 500...500_000)
  private(set) var kills = 0
  /// The number of processes that were killed before all was done.
  private(set) var interrupted = 0
  private var acknowledged = 0
  /// The number of processes that had committed and not acknowledged it yet.
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
    reach.adjust(isLate: isLate)
  }

  var description: String {
    """
    \(kills) kills, \(interrupted) of them in the middle; \(acknowledged) transactions were \
    acknowledged, and \(silent) committed at the last moment
    """
  }
}
