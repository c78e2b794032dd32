import Foundation
import PerennialSimulator
import RandomTesting
import Testing

@Suite("Devices and a hub agree")
struct SimulationTests {
  /// The sums over many histories.
  private struct Tally: Sendable {
    var histories = 0
    var devices = 0
    var transactions = 0
    var lostMessages = 0
    var crashes = 0
    var rounds = 0
    var trace: UInt64 = 0
    /// The seeds of the histories that went wrong.
    var failures: [UInt64] = []

    mutating func add(_ outcome: Simulation.Outcome, seed: UInt64) {
      histories += 1
      devices += outcome.devices
      transactions += outcome.transactions
      lostMessages += outcome.lostMessages
      crashes += outcome.crashes
      rounds = max(rounds, outcome.rounds)
      trace &+= outcome.trace
      if outcome.violation != nil { failures.append(seed) }
    }
  }

  /// Runs the histories of seeds on a thread of their own. Other tests do not wait for them.
  private func run(_ seeds: [UInt64]) async -> Tally {
    await withCheckedContinuation { continuation in
      Thread {
        var tally = Tally()
        for seed in seeds { tally.add(Simulation.run(History(seed: seed)), seed: seed) }
        continuation.resume(returning: tally)
      }.start()
    }
  }

  /// The smallest history that goes wrong like that of a seed, as a story.
  private func story(of seed: UInt64) -> String {
    let smallest = History(seed: seed).shrunk { Simulation.run($0).violation != nil }
    let outcome = Simulation.run(smallest, tells: true)
    let story = outcome.story.map { "\n  " + $0 }.joined()
    return "Seed \(seed), in \(smallest.eventCount) events: \(outcome.violation ?? "")\(story)"
  }

  // `make test` also runs histories in optimised code, with `simulate-sync`.
  @Test("Histories end without a difference, a lost write or a resurrection, within 3 rounds")
  func histories() async {
    // `simulate-sync` has the seeds of part 0.
    let seeds = TestSeeds.some(TestAmount.checkedHistories.count, of: 1)
    let tally = await run(seeds)
    print(
      """
      \(tally.histories) histories · seeds from \(seeds[0]) · \(tally.devices) devices · \(tally.transactions) transactions \
      · \(tally.lostMessages) lost messages · \(tally.crashes) crashes · settled within \
      \(tally.rounds) rounds · \(tally.failures.count) violations
      """)
    if let first = tally.failures.min() {
      Issue.record("\(tally.failures.count) violations. \(story(of: first))")
    }
  }

