import PerennialRecords
import Testing

@testable import PerennialReplication

@Suite("Conflicts between unsent changes and those of another device")
struct RecordConflictTests {
  private typealias State = RecordState<RecordValue>
  private let name = RecordName.object(key: 1)
  private let theirDevice = DeviceIdentifier(rawValue: 2) ?? .random()

  private func theirs(_ milliseconds: Int64) -> Stamp {
    Stamp(time: HybridTime(milliseconds: milliseconds), device: theirDevice)
  }

  /// A record with a title, which both devices know.
  private var base: State {
    var state = State()
    state.write(.text("a"), to: "title", at: .at(1))
    return state
  }

  private func change(_ change: (inout State) -> Void) -> State {
    var state = State()
    change(&state)
    return state
  }

  private func conflicts(
    _ mine: State, _ other: State, sent: Set<String> = []
  ) -> [RecordConflict.Kind] {
    let record = Record(name, type: "Note", created: .at(1), state: base.joined(with: other))
    return RecordConflict.between(
      mine, and: record, base: base, ownFields: sent, device: Stamp.at(1).device
    ).map(\.kind)
  }

  @Test("Two writes of one field: the value that both have replaced, and both writes")
  func field() {
    let mine = change { $0.write(.text("b"), to: "title", at: .at(2)) }
    let other = change { $0.write(.text("c"), to: "title", at: theirs(3)) }
    let expected = RecordConflict.Kind.field(
      "title", base: .text("a"), mine: .init(value: .text("b"), stamp: .at(2)),
      theirs: .init(value: .text("c"), stamp: theirs(3)))
    #expect(conflicts(mine, other) == [expected])
  }

  @Test("An earlier write of another device is a conflict too, if it was not known")
  func earlier() {
    let mine = change { $0.write(.text("b"), to: "title", at: .at(9)) }
    let other = change { $0.write(.text("c"), to: "title", at: theirs(3)) }
    #expect(conflicts(mine, other).count == 1)
  }

  @Test("The same value, different fields, and changes that were known are no conflicts")
  func none() {
    let mine = change { $0.write(.text("b"), to: "title", at: .at(2)) }
    #expect(conflicts(mine, change { $0.write(.text("b"), to: "title", at: theirs(3)) }).isEmpty)
    #expect(conflicts(mine, change { $0.write(.text("c"), to: "text", at: theirs(3)) }).isEmpty)
    #expect(conflicts(mine, State()).isEmpty)
    #expect(conflicts(mine, mine).isEmpty)
  }

  @Test(
    "One whole number in both kinds is the same value: the apps give the property different types",
    arguments: [(5.0, 0), (5.5, 1)])
  func numbers(theirNumber: Double, count: Int) {
    let mine = change { $0.write(.integer(5), to: "rank", at: .at(2)) }
    let other = change { $0.write(.real(theirNumber), to: "rank", at: theirs(3)) }
    #expect(conflicts(mine, other).count == count)
  }

  @Test("An own value that the device has replaced since it was sent is no conflict")
  func own() {
    let mine = change { $0.write(.text("c"), to: "title", at: .at(3)) }
    let former = change { $0.write(.text("b"), to: "title", at: .at(2)) }
    #expect(conflicts(mine, former, sent: ["title"]).isEmpty)
    // A power cut has taken the value back, and the user did not know it.
    #expect(conflicts(mine, former).count == 1)
    let other = change { $0.write(.text("b"), to: "title", at: theirs(2)) }
    #expect(conflicts(mine, other, sent: ["title"]).count == 1)
  }

  @Test("A change of a record that another device has deleted")
  func deletedByOther() {
    let mine = change { $0.write(.text("b"), to: "title", at: .at(4)) }
    let other = change { $0.delete(at: theirs(3)) }
    #expect(
      conflicts(mine, other)
        == [.deletedByOther(mine: ["title": .text("b")], theirs: theirs(3))])
    #expect(conflicts(State(), other).isEmpty)
  }

  @Test("A deletion of a record that another device has changed")
  func deletedHere() {
    let mine = change { $0.delete(at: .at(4)) }
    let other = change { $0.write(.text("c"), to: "title", at: theirs(3)) }
    #expect(
      conflicts(mine, other) == [.deletedHere(mine: .at(4), theirs: ["title": .text("c")])])
    #expect(conflicts(mine, State()).isEmpty)
  }
}
