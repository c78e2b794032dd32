import PerennialRecords
import Testing

@Suite("Order keys of links")
struct LinkOrderTests {
  private typealias State = RecordState<RecordValue>
  private let target = RecordName.object(key: 1)

  private func moved(
    _ key: Int64? = nil, inverse: Int64? = nil, at milliseconds: Int64, by device: Int64 = 1
  ) -> State {
    var state = State()
    state.order(
      "tags", to: target, by: LinkOrder(key: key, inverseKey: inverse),
      at: .at(milliseconds, by: device))
    return state
  }

  private func order(_ state: State, following redirects: Redirects = Redirects()) -> LinkOrder? {
    let reading = RecordReading(state, redirects: redirects)
    return reading.orderKeys(of: "tags")[redirects.destination(of: target)]
  }

  @Test("The later order key stays, also if it is less, and each end has its own")
  func later() {
    let (early, late) = (moved(9, inverse: 4, at: 1), moved(2, at: 2))
    for joined in [early.joined(with: late), late.joined(with: early)] {
      #expect(order(joined) == LinkOrder(key: 2, inverseKey: 4))
      #expect(joined.joined(with: early) == joined)
      #expect(joined.latestStamp == .at(2))
    }
  }

  @Test("Of two order keys with one stamp, the greater stays")
  func clones() {
    let (left, right) = (moved(9, at: 1), moved(2, at: 1))
    #expect(left.joined(with: right) == right.joined(with: left))
    #expect(order(left.joined(with: right))?.key == 9)
  }

  @Test("An order key adds no link, and keeps none")
  func links() {
    var state = moved(9, at: 5)
    #expect(RecordReading(state).links(of: "tags").isEmpty)
    state.link("tags", to: target, at: .at(1))
    #expect(RecordReading(state).links(of: "tags") == [target])
    state.unlink("tags", from: target, at: .at(2))
    #expect(RecordReading(state).links(of: "tags").isEmpty)
  }

  @Test("Order keys that are not known change nothing")
  func unknown() {
    #expect(moved(at: 1) == State())
    #expect(
      LinkOrder(key: 1, inverseKey: 2).updated(by: LinkOrder(inverseKey: 3))
        == LinkOrder(key: 1, inverseKey: 3))
    #expect(
      LinkOrder(key: 1, inverseKey: 2).differing(from: LinkOrder(key: 1))
        == LinkOrder(inverseKey: 2))
  }

  @Test("A link to a merged record has the later of the order keys")
  func redirect() {
    let other = RecordName.object(key: 2)
    var state = moved(3, at: 1)
    state.order("tags", to: other, by: LinkOrder(key: 7), at: .at(2))
    var redirects = Redirects()
    redirects.add(Redirect(target: other), for: target)
    #expect(order(state, following: redirects)?.key == 7)
  }

  @Test("Order keys of a device follow an object that gets another key")
  func rename() {
    var state = moved(3, at: 1, by: 1)
    state.renameReferences(
      from: target, to: .object(key: 9), writtenBy: DeviceIdentifier(rawValue: 2) ?? .none)
    #expect(order(state)?.key == 3)
    state.renameReferences(
      from: target, to: .object(key: 9), writtenBy: DeviceIdentifier(rawValue: 1) ?? .none)
    #expect(RecordReading(state).orderKeys(of: "tags") == [.object(key: 9): LinkOrder(key: 3)])
  }

  // MARK: JSON

  @Test("The documented form")
  func example() throws {
    let stamp = "0193b1f2c4a00000-00004be2a1b2c3d4"
    let text =
      #"{"links":{"tags":{"o.0000000000000001":{"inverseOrder":["\#(stamp)",-2],"#
      + #""order":["\#(stamp)",7]}}}}"#
    let state = try JSON.value(State.self, of: text)
    #expect(try JSON.text(of: state) == text)
    #expect(order(state) == LinkOrder(key: 7, inverseKey: -2))
  }

  @Test(
    "Other forms are refused",
    arguments: [
      #"["x",1]"#, #"["0193b1f2c4a00000-00004be2a1b2c3d4"]"#,
      #"["0193b1f2c4a00000-00004be2a1b2c3d4","1"]"#, "7",
      #"["0193b1f2c4a00000-00004be2a1b2c3d4",9223372036854775808]"#,
    ])
  func refused(_ order: String) {
    #expect(throws: DecodingError.self) {
      try JSON.value(
        State.self, of: #"{"links":{"tags":{"o.0000000000000001":{"order":\#(order)}}}}"#)
    }
  }
}
