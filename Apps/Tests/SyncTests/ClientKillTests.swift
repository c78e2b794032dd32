import Foundation
import RandomTesting
import SwiftData
import SyncTesting
import Testing

#if os(Linux) || os(macOS)
/// A process with a synced container is killed at random moments, while it saves and exchanges changes with a
/// hub. What its user has saved is neither lost nor sent twice.
@Suite("Kill -9 of a device", .serialized)
struct ClientKillTests {
  /// The number of kills, and of cuts.
  private static let rounds = TestAmount.clientKills.count

  @Test("All that a killed process has saved arrives on the other device, each change once")
  func kills() async throws {
    try await withHub { hub in
      let devices = try await FatalDevices(hub)
      var (done, interrupted) = (0, 0)
      for round in 0..<Self.rounds {
        if round % 10 == 9 { try await devices.restartHub() }
        try devices.tablet.save { $0.insert(Note("tablet \(round)")) }
        let saved = try await devices.killPhone(from: done, deletes: true)
        let steps = try await devices.phoneSteps()
        #expect(steps == done + saved || steps == done + saved + 1, "round \(round)")
        if saved > 0 { interrupted += 1 }
        done = steps
      }
      let own = (0..<Self.rounds).map { "tablet \($0) " }
      let expected = (Diary.lines(after: done) + own).sorted()
      #expect(try await devices.agree { $0 == expected })
      print("\(Self.rounds) kills, \(interrupted) while saves went on; \(done) saves arrived")
      #expect(interrupted * 2 > Self.rounds)
    }
  }

  @Test("A power cut takes saves back. All that the hub has stays, and each change is there once")
  func cuts() async throws {
    try await withHub { hub in
      let devices = try await FatalDevices(hub)
      var seen: Set<String> = []
      var (attempts, cuts, pages, next) = (0, 0, 0, 0)
      while cuts < Self.rounds, attempts < Self.rounds * 5 {
        attempts += 1
        let before = try devices.phoneFileState
        next += try await devices.killPhone(from: next, deletes: false) + 1
        seen.formUnion(try devices.tablet.notes().map(\.title))
        // A checkpoint makes pages durable before it copies them. Only later pages in the log can be lost.
        guard try devices.phoneFileState == before else { continue }
        pages += try await devices.dropUnsyncedPages()
        cuts += 1
      }
      #expect(
        try await devices.agree { lines in
          let titles = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
          return Set(titles).count == titles.count && seen.isSubset(of: titles)
        })
      print(
        "\(cuts) power cuts took back \(pages) pages; the hub had \(seen.count) notes meanwhile")
      #expect(cuts == Self.rounds && pages > cuts)
    }
  }
}
#endif
