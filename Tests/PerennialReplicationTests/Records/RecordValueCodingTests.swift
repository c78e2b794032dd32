import Foundation
import PerennialRecords
import RandomTesting
import Testing

@Suite("The JSON form of values")
struct RecordValueCodingTests {
  private static let checksum = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"

  @Test("The documented example: every kind of value")
  func example() throws {
    let text =
      #"[null,12,"Pasta",{"real":"0.5"},{"blob":"AP8="},{"record":"o.00b1f2c4a0000001"},"#
      + #"{"sealed":"q80="},"#
      + #"{"asset":["b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",11]}]"#
    let values: [RecordValue] = [
      .null, .integer(12), .text("Pasta"), .real(0.5), .blob(Data([0, 0xFF])),
      .reference(.object(key: 0xB1_F2C4_A000_0001)), .sealed(Data([0xAB, 0xCD])),
      .asset(try #require(RecordAsset(checksum: Self.checksum, byteCount: 11))),
    ]
    #expect(try JSON.text(of: values) == text)
    #expect(try JSON.value([RecordValue].self, of: text) == values)
  }

  @Test("Every random value is the same after a round trip", arguments: TestSeeds.some(3))
  func roundTrip(seed: UInt64) throws {
    var author = RecordAuthor(seed: seed)
    for number in 0..<1000 {
      let value = author.value()
      #expect(try JSON.copy(of: [value]) == [value], "seed \(seed), value \(number)")
      #expect(try JSON.copy(of: value) == value, "seed \(seed), value \(number)")
      #expect(try JSON.copy(of: ["a": value]) == ["a": value], "seed \(seed), value \(number)")
    }
  }

  @Test(
    "Numbers keep all their bits",
    arguments: [
      0.0, -0.0, 0.1 + 0.2, .leastNonzeroMagnitude, 1.7976931348623157e308,
      -2.2250738585072014e-308, 1e22,
      123_456_789.123_456_79,
    ])
  func bits(number: Double) throws {
    guard case .real(let copy) = try JSON.copy(of: RecordValue.real(number)) else {
      Issue.record("\(number) is no number any more.")
      return
    }
    #expect(copy.bitPattern == number.bitPattern)
  }

  @Test(
    "Whole numbers keep all their digits", arguments: [.min, -1, 0, 1 << 53 + 1, .max] as [Int64])
  func digits(number: Int64) throws {
    #expect(try JSON.text(of: RecordValue.integer(number)) == "\(number)")
    #expect(try JSON.copy(of: RecordValue.integer(number)) == .integer(number))
  }

  @Test(
    "A text that looks like another kind stays a text", arguments: ["null", "12", "", "{}", "0.5"])
  func texts(text: String) throws {
    #expect(try JSON.copy(of: RecordValue.text(text)) == .text(text))
  }

  @Test(
    "Anything else is an error",
    arguments: [
      "true", "false", "0.5", "1e-3", "9223372036854775808", "-9223372036854775809",
      "1" + String(repeating: "0", count: 400), "1e400", "[]", "[1]", "[[]]", "{}",
      #"{"text": "a"}"#, #"{"real": 0.5}"#, #"{"real": null}"#, #"{"real": ""}"#,
      #"{"real": "a"}"#, #"{"real": " 1"}"#, #"{"real": "nan"}"#, #"{"real": "NaN"}"#,
      #"{"real": "inf"}"#, #"{"real": "-infinity"}"#, #"{"real": "1e400"}"#, #"{"blob": "?"}"#,
      #"{"blob": 1}"#, #"{"blob": []}"#, #"{"record": 1}"#, #"{"record": null}"#,
      #"{"record": {"record": "a"}}"#, #"{"sealed": "?"}"#, #"{"sealed": 1}"#,
      #"{"sealed": {"real": "1"}}"#, #"{"sealed": "", "blob": ""}"#,
      #"{"real": "1", "blob": "AP8="}"#, #"{"asset": "\#(checksum)"}"#, #"{"asset": []}"#,
      #"{"asset": ["\#(checksum)"]}"#, #"{"asset": ["\#(checksum)", -1]}"#,
      #"{"asset": ["\#(checksum)", 1, 2]}"#, #"{"asset": ["\#(checksum)", "1"]}"#,
      #"{"asset": ["\#(checksum.uppercased())", 1]}"#, #"{"asset": ["\#(checksum)0", 1]}"#,
      #"{"asset": ["../\#(checksum.dropFirst(3))", 1]}"#,
      #"{"record": "a", "real": "1", "blob": ""}"#, "", "nul", #""a"#, #""\ud800""#, #""\x""#,
    ])
  func otherForms(text: String) {
    #expect(throws: DecodingError.self) { try JSON.value(RecordValue.self, of: text) }
  }

  @Test("A sealed value is merged by its stamp, and isn't equal to its bytes")
  func sealed() throws {
    let (first, second) = (RecordValue.sealed(Data([9])), RecordValue.sealed(Data([1, 2])))
    #expect(first != .blob(Data([9])) && first.target == nil && second < first)
    let device = try #require(DeviceIdentifier(rawValue: 1))
    let stamps = [1, 2].map { Stamp(time: HybridTime(milliseconds: $0), device: device) }
    let edits = [
      FieldEdit(stamp: stamps[0], value: first), FieldEdit(stamp: stamps[1], value: second),
    ]
    #expect(edits[0].joined(with: edits[1]) == edits[1])
    #expect(edits[1].joined(with: edits[0]) == edits[1])
    var state = RecordState<RecordValue>()
    state.write(.sealed(Data("o.0000000000000001".utf8)), to: "tag", at: stamps[0])
    #expect(!state.references([.object(key: 1)]))
  }

  @Test("Bytes that are not UTF-8 are an error")
  func invalidText() {
    for bytes in [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF8, 0x88]] as [[UInt8]]
    {
      let data = Data([0x22] + bytes + [0x22])
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(RecordValue.self, from: data) }
    }
  }

  @Test("Deep nesting is an error", arguments: [1, 100, 511, 512, 513, 100_000])
  func nesting(depth: Int) {
    for (opening, closing) in [("[", "]"), (#"{"record":"#, "}"), (#"{"real":"#, "}")] {
      let text =
        String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
      #expect(throws: DecodingError.self) { try JSON.value(RecordValue.self, of: text) }
    }
  }
}
