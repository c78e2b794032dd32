import Perennial
import PerennialPresets
import Testing
import PerennialRecords

@Suite("What a reset puts out of effect")
struct ResetRuleTests {
  /// The ways in which one preset can be reset as a whole.
  enum Scope: CaseIterable {
    case record, entity, all

    /// Returns the values that the preset shows after a reset at a time.
    func reading(_ state: RecordState<Content>, at stamp: Stamp) -> RecordReading<Content> {
      var state = state
      var resets = Resets()
      switch self {
      case .record: state.reset(at: stamp)
      case .entity: resets.reset(entity: "Tag", at: stamp)
      case .all: resets.reset(at: stamp)
      }
      return RecordReading(state, sharedReset: resets.latest(for: "Tag"))
    }
  }

  private var edited: RecordState<Content> {
    var state = RecordState<Content>()
    state.offer(
      CatalogVersion(
        version: 1, values: ["title": .number(1), "rank": .number(1)],
        links: ["tags": [RecordName("a")]]))
    state.write(.number(7), to: "title", at: moment(10, on: 2))
    state.write(.number(8), to: "rank", at: moment(30, on: 2))
    state.link("tags", to: RecordName("b"), at: moment(10, on: 2))
    state.unlink("tags", from: RecordName("a"), at: moment(10, on: 2))
    return state
  }

  @Test("What is older goes, what is newer stays", arguments: Scope.allCases)
  func order(scope: Scope) {
    let reading = scope.reading(edited, at: moment(20))
    #expect(reading.value(of: "title") == .number(1))
    #expect(reading.value(of: "rank") == .number(8))
    #expect(reading.links(of: "tags") == [RecordName("a")])
    #expect(reading.standing == .edited(["rank"]))
    #expect(scope.reading(edited, at: moment(40)).standing == .pristine)
    #expect(scope.reading(edited, at: moment(5)).links(of: "tags") == [RecordName("b")])
  }

  @Test("At the same time the device decides, and what bears the very stamp goes")
  func sameTime() {
    #expect(Scope.record.reading(edited, at: moment(10, on: 1)).value(of: "title") == .number(7))
    #expect(Scope.record.reading(edited, at: moment(10, on: 2)).value(of: "title") == .number(1))
    #expect(Scope.record.reading(edited, at: moment(10, on: 3)).value(of: "title") == .number(1))
  }

  @Test("A reset deletion comes back, a later one stays", arguments: Scope.allCases)
  func deletions(scope: Scope) {
    var state = edited
    state.delete(at: moment(15, on: 2))
    #expect(RecordReading(state).standing == .deleted)
    #expect(!scope.reading(state, at: moment(20)).isDeleted)
    #expect(scope.reading(state, at: moment(12)).isDeleted)
  }

  @Test("After a reset new versions show again", arguments: Scope.allCases)
  func thaw(scope: Scope) {
    var state = edited
    state.offer(CatalogVersion(version: 2, values: ["title": .number(2), "rank": .number(2)]))
    let reading = scope.reading(state, at: moment(40))
    #expect(reading.value(of: "title") == .number(2))
    #expect(reading.value(of: "rank") == .number(2))
  }

  @Test("A field is reset alone, its links as well")
  func field() {
    var state = edited
    state.reset("rank", at: moment(40))
    #expect(RecordReading(state).standing == .edited(["title", "tags"]))
    state.reset("tags", at: moment(40))
    #expect(RecordReading(state).links(of: "tags") == [RecordName("a")])
    #expect(RecordReading(state).standing == .edited(["title"]))
  }

  @Test("Other entities keep what they have")
  func otherEntities() {
    var resets = Resets()
    resets.reset(entity: "Recipe", at: moment(40))
    #expect(resets.latest(for: "Tag") == nil)
    resets.reset(at: moment(20))
    #expect(resets.latest(for: "Tag") == moment(20))
    #expect(resets.latest(for: "Recipe") == moment(40))
    #expect(resets.latestStamp == moment(40))
  }

  @Test("What a person made is no preset, and is not reset", arguments: Scope.allCases)
  func userCreated(scope: Scope) {
    var state = RecordState<Content>()
    state.write(.number(7), to: "title", at: moment(10))
    let reading = scope.reading(state, at: moment(20))
    #expect(reading.value(of: "title") == .number(7))
    #expect(reading.standing == .userCreated)
    #expect(reading.discarded.isEmpty)
  }

  @Test("What was discarded is known, and can be kept", arguments: Scope.allCases)
  func discarded(scope: Scope) {
    var state = edited
    state.delete(at: moment(15, on: 2))
    let cell = FieldEdit<Content>(stamp: moment(10, on: 2), value: .number(7), base: .number(1))
    let life = DeletionState(stamp: moment(15, on: 2), isDeleted: true)
    let reading = scope.reading(state, at: moment(20))
    #expect(reading.discarded == [.value(field: "title", cell), .deletion(life)])
    #expect(RecordReading(state).discarded.isEmpty)

    state.write(cell.value, to: "title", at: moment(21))
    #expect(scope.reading(state, at: moment(20)).value(of: "title") == .number(7))
  }

  @Test("What was discarded long ago is forgotten, and what is in effect is not")
  func forgetting() {
    var state = edited
    state.reset(at: moment(20))
    state.forgetDiscarded(upTo: moment(19).time, shared: nil)
    #expect(RecordReading(state).discarded.count == 1)
    state.forgetDiscarded(upTo: moment(20).time, shared: nil)
    #expect(RecordReading(state).discarded.isEmpty)
    #expect(RecordReading(state).value(of: "rank") == .number(8))
  }
}
