import Foundation
import PerennialInspection
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// A process is killed while it imports: the store has everything that the document has, or nothing,
/// and is filled by the next import.
@Suite("Kill -9 in an import", .serialized)
struct ImportKillTests {
  private static let seed = TestSeeds.first
  private static let rounds = TestAmount.importKills.count

  @Test("All of the document is there, or nothing")
  func kills() async throws {
    let directory = try ScratchDirectory()
    let source = directory.file("source.store")
    let context = ModelContext(try Attic.container(source))
    for number in 0..<9 { try Attic.Step(number).perform(in: context) }
    let document = directory.file("source.json")
    try InspectedStore(source).export(to: document, as: .json)
    let expected = try Attic.lines(at: source)
    var random = SeededGenerator(seed: Self.seed)
    var reach = KillReach(20_000, within: 1000...2_000_000)
    var (whole, nothing) = (0, 0)
    for round in 0..<Self.rounds {
      let target = directory.file("\(round).store")
      // Half of them into a store that is there.
      if round % 2 == 0 { _ = try Attic.container(target) }
      let delay = UInt32.random(in: 0..<reach.microseconds, using: &random)
      let (from, to) = (document.path, target.path)
      await #expect(processExitsWith: .signal(SIGKILL), "round \(round), \(delay) µs") {
        [from = from as String, to = to as String, delay = delay as UInt32] in
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        let (document, store) = (URL(fileURLWithPath: from), URL(fileURLWithPath: to))
        _ = try StoreImport(of: document, as: .json, into: store).run()
        while true { sleep(1) }
      }
      let comment: Comment = "round \(round), killed after \(delay) µs, seed \(Self.seed)"
      let isThere = FileManager.default.fileExists(atPath: target.path)
      let isWhole = try isThere && Attic.linesIfMade(at: target) == expected
      reach.adjust(isLate: isWhole)
      if isWhole {
        whole += 1
      } else {
        nothing += 1
        if isThere { #expect(try Attic.linesIfMade(at: target).isEmpty, comment) }
        _ = try StoreImport(of: document, as: .json, into: target).run()
        #expect(try Attic.lines(at: target) == expected, comment)
      }
      try RawDatabase(target).expectSoundness(comment)
      #expect(try Attic.lines(in: ModelContext(Attic.container(target))) == expected, comment)
      try Attic.values(of: target).expectAgreement(comment)
    }
    print("Import: \(Self.rounds) kills, \(whole) after its commit, \(nothing) before")
    #expect(nothing > Self.rounds / 10)
    #expect(whole > 0)
  }
}
