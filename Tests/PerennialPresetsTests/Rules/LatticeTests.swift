import Perennial
import PerennialPresets
import RandomTesting
import Testing
import PerennialRecords

@Suite("States of records are a lattice")
struct LatticeTests {
  private static let seeds = TestSeeds.some(400)

  @Test("Joining is commutative, associative and idempotent")
  func laws() {
    for seed in Self.seeds {
      var author = StateAuthor(seed: seed)
      let (a, b, c) = (author.state(), author.state(), author.state())
      #expect(a.joined(with: a) == a, "seed \(seed)")
      #expect(a.joined(with: b) == b.joined(with: a), "seed \(seed)")
      #expect(
        a.joined(with: b).joined(with: c) == a.joined(with: b.joined(with: c)), "seed \(seed)")
      #expect(a.joined(with: b).joined(with: b) == a.joined(with: b), "seed \(seed)")
      #expect(a.joined(with: RecordState()) == a && RecordState().joined(with: a) == a)
    }
  }

  @Test("So is joining resets, and redirects")
  func smallerLaws() {
    for seed in Self.seeds {
      var author = StateAuthor(seed: seed)
      let (a, b, c) = (author.resets(), author.resets(), author.resets())
      #expect(a.joined(with: b) == b.joined(with: a), "seed \(seed)")
      #expect(a.joined(with: b).joined(with: c) == a.joined(with: b.joined(with: c)))
      #expect(a.joined(with: a) == a)
      let (x, y, z) = (author.redirects(), author.redirects(), author.redirects())
      #expect(x.joined(with: y) == y.joined(with: x), "seed \(seed)")
      #expect(x.joined(with: y).joined(with: z) == x.joined(with: y.joined(with: z)))
      #expect(x.joined(with: x) == x)
    }
  }

  @Test("Whatever happens to a state, it only grows")
  func monotony() {
    for seed in Self.seeds {
      var author = StateAuthor(seed: seed)
      let before = author.state()
      for _ in 0..<10 {
        var after = before
        let event = author.change(&after)
        #expect(before.joined(with: after) == after, "seed \(seed), \(event)")
      }
    }
  }

  @Test("The order of events makes no difference: each is a small state, and they are joined")
  func events() {
    for seed in Self.seeds {
      var author = StateAuthor(seed: seed)
      var pieces: [RecordState<Content>] = []
      var whole = RecordState<Content>()
      for _ in 0..<12 {
        var piece = RecordState<Content>()
        _ = author.change(&piece)
        pieces.append(piece)
        whole.join(piece)
      }
      let shuffled = pieces.shuffled(using: &author.generator)
      let again = shuffled.reduce(into: whole) { $0.join($1) }
      #expect(shuffled.reduce(into: RecordState()) { $0.join($1) } == whole, "seed \(seed)")
      #expect(again == whole, "seed \(seed)")
    }
  }

  @Test("To forget what resets have discarded changes nothing that shows, nor does being reminded")
  func forgetting() {
    for seed in Self.seeds {
      var author = StateAuthor(seed: seed)
      let state = author.state()
      let shared = author.resets().latest(for: "Tag")
      var forgetful = state
      forgetful.forgetDiscarded(upTo: author.stamp().time, shared: shared)
      for other in [forgetful, forgetful.joined(with: state)] {
        let before = RecordReading(state, sharedReset: shared)
        let after = RecordReading(other, sharedReset: shared)
        #expect(before.fields.isSuperset(of: after.fields))
        for field in before.fields {
          #expect(before.value(of: field) == after.value(of: field), "seed \(seed)")
        }
        #expect(before.standing == after.standing, "seed \(seed)")
        #expect(before.links(of: "tags") == after.links(of: "tags"), "seed \(seed)")
      }
      let twice = RecordReading(forgetful, sharedReset: shared).discarded
      #expect(twice.isSubset(of: RecordReading(state, sharedReset: shared).discarded))
    }
  }

  @Test("A circle of redirects ends where the latest version leads, from wherever one comes")
  func circles() {
    let names = ["a", "b", "c", "d"].map { RecordName($0) }
    for seed in Self.seeds {
      var author = StateAuthor(seed: seed)
      let redirects = author.redirects()
      for name in names {
        let destination = redirects.destination(of: name)
        #expect(redirects.destination(of: destination) == destination, "seed \(seed), \(name)")
      }
    }
    var thereAndBack = Redirects()
    thereAndBack.add(Redirect(version: 2, target: names[1]), for: names[0])
    thereAndBack.add(Redirect(version: 3, target: names[0]), for: names[1])
    #expect(thereAndBack.destination(of: names[0]) == names[0])
    #expect(thereAndBack.destination(of: names[1]) == names[0])
  }
}
