import PerennialRecords
import Testing

@Suite("Counters of records")
struct CounterTotalsTests {
  private typealias State = RecordState<RecordValue>
  private let a = DeviceIdentifier(rawValue: 1) ?? .random()
  private let b = DeviceIdentifier(rawValue: 2) ?? .random()

  private func total(
    _ amount: Int64, at milliseconds: Int64, after reset: Stamp? = nil
  ) -> CounterTotals.Total {
    CounterTotals.Total(stamp: .at(milliseconds), amount: amount, reset: reset)
  }

  private func counted(_ totals: (DeviceIdentifier, CounterTotals.Total)...) -> State {
    var state = State()
    for (device, total) in totals { state.count("stars", total, by: device) }
    return state
  }

  private func value(_ state: State, sharedReset: Stamp? = nil) -> RecordValue? {
    RecordReading(state, sharedReset: sharedReset).value(of: "stars")
  }

  @Test("A counter shows its start and the totals of all devices")
  func sum() {
    var state = counted((a, total(1, at: 1))).joined(with: counted((b, total(1, at: 2))))
    #expect(value(state) == .integer(2))
    state.write(.integer(10), to: "stars", at: .at(3))
    #expect(value(state) == .integer(12))
    #expect(state.latestStamp == .at(3))
  }

  @Test("Of two totals of one device, the later is the whole one, also if it is less")
  func later() {
    let (early, late) = (counted((a, total(7, at: 1))), counted((a, total(3, at: 2))))
    for joined in [early.joined(with: late), late.joined(with: early)] {
      #expect(value(joined) == .integer(3))
      #expect(joined.joined(with: early) == joined)
    }
  }

  @Test("Of two totals with one stamp, the greater stays")
  func clones() {
    let (left, right) = (counted((a, total(7, at: 1))), counted((a, total(3, at: 1))))
    #expect(left.joined(with: right) == right.joined(with: left))
    #expect(value(left.joined(with: right)) == .integer(7))
  }

  @Test("A sum that 64 bits cannot hold is truncated, and does not end the program")
  func overflow() {
    let state = counted((a, total(.max, at: 1)), (b, total(2, at: 1)))
    #expect(value(state) == .integer(.min + 1))
  }

  @Test("A reset of a preset discards what was counted without knowledge of it")
  func reset() {
    var state = counted((a, total(4, at: 5)), (b, total(2, at: 9, after: .at(7))))
    state.offer(CatalogVersion(version: 1, values: ["stars": .integer(10)]))
    #expect(value(state) == .integer(16))
    #expect(value(state, sharedReset: .at(7)) == .integer(12))
    state.reset("stars", at: .at(8))
    #expect(value(state) == .integer(10))
    #expect(RecordReading(state).standing == .pristine)
  }

  @Test("A counter without a value in the catalog is not reset")
  func leftToUser() {
    var state = counted((a, total(4, at: 5)))
    state.offer(CatalogVersion(version: 1, values: [:]))
    state.reset(at: .at(9))
    #expect(value(state) == .integer(4))
    #expect(RecordReading(state).standing == .edited(["stars"]))
  }

  @Test("A start that is not a number does not count")
  func text() {
    var state = counted((a, total(4, at: 5)))
    state.write(.text("many"), to: "stars", at: .at(1))
    #expect(value(state) == .text("many"))
  }

  // MARK: JSON

  @Test("The documented example")
  func example() throws {
    let text =
      #"{"counters":{"stars":{"00004be2a1b2c3d4":["0193b1f2c4a00000-00004be2a1b2c3d4",3],"#
      + #""00004be2a1b2c3d4/o.00b1f2c4a0000001":["0193b1f2c4a10000-00004be2a1b2c3d4",1,"#
      + #""0193b1f2c4a00000-00004be2a1b2c3d4"]}}}"#
    let state = try JSON.value(State.self, of: text)
    #expect(try JSON.text(of: state) == text)
    #expect(state.counters["stars"]?.totals.count == 2)
    #expect(value(state) == .integer(4))
  }

  @Test(
    "Other forms are refused",
    arguments: [
      #"{"4be2":["0193b1f2c4a00000-00004be2a1b2c3d4",3]}"#,
      #"{"00004be2a1b2c3d4":["0193b1f2c4a00000-00004be2a1b2c3d4",0.5]}"#,
      #"{"00004be2a1b2c3d4":["0193b1f2c4a00000-00004be2a1b2c3d4"]}"#,
      #"{"ffffffffffffffff":["0193b1f2c4a00000-00004be2a1b2c3d4",1]}"#,
      #"{"00004be2a1b2c3d4/":["0193b1f2c4a00000-00004be2a1b2c3d4",1]}"#,
    ])
  func refused(_ counter: String) {
    #expect(throws: DecodingError.self) {
      try JSON.value(State.self, of: #"{"counters":{"stars":\#(counter)}}"#)
    }
  }

  @Test("A version of the library that does not know counters merges them in the same way")
  func unknown() throws {
    struct Content: Codable { let counters: UnknownContent }
    let states = [
      counted((a, total(7, at: 1)), (b, total(1, at: 1))), counted((a, total(3, at: 2))),
      counted((a, total(9, at: 2)), (b, total(5, at: 1, after: .at(1)))),
      counted((b, total(5, at: 1, after: .at(3)))),
    ]
    for left in states {
      for right in states {
        var unknown = try JSON.value(Content.self, of: JSON.text(of: left)).counters
        unknown.join(try JSON.value(Content.self, of: JSON.text(of: right)).counters)
        let joined = try JSON.text(of: Content(counters: unknown))
        #expect(try JSON.value(State.self, of: joined) == left.joined(with: right))
      }
    }
  }
}
