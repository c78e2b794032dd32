import Foundation
import PerennialRecords
import RandomTesting
import Testing

/// A hub decodes input of any origin: bad input is an error, and never the end of the process.
@Suite("Records that cannot be read")
struct RecordInputTests {
  private typealias State = RecordState<RecordValue>

  @Test(
    "A state of another form is an error",
    arguments: [
      "null", "[]", "1", #""a""#, #"{"fields": []}"#, #"{"fields": {"a": []}}"#,
      #"{"fields": {"a": {}}}"#, #"{"fields": {"a": ["STAMP"]}}"#, #"{"fields": {"a": [1, 2]}}"#,
      #"{"fields": {"a": [null, 2]}}"#, #"{"fields": {"a": ["STAMP", [1]]}}"#,
      #"{"fields": {"a": ["STAMP", 1, true]}}"#, #"{"fields": {"a": "STAMP"}}"#,
      #"{"life": []}"#, #"{"life": ["STAMP"]}"#, #"{"life": ["STAMP", 1]}"#,
      #"{"life": ["STAMP", null]}"#, #"{"life": true}"#, #"{"reset": 1}"#, #"{"reset": ""}"#,
      #"{"resets": {"a": []}}"#, #"{"resets": ["STAMP"]}"#, #"{"redirect": []}"#,
      #"{"redirect": [1]}"#, #"{"redirect": ["1", "a"]}"#,
      #"{"redirect": [9223372036854775808, "a"]}"#, #"{"links": {"a": []}}"#,
      #"{"links": {"a": {"b": []}}}"#, #"{"links": {"a": {"b": {"added": {}}}}}"#,
      #"{"links": {"a": {"b": {"added": ["a"]}}}}"#, #"{"links": {"a": {"b": {"removed": [1]}}}}"#,
      #"{"links": {"a": {"b": {"withdrawn": []}}}}"#, #"{"edition": {}}"#,
      #"{"edition": {"version": "1"}}"#, #"{"edition": {"version": 1.5}}"#,
      #"{"edition": {"version": 99999999999999999999}}"#,
      #"{"edition": {"version": 1, "values": [1]}}"#,
      #"{"edition": {"version": 1, "formerValues": {"a": 1}}}"#,
      #"{"edition": {"version": 1, "links": {"a": [1]}}}"#,
      #"{"edition": {"version": 1, "isRetired": 1}}"#, #"{"copies": []}"#,
      #"{"copies": {"a": {}}}"#,
      #"{"copies": {"a": {"device": -1, "versions": {}}}}"#,
      #"{"copies": {"a": {"device": 1}}}"#,
      #"{"copies": {"a": {"device": 9223372036854775808, "versions": {}}}}"#,
      #"{"copies": {"a": {"device": 1, "versions": {"x": {"values": {}}}}}}"#,
      #"{"copies": {"a": {"device": 1, "versions": {"": {"values": {}}}}}}"#,
      #"{"copies": {"a": {"device": 1, "versions": {"9223372036854775808": {"values": {}}}}}}"#,
      #"{"copies": {"a": {"device": 1, "versions": {"1": {}}}}}"#,
    ])
  func otherForms(form: String) {
    let text = form.replacing("STAMP", with: Stamp.at(1).description)
    #expect(throws: DecodingError.self) { try JSON.value(State.self, of: text) }
  }

  @Test(
    "A record needs a name, a type and a state",
    arguments: [
      "{}", #"{"name": "a"}"#, #"{"name": "a", "type": "T"}"#, #"{"name": "a", "state": {}}"#,
      #"{"type": "T", "state": {}}"#, #"{"name": 1, "type": "T", "state": {}}"#,
      #"{"name": "a", "type": "T", "state": {}, "created": 1}"#,
      #"{"name": "a", "type": "T", "state": {}, "created": ""}"#,
      #"{"name": "a", "type": null, "state": {}}"#, #"{"name": "a", "type": "T", "state": null}"#,
    ])
  func incompleteRecords(text: String) {
    #expect(throws: DecodingError.self) { try JSON.value(Record.self, of: text) }
  }

  @Test(
    "A stamp has one form",
    arguments: [
      "", "-", "0193b1f2c4a00000", "0193b1f2c4a00000-", "-00004be2a1b2c3d4",
      "0193B1F2C4A00000-00004be2a1b2c3d4", "193b1f2c4a00000-00004be2a1b2c3d4",
      "0193b1f2c4a00000-00004be2a1b2c3d4-", "0193b1f2c4a00000 00004be2a1b2c3d4",
      "+193b1f2c4a00000-00004be2a1b2c3d4", "8000000000000000-00004be2a1b2c3d4",
      "0193b1f2c4a00000-ffffffffffffffff", "0193b1f2c4a00000-00004be2a1b2c3dg",
      "0193b1f2c4a0000０-00004be2a1b2c3d4", "0193b1f2c4a00000-00004be2a1b2c3d4\u{0}",
      "0193b1f2c4a00000--0004be2a1b2c3d4", "00193b1f2c4a00000-00004be2a1b2c3d4",
    ])
  func stamps(text: String) {
    #expect(Stamp(text) == nil)
    #expect(throws: DecodingError.self) { try JSON.value([Stamp].self, of: JSON.text(of: [text])) }
  }

