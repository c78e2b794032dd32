import PerennialRecords
import Testing

@Suite("A record that is merged into another one with its unique value")
struct FoldingTests {
  private typealias State = RecordState<RecordValue>

  private func at(_ milliseconds: Int64) -> Stamp {
    Stamp(
      time: HybridTime(milliseconds: milliseconds),
      device: DeviceIdentifier(rawValue: 1) ?? .random())
  }

  private func label(_ name: String, rank: Int64, at stamp: Stamp) -> State {
    var state = State()
    state.write(.text(name), to: "name", at: stamp)
    state.write(.integer(rank), to: "rank", at: stamp)
    return state
  }

  private func changes(of state: State, folding folded: State) -> State {
    state.changes(
      folding: folded, named: .object(key: 2), unique: ["name"], counters: ["count": 5],
      following: Redirects())
  }

  @Test("Its values are changes of the other; the unique value is not")
  func values() {
    let changes = changes(
      of: label("a", rank: 1, at: at(1)), folding: label("a", rank: 2, at: at(2)))
    #expect(changes.edits["rank"]?.value == .integer(2))
    #expect(changes.edits["name"] == nil)
  }

  @Test("A unique value that was edited since is a change")
  func rename() {
    var folded = label("a", rank: 2, at: at(2))
    folded.write(.text("b"), to: "name", over: .text("a"), at: at(3))
    let changes = changes(of: label("a", rank: 1, at: at(1)), folding: folded)
    #expect(changes.edits["name"]?.value == .text("b"))
  }

  @Test("A value of the catalog is no change of a preset")
  func defaults() {
    var preset = State()
    preset.offer(
      CatalogVersion(version: 1, values: ["name": .text("a"), "rank": .integer(2)]))
    let changes = changes(of: preset, folding: label("a", rank: 2, at: at(2)))
    #expect(changes.edits.isEmpty)
  }

  @Test("A deletion of the other from before does not apply to both")
  func deletion() {
    var other = label("a", rank: 1, at: at(1))
    let changes = changes(of: other, folding: label("a", rank: 2, at: at(3)))
    other.delete(at: at(2))
    #expect(RecordReading(other.joined(with: changes)).isDeleted == false)
    other.delete(at: at(4))
    #expect(RecordReading(other.joined(with: changes)).isDeleted)
    // The device of the later deletion may not have known of it.
    #expect(changes.upsert == at(3))
  }

  @Test("Folding again changes nothing")
  func again() {
    let (other, folded) = (label("a", rank: 1, at: at(1)), label("a", rank: 2, at: at(2)))
    let once = other.joined(with: changes(of: other, folding: folded))
    #expect(once.joined(with: changes(of: once, folding: folded)) == once)
  }

  @Test("What devices have counted in it is added under its name, and counts once")
  func counters() {
    let device = DeviceIdentifier(rawValue: 1) ?? .random()
    var folded = label("a", rank: 2, at: at(2))
    folded.write(.integer(5), to: "count", at: at(2))
    folded.count("count", .init(stamp: at(3), amount: 2), by: device)
    var other = label("a", rank: 1, at: at(1))
    other.write(.integer(5), to: "count", at: at(1))
    other.count("count", .init(stamp: at(4), amount: 10), by: device)
    for _ in 1...2 {
      other.join(changes(of: other, folding: folded))
      #expect(RecordReading(other).value(of: "count") == .integer(17))
    }
    folded.count("count", .init(stamp: at(5), amount: 3), by: device)
    other.join(changes(of: other, folding: folded))
    #expect(RecordReading(other).value(of: "count") == .integer(18))
  }

  @Test("The number of an object from before the first sync is added to the start")
  func earlierCount() {
    var folded = label("a", rank: 2, at: at(2))
    folded.write(.integer(9), to: "count", at: at(0))
    var other = label("a", rank: 1, at: at(1))
    other.write(.integer(5), to: "count", at: at(1))
    other.join(changes(of: other, folding: folded))
    #expect(RecordReading(other).value(of: "count") == .integer(9))
  }
}