  @Test(
    "Histories that have failed once end as they should",
    arguments: [
      5_093_121,  // The deletion of an object was undone. Another one has its key and was merged.
      5_095_959,  // A deleted object has a link to an object that gets another key.
      10_013_154,  // The hub has forgotten a linked object. Another one has its key.
      20_033_507,  // A restored hub forgets deletions while a device offers what the hub has lost.
      20_050_365,  // After a power cut, an object has the stamp of another one, which the hub has.
      20_060_385,  // A preset's value is written again before another one was sent.
      20_121_043,  // A deleted row comes back without what was counted in it.
      20_158_382,  // A renamed object had the name of one with a removed link.
      20_197_047,  // A deletion is undone after the answer to the insertion was lost.
      20_223_329,  // An object is deleted before it was sent. Another one has its key.
      20_248_843,  // A restored hub has given the key of a lost object to another one.
      20_258_477,  // A value that a decision has written is saved again by its first author.
      20_290_227,  // A label was merged into a deleted one, and elsewhere into a preset.
      20_660_536,  // An object with a count is merged into a deleted one. The deletion is undone.
      30_024_026,  // A reset of the presets of one entity leaves the changes of others.
      30_127_826,  // A power cut takes back that an object was sent. The hub loses it.
      30_382_101,  // An earlier value is written again. Its object is merged.
      30_635_813,  // An object is merged into one with an earlier value again.
      30_739_571,  // A forgotten object is created anew. A power cut takes back that it was sent.
      50_017_954,  // A preset is deleted and reset while a reference to it is sent.
      50_058_685,  // A device deletes an object after a change. Another one restores it.
      50_083_390,  // A count in a merged object is sent before its name is refused.
      50_217_094,  // A link is removed, its object deleted and restored, without an answer.
      50_218_178,  // A label is renamed before the answer to its insertion arrives.
      50_225_215,  // An object gets a new name that a further record of the page has.
      50_237_912,  // A restored preset has the catalog's values.
      51_029_355,  // A link is removed before its object is deleted and restored.
      51_091_389,  // Another device adds a link that a restored object does not have.
      51_092_892,  // An object was merged into one that is merged.
      51_099_578,  // An object that was not sent is deleted, and restored by a merged one.
      51_173_323,  // An object gets a new name and is deleted before it is sent.
      52_095_381,  // A catalog retires a restored preset before an answer arrives.
      53_130_823,  // A catalog inserts a preset that others have merged an object into.
      53_166_776,  // Another device deletes the target of an unsent reference.
      55_205_467,  // A reset covers an edit of a preset that its catalog retires.
      31_121_327,  // An object was merged twice, into one with the key of another object.
      20_638_637,  // The hub is restored while a device has no position to compare.
      1_795_947_826_625,  // A lost request is made again with an earlier stamp.
      1_795_947_830_335,  // The same, with a reference.
      1_796_000_007_355,  // An unanswered insertion arrives after its device has edited it again.
      1_796_000_007_755,  // A power cut takes back a write that has met another one.
      12_368,  // A record changes again before its device has read what its push has met.
      1_795_970_001_472,  // The hub loses what a push has met with its database.
      1_795_966_962_269,  // A device deletes an object before it has read what its edit met.
    ] as [UInt64])
  func formerFailures(seed: UInt64) {
    let history = History(seed: seed, hasUpserts: false, hasMerges: false)
    #expect(Simulation.run(history).violation == nil)
  }

  @Test(
    "So do those in which objects were inserted anew",
    arguments: [
      1_796_007_653_219,  // What a write met is read before the deletion of the object is sent.
      1_795_994_077_484,  // A push arrives again, after a later write of another device.
      1_798_000_001_314,  // A sent deletion meets an upsert, and a merge into the object.
      1_798_000_001_399,  // The values of an upsert are replaced before it is sent.
      1_801_000_007_404,  // A device without an answer reads again: deletions were forgotten.
      1_803_000_003_299,  // An object with an unanswered write is deleted, and merged.
      1_805_000_010_919,  // The same. An upsert of another device keeps the object.
      1_807_000_005_839,  // A deletion meets a page, after a push has met another write.
      1_806_500_085_165,  // An object that was sent before a power cut is deleted, and back.
      1_806_000_005_189,  // The same. The object is deleted before the request arrives.
      1_804_000_019_954,  // Another object has the key of a restored, forgotten one.
      1_804_000_023_649,  // Two users delete a new object. One has known it.
      1_796_035_772_934,  // A write and a deletion meet two writes before the device has read.
      1_796_035_782_444,  // So do two writes of a field.
      1_800_000_003_449,  // A restored hub has given away the name of a merged object's target.
      1_813_000_010_924,  // An unanswered write is replaced before the device reads again.
    ] as [UInt64])
  func formerFailuresOfUpserts(seed: UInt64) {
    #expect(Simulation.run(History(seed: seed, hasMerges: false)).violation == nil)
  }

  @Test("A seed has one history: two runs have the same trace")
  func determinism() async {
    let (first, second) = (await run(Array(0..<300)), await run(Array(0..<300)))
    #expect(first.trace == second.trace)
    #expect(first.transactions == second.transactions)
    #expect(first.trace != 0)
  }
}