  @Test("Empty members are the same as none in what they mean")
  func emptyMembers() throws {
    let empty = try JSON.value(
      State.self, of: #"{"fields": {}, "links": {}, "resets": {}, "copies": {}, "life": null}"#)
    #expect(empty == State())
    let edit = try JSON.value(
      LinkEdits.self, of: #"{"a": {"added": [], "removed": [], "withdrawn": null}}"#)
    #expect(edit.latestStamp == nil)
  }

  @Test("Of several additions by one device, the last counts")
  func repeatedStamps() throws {
    let (first, last) = (Stamp.at(1).description, Stamp.at(2).description)
    let text = #"{"a":{"added":["\#(last)","\#(first)","\#(last)"]}}"#
    #expect(
      try JSON.text(of: JSON.value(LinkEdits.self, of: text)) == #"{"a":{"added":["\#(last)"]}}"#)
  }

  @Test("Members with one name, and names that Unicode treats as equal, are read as one")
  func repeatedMembers() throws {
    let stamp = Stamp.at(1).description
    let names = [("a", "a"), ("é", "e\u{301}"), ("\\u0061", "a")]
    for (left, right) in names {
      let text = #"{"fields": {"\#(left)": ["\#(stamp)", 1], "\#(right)": ["\#(stamp)", 1]}}"#
      #expect(try JSON.value(State.self, of: text).edits.count == 1)
      let copy = #"{"device": 1, "versions": {}}"#
      let copies = #"{"copies": {"\#(left)": \#(copy), "\#(right)": \#(copy)}}"#
      #expect(try JSON.value(State.self, of: copies).duplicates.count == 1)
      let links = #"{"\#(left)": {}, "\#(right)": {}}"#
      #expect(try JSON.value(LinkEdits.self, of: links).edits.count == 1)
    }
  }

  /// Two texts of one number would make the result depend on the order of a dictionary, which differs from
  /// process to process.
  @Test("The time of a copy has one form", arguments: ["+5", "05", "-0"])
  func timesOfCopies(time: String) {
    let text = #"{"copies": {"a": {"device": 1, "versions": {"\#(time)": {"values": {}}}}}}"#
    #expect(throws: DecodingError.self) { try JSON.value(State.self, of: text) }
  }

  // MARK: Random input

  @Test("5,000 damaged documents are read or refused", arguments: TestSeeds.some(5))
  func damage(seed: UInt64) throws {
    var author = RecordAuthor(seed: seed)
    var readable = 0
    for number in 0..<1000 {
      let record = Record(author.name(), type: "Tag", created: .at(1), state: author.state())
      let document = Damage.damaged(try JSONEncoder().encode(record), &author.generator)
      guard let copy = try? JSONDecoder().decode(Record.self, from: document) else { continue }
      readable += 1
      #expect(copy.byteCount > 0)
      #expect(try JSON.copy(of: copy) == copy, "seed \(seed), document \(number)")
      #expect(copy.state.joined(with: copy.state) == copy.state, "seed \(seed), document \(number)")
    }
    #expect((50...950).contains(readable), "seed \(seed): \(readable) could be read")
  }
}

/// Changes to the bytes of a document.
private enum Damage {
  private static let fragments = [
    "null", "true", "-1", "1e400", "99999999999999999999", "\"\"", "[]", "{}", "[", "]", "{", "}",
    ",", ":", "\"", "\\", "\\ud800", "\u{0}", "-", "0000000000000000-0000000000000000",
    "{\"real\":\"nan\"}", "{\"record\":\"\"}",
  ]

  static func damaged(_ document: Data, _ generator: inout SeededGenerator) -> Data {
    var bytes = [UInt8](document)
    for _ in 0...generator.index(3) {
      let place = generator.index(bytes.count + 1)
      let end = min(bytes.count, place + 1 + generator.index(4))
      switch generator.index(6) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(UInt8(generator.index(256)), at: place)
      case 2 where place < bytes.count: bytes[place] ^= 1 << UInt8(generator.index(8))
      case 3 where place < bytes.count:
        bytes[place] = UInt8(ascii: "0") + UInt8(generator.index(10))
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: generator.index(bytes.count + 1))
      default:
        let fragment = generator.element(of: fragments) ?? ""
        bytes.replaceSubrange(place..<end, with: Array(fragment.utf8))
      }
    }
    return Data(bytes)
  }
}
