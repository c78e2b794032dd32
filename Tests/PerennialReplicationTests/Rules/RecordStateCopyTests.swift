import PerennialRecords
import Testing

@Suite("Copies of states")
struct RecordStateCopyTests {
  private typealias State = RecordState<RecordValue>

  private let early = Stamp(time: HybridTime(milliseconds: 1), device: .none)
  private let late = Stamp(time: HybridTime(milliseconds: 2), device: .none)

  @Test("A state stays as it is when a copy of it changes")
  func separation() {
    var state = State()
    state.write(.integer(1), to: "title", at: early)
    let former = state
    state.write(.integer(2), to: "title", at: late)
    state.delete(at: late)
    #expect(former.edits["title"]?.value == .integer(1))
    #expect(former.deletion == nil)
    #expect(state.edits["title"]?.value == .integer(2))
    #expect(state != former)
  }

  @Test("The join with an empty state changes nothing, and an empty state takes the other one")
  func emptiness() {
    var state = State()
    state.write(.integer(1), to: "title", at: early)
    state.reset("rank", at: late)
    #expect(state.joined(with: State()) == state)
    #expect(State().joined(with: state) == state)
    var joined = State().joined(with: state)
    joined.delete(at: late)
    #expect(state.deletion == nil)
  }

  @Test("A state from which all was removed equals an empty one")
  func removal() {
    var state = State()
    state.write(.reference(.manifest), to: "tag", at: early)
    _ = state.removeReferences { _ in true }
    #expect(state == State())
    #expect(State() == state)
  }
}
