import PerennialRecords
import RandomTesting
import Testing

@Suite("References of records")
struct RecordReferenceTests {
  private typealias State = RecordState<RecordValue>
  private let a = RecordName.object(key: 1)
  private let b = RecordName.object(key: 2)

  private var state: State {
    var state = State()
    state.write(.reference(a), to: "parent", at: .at(1))
    state.write(.reference(b), to: "friend", at: .at(1))
    state.write(.text(a.rawValue), to: "title", at: .at(1))
    state.link("tags", to: a, at: .at(1))
    state.link("tags", to: b, at: .at(1))
    state.unlink("others", from: a, at: .at(2))
    return state
  }

  @Test("A state references the targets of its values and of its links, removed ones too")
  func references() {
    var (byValue, byLink, byRemoval, byText) = (State(), State(), State(), State())
    byValue.write(.reference(a), to: "parent", at: .at(1))
    byLink.link("tags", to: a, at: .at(1))
    byRemoval.unlink("tags", from: a, at: .at(1))
    byText.write(.text(a.rawValue), to: "title", at: .at(1))
    for state in [byValue, byLink, byRemoval] {
      #expect(state.references([a]))
      #expect(state.references([b, a]))
      #expect(!state.references([b]))
      #expect(!state.references([]))
    }
    #expect(!byText.references([a]))
  }

  @Test("References to certain records can be removed; all else stays")
  func removal() {
    var rest = state
    let removed = rest.removeReferences { $0 == a }
    #expect(removed.fields == ["parent"])
    #expect(removed.links.map(\.field).sorted() == ["others", "tags"])
    #expect(removed.links.allSatisfy { $0.target == a })
    var expected = State()
    expected.write(.reference(b), to: "friend", at: .at(1))
    expected.write(.text(a.rawValue), to: "title", at: .at(1))
    expected.link("tags", to: b, at: .at(1))
    #expect(rest == expected)
    #expect(!rest.references([a]))
  }

  @Test("What was counted in a merged record is a reference to that one")
  func counts() {
    let counted = { (amount: Int64) in CounterTotals.Total(stamp: .at(1), amount: amount) }
    var (merged, own) = (State(), State())
    merged.count("count", counted(3), by: Stamp.at(1).device)
    own.count("count", counted(4), by: Stamp.at(1).device)
    let changes = own.changes(
      folding: merged, named: a, unique: [], counters: ["count": 0], following: Redirects())
    var state = own.joined(with: changes)
    #expect(state.references([a]) && !state.references([b]))
    #expect(!own.references([a]))
    #expect(state.removeReferences { $0 == a }.others)
    #expect(state == own)
    #expect(!state.removeReferences { $0 == a }.others)
  }

  @Test("Nothing is removed if no reference meets the condition")
  func nothing() {
    var rest = state
    let removed = rest.removeReferences { _ in false }
    #expect(removed.fields.isEmpty && removed.links.isEmpty && !removed.others)
    #expect(rest == state)
  }

  @Test("What remains and what was removed are the whole", arguments: TestSeeds.some(40))
  func join(seed: UInt64) {
    var author = RecordAuthor(seed: seed)
    for _ in 0..<20 {
      let whole = author.state()
      let name = author.name()
      var rest = whole
      let removed = rest.removeReferences { $0 == name }
      #expect(!rest.references([name]), "seed \(seed)")
      #expect(rest.joined(with: whole) == whole, "seed \(seed)")
      let isNothing = removed.fields.isEmpty && removed.links.isEmpty && !removed.others
      #expect((rest == whole) == isNothing, "seed \(seed)")
    }
  }

  @Test("A target is found without the set of all", arguments: TestSeeds.some(20))
  func target(seed: UInt64) {
    var author = RecordAuthor(seed: seed)
    for _ in 0..<20 {
      let (state, name) = (author.state(), author.name())
      #expect(state.hasTarget { $0 == name } == state.targets.contains(name), "seed \(seed)")
    }
  }

  @Test("A record gets another name in the references of one device, and in no others")
  func rename() throws {
    let own = try #require(DeviceIdentifier(rawValue: 1))
    let other = try #require(DeviceIdentifier(rawValue: 2))
    let new = RecordName.object(key: 99)
    func state(_ target: RecordName, by device: DeviceIdentifier) -> State {
      let stamp = Stamp(time: HybridTime(milliseconds: 5), device: device)
      var state = State()
      state.write(.reference(target), to: "parent", over: .null, at: stamp)
      state.write(.text(a.rawValue), to: "title", at: stamp)
      state.link("tags", to: target, at: stamp)
      state.unlink("others", from: target, at: stamp)
      state.link("tags", to: b, at: stamp)
      return state
    }
    var renamed = state(a, by: own)
    renamed.renameReferences(from: a, to: new, writtenBy: own)
    #expect(renamed == state(new, by: own))
    var kept = state(a, by: other)
    kept.renameReferences(from: a, to: new, writtenBy: own)
    #expect(kept == state(a, by: other))
  }

  @Test("A merged record gets another name in the counters of one device")
  func renameCounts() throws {
    let own = try #require(DeviceIdentifier(rawValue: 1))
    let other = try #require(DeviceIdentifier(rawValue: 2))
    let new = RecordName.object(key: 99)
    func folded(_ devices: [DeviceIdentifier], named name: RecordName) -> State {
      var source = State()
      for device in devices {
        let stamp = Stamp(time: HybridTime(milliseconds: 5), device: device)
        source.count("stars", CounterTotals.Total(stamp: stamp, amount: 1), by: device)
      }
      return State().changes(
        folding: source, named: name, unique: [], counters: ["stars": 0], following: Redirects())
    }
    var renamed = folded([own, other], named: a)
    renamed.renameReferences(from: a, to: new, writtenBy: own)
    #expect(renamed == folded([own, other], named: a))
    renamed.renameCounts(in: a, new, writtenBy: own)
    #expect(renamed == folded([own], named: new).joined(with: folded([other], named: a)))
    #expect(RecordReading(renamed).value(of: "stars") == .integer(2))
  }
}
