import Foundation
import PerennialRecords
import RandomTesting
import Testing

@Suite("The JSON form of records")
struct RecordStateCodingTests {
  private typealias State = RecordState<RecordValue>
  private let first = Stamp.at(0x0193_B1F2_C4A0, by: 0x4BE2_A1B2_C3D4)
  private let second = Stamp.at(0x0193_B1F2_C4A1, by: 0x4BE2_A1B2_C3D4)

  // MARK: Examples

  @Test("The documented example: a field, and a deletion")
  func fields() throws {
    var state = State()
    state.write(.text("Pasta"), to: "title", over: .text("Noodles"), at: first)
    state.delete(at: second)
    let text =
      #"{"fields":{"title":["0193b1f2c4a00000-00004be2a1b2c3d4","Pasta","Noodles"]},"#
      + #""life":["0193b1f2c4a10000-00004be2a1b2c3d4",true]}"#
    #expect(try JSON.text(of: state) == text)
    #expect(try JSON.value(State.self, of: text) == state)
  }

  @Test("An upsert is a stamp. A version that does not know it keeps the later one")
  func upsert() throws {
    var state = State()
    state.upsert(at: first)
    let text = #"{"upsert":"0193b1f2c4a00000-00004be2a1b2c3d4"}"#
    #expect(try JSON.text(of: state) == text)
    #expect(try JSON.value(State.self, of: text) == state)
    let known: UnknownContent = .text("\(first)")
    #expect(known.joined(with: .text("\(second)")) == .text("\(second)"))
    state.upsert(at: second)
    #expect(state.upsert == second)
  }

  @Test("The documented example: an added link")
  func links() throws {
    var edits = LinkEdits()
    let target = RecordName("p.d82e89a5-9ee6-5001-ae31-9e40cb109445")
    edits.add(target, at: first)
    let text = #"{"p.d82e89a5-9ee6-5001-ae31-9e40cb109445":{"added":["\#(first)"]}}"#
    #expect(try JSON.text(of: edits) == text)
    #expect(try JSON.value(LinkEdits.self, of: text) == edits)
    edits.remove(target, at: second)
    let removed = text.dropLast(2) + #","removed":["\#(first)"],"withdrawn":"\#(second)"}}"#
    #expect(try JSON.text(of: edits) == removed)
    #expect(try JSON.value(LinkEdits.self, of: String(removed)) == edits)
  }

  @Test("The documented example: a catalog's content")
  func editions() throws {
    let edition = CatalogVersion<RecordValue>(
      version: 2, values: ["title": .text("Pasta")], formerValues: ["title": [.text("Noodles")]])
    let text = #"{"formerValues":{"title":["Noodles"]},"values":{"title":"Pasta"},"version":2}"#
    #expect(try JSON.text(of: edition) == text)
    #expect(try JSON.value(CatalogVersion<RecordValue>.self, of: text) == edition)
  }

  @Test("The documented example: a record of which nothing but its creation is known")
  func record() throws {
    let record = Record(
      .object(key: 0xB1_F2C4_A000_0001), type: "Tag", created: first)
    let text =
      #"{"created":"\#(first)","name":"o.00b1f2c4a0000001","state":{},"type":"Tag"}"#
    #expect(try JSON.text(of: record) == text)
    #expect(try JSON.value(Record.self, of: text) == record)
  }

  @Test("A copy without stamps, resets and a redirect")
  func otherMembers() throws {
    var state = State()
    let device = try #require(DeviceIdentifier(rawValue: 7))
    state.fold(
      UnstampedDuplicate(
        device: device, modified: 1000,
        version: .init(values: ["title": .null], links: ["tags": ["p.b", "p.a"].asNames])),
      named: RecordName("copy"))
    state.reset(at: first)
    state.reset("title", at: second)
    state.redirect(to: Redirect(version: 3, target: RecordName("p.a")))
    let text =
      #"{"copies":{"copy":{"device":7,"versions":{"1000":{"links":{"tags":["p.a","p.b"]},"#
      + #""values":{"title":null}}}}},"redirect":[3,"p.a"],"reset":"\#(first)","#
      + #""resets":{"title":"\#(second)"}}"#
    #expect(try JSON.text(of: state) == text)
    #expect(try JSON.value(State.self, of: text) == state)
  }

  @Test("A value of the catalog that was null is not the same as none")
  func nullBase() throws {
    var (unknown, null) = (State(), State())
    unknown.write(.integer(1), to: "a", over: nil, at: .at(1))
    null.write(.integer(1), to: "a", over: .null, at: .at(1))
    #expect(try JSON.copy(of: unknown) == unknown)
    #expect(try JSON.copy(of: null) == null)
    #expect(try JSON.copy(of: null) != unknown)
  }

  // MARK: Round trips

  @Test("Every random state is the same after a round trip", arguments: TestSeeds.some(3))
  func roundTrip(seed: UInt64) throws {
    var author = RecordAuthor(seed: seed)
    for number in 0..<500 {
      let state = author.state(changes: 20)
      #expect(try JSON.copy(of: state) == state, "seed \(seed), state \(number)")
      let text = try JSON.text(of: state)
      let again = try JSON.text(of: JSON.value(State.self, of: text))
      #expect(again == text, "seed \(seed), state \(number)")
    }
  }

  @Test("A join can be made before or after the round trip", arguments: TestSeeds.some(2))
  func joins(seed: UInt64) throws {
    var author = RecordAuthor(seed: seed)
    for number in 0..<200 {
      let (left, right) = (author.state(), author.state())
      let joined = try JSON.copy(of: left).joined(with: JSON.copy(of: right))
      #expect(joined == left.joined(with: right), "seed \(seed), states \(number)")
    }
  }

  @Test("The byte count is near the length of the JSON form", arguments: TestSeeds.some(2))
  func byteCount(seed: UInt64) throws {
    var author = RecordAuthor(seed: seed)
    for number in 0..<200 {
      let record = Record(author.name(), type: "Tag", created: .at(1), state: author.state())
      let length = try JSONEncoder().encode(record).count
      #expect(record.byteCount < 3 * length + 100, "seed \(seed), record \(number)")
      #expect(length < 3 * record.byteCount + 100, "seed \(seed), record \(number)")
    }
  }
}

extension [String] {
  fileprivate var asNames: Set<RecordName> { Set(map { RecordName($0) }) }
}
