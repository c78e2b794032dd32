import Foundation
import Testing
import PerennialRecords

@Suite("Stamps")
struct StampTests {
  private typealias Stamp = PerennialRecords.Stamp

  private func stamp(_ milliseconds: Int64, _ counter: UInt16, _ device: Int64) throws -> Stamp {
    Stamp(
      time: HybridTime(milliseconds: milliseconds, counter: counter),
      device: try #require(DeviceIdentifier(rawValue: device)))
  }

  @Test("Time decides, then the counter, then the device")
  func order() throws {
    let ascending = try [
      stamp(1, 0, 9), stamp(1, 1, 3), stamp(1, 1, 4), stamp(1, 65535, 1), stamp(2, 0, 0),
      stamp(1_700_000_000_000, 0, 5), stamp(.max, 65535, .max),
    ]
    for (index, earlier) in ascending.enumerated() {
      for later in ascending[(index + 1)...] {
        #expect(earlier < later)
        #expect(earlier.description < later.description)
      }
    }
  }

  @Test("A time keeps its parts within their bounds")
  func parts() throws {
    let time = HybridTime(milliseconds: 1_732_214_012_345, counter: 7)
    #expect(time.rawValue == 1_732_214_012_345 << 16 | 7)
    #expect(time.milliseconds == 1_732_214_012_345)
    #expect(time.counter == 7)
    #expect(time.date == Date(timeIntervalSince1970: 1_732_214_012.345))
    #expect(HybridTime(milliseconds: -5) == .zero)
    #expect(HybridTime(milliseconds: .max).milliseconds == 1 << 47 - 1)
    #expect(HybridTime(rawValue: -1) == nil)
    #expect(DeviceIdentifier(rawValue: -1) == nil)
  }

  @Test("The counter carries into the milliseconds, and the end of time is its own successor")
  func successors() throws {
    let last = HybridTime(milliseconds: 41, counter: 65535)
    #expect(last.successor == HybridTime(milliseconds: 42))
    let end = try #require(HybridTime(rawValue: .max))
    #expect(end.successor == end)
  }

  @Test("As text and back")
  func text() throws {
    let stamp = try stamp(1_732_214_012_345, 7, 0x1234)
    #expect(stamp.description == "0193500039b90007-0000000000001234")
    #expect(Stamp(stamp.description) == stamp)
    let data = try JSONEncoder().encode(stamp)
    #expect(String(decoding: data, as: UTF8.self) == "\"\(stamp)\"")
    #expect(try JSONDecoder().decode(Stamp.self, from: data) == stamp)
  }

  @Test(
    "What is not a stamp",
    arguments: [
      "", "-", "0-0", "0193500039b90007", "0193500039B90007-0000000000001234",
      "+1934fc0d9b90007-0000000000001234", "f1934fc0d9b90007-0000000000001234",
      "0193500039b90007-0000000000001234-", "0193500039b90007-00000000000012345",
    ])
  func malformed(text: String) {
    #expect(Stamp(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Stamp.self, from: Data("\"\(text)\"".utf8))
    }
  }

  @Test("The stand-in for an unknown device is the same everywhere")
  func standIns() {
    let first = DeviceIdentifier(standingFor: RecordName("A1B2"))
    #expect(first.rawValue == 0x12F7_AA29_9DD5_24EB)
    #expect(first != DeviceIdentifier(standingFor: RecordName("A1B3")))
    #expect(DeviceIdentifier.random() != DeviceIdentifier.random())
  }
}
