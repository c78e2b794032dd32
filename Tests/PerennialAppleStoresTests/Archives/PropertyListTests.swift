import AppleStoreTesting
import Foundation
import RandomTesting
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: property lists")
struct PropertyListTests {
  @Test("Values of every kind are read as Foundation has written them")
  func foundation() throws {
    let date = Date(timeIntervalSinceReferenceDate: 791_474_371.25)
    let list: [String: Any] = [
      "text": "plain", "unicode": "mañana ☕️", "small": 7, "negative": -5, "large": Int64.max,
      "huge": UInt64.max, "real": 2.5, "yes": true, "data": Data([1, 2, 255]), "date": date,
      "array": [1, "two", [3]], "dictionary": ["key": "value"],
      "long": String(repeating: "x", count: 400), "empty": [String](),
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let value = try ArchivedValueReader.value(in: data)
    #expect(value["text"] == .text("plain"))
    #expect(value["unicode"] == .text("mañana ☕️"))
    #expect(value["small"] == .integer(7))
    #expect(value["negative"] == .integer(-5))
    #expect(value["large"] == .integer(.max))
    #expect(value["huge"] == .unsigned(.max))
    #expect(value["real"] == .real(2.5))
    #expect(value["yes"] == .bool(true))
    #expect(value["data"] == .data(Data([1, 2, 255])))
    #expect(value["date"] == .date(date))
    #expect(value["array"] == .array([.integer(1), .text("two"), .array([.integer(3)])]))
    #expect(value["dictionary"]?["key"] == .text("value"))
    #expect(value["long"] == .text(String(repeating: "x", count: 400)))
    #expect(value["empty"] == .array([]))
  }

  @Test("UIDs, which Foundation makes private objects of, are read as numbers")
  func uids() throws {
    for uid: UInt64 in [0, 255, 256, 70_000] {
      let list = try PropertyList(ListValue.array([.uid(uid)]).propertyList)
      guard case .array(let members) = try list.object(list.root) else {
        Issue.record("no array")
        return
      }
      #expect(try list.object(members[0]) == .uid(uid))
    }
  }

  @Test("Values of the writer of these tests are read back", arguments: TestSeeds.some(200))
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = Self.value(&random, depth: 0)
    #expect(
      try ArchivedValueReader.value(in: value.list.propertyList) == value.expected, "seed \(seed)")
  }

  private static func value(
    _ random: inout SeededGenerator, depth: Int
  ) -> (list: ListValue, expected: AppleValue) {
    switch random.index(depth < 4 ? 9 : 6) {
    case 0:
      let integer = Int64(bitPattern: random.next())
      return (.integer(integer), .integer(integer))
    case 1:
      let real = Double(random.index(999)) / 8
      return (.real(real), .real(real))
    case 2:
      let text = "é\(random.index(99))"
      return (.text(text), .text(text))
    case 3:
      let data = Data([UInt8(random.index(256))])
      return (.data(data), .data(data))
    case 4:
      let bool = random.happens(50)
      return (.bool(bool), .bool(bool))
    case 5:
      let seconds = Double(random.index(99))
      return (.date(seconds), .date(Date(timeIntervalSinceReferenceDate: seconds)))
    case 6:
      let members = (0..<random.index(20)).map { _ in value(&random, depth: depth + 1) }
      return (.array(members.map(\.list)), .array(members.map(\.expected)))
    case 7:
      let members = (0..<random.index(4)).map { _ in value(&random, depth: depth + 1) }
      return (.set(members.map(\.list)), .set(members.map(\.expected)))
    default:
      let members = (0..<random.index(20)).map { _ in value(&random, depth: depth + 1) }
      return (
        .dictionary(members.enumerated().map { (.text("\($0.offset)"), $0.element.list) }),
        .dictionary(
          members.enumerated().map {
            AppleValue.Entry(key: .text("\($0.offset)"), value: $0.element.expected)
          })
      )
    }
  }

  // MARK: Limits

  @Test("A list that refers to one array many times is not expanded beyond the limit")
  func expansion() throws {
    // Each of 30 arrays has the next one ten times: 10³⁰ values in a kilobyte.
    let data = Self.nested(levels: 30, times: 10)
    #expect(data.count < 1000)
    #expect(throws: ArchiveError.tooLarge("the value has more than 10000 parts")) {
      try ArchivedValueReader.value(in: data, limits: ArchiveLimits(values: 10_000))
    }
  }

  @Test("A list that refers to the same bytes many times is not expanded beyond the limit")
  func repeatedBytes() throws {
    let data = Self.repeating(1 << 20, times: 400_000)
    #expect(throws: ArchiveError.tooLarge("the property list repeats too many bytes")) {
      try ArchivedValueReader.value(in: data)
    }
    // Eight references are less than the limit.
    let value = try ArchivedValueReader.value(in: Self.repeating(1 << 20, times: 8))
    guard case .array(let members) = value else {
      Issue.record("no array")
      return
    }
    #expect(members.count == 8)
  }

  @Test("Objects that are read again and again end at the limit")
  func repeatedObjects() throws {
    let list = try PropertyList(
      Self.repeating(10, times: 100), limits: ArchiveLimits(reads: 1000))
    #expect(throws: ArchiveError.tooLarge("the property list repeats too many objects")) {
      for _ in 0..<1000 { _ = try list.object(list.root) }
    }
  }

  @Test("A list that contains itself ends at the greatest depth")
  func circle() {
    var bytes = Array("bplist00".utf8) + [0xA1, 0]
    bytes += [8] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 10]
    #expect(throws: ArchiveError.tooLarge("the value is nested deeper than 128 levels")) {
      try ArchivedValueReader.value(in: Data(bytes))
    }
  }

  @Test(
    "Bytes that are no list are refused",
    arguments: [
      Data(), Data("bplist00".utf8), Data(repeating: 0, count: 64),
      Data("bplist00".utf8) + Data(repeating: 255, count: 32),
    ])
  func refusal(data: Data) {
    #expect(throws: ArchiveError.self) { try PropertyList(data) }
  }

  /// Returns the list of an array that has the same data several times.
  static func repeating(_ size: Int, times: Int) -> Data {
    func big(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    var bytes = Array("bplist00".utf8) + [0xAF, 0x12] + big(times, 4)
    bytes += Array(repeating: 1, count: times)
    let second = bytes.count
    bytes += [0x4F, 0x12] + big(size, 4) + Array(repeating: 7, count: size)
    let start = bytes.count
    bytes += big(8, 4) + big(second, 4) + [0, 0, 0, 0, 0, 0, 4, 1]
    return Data(bytes + big(2, 8) + big(0, 8) + big(start, 8))
  }

  /// Returns the list of arrays in arrays, each of which has the next one several times.
  static func nested(levels: Int, times: Int) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 0..<levels {
      offsets.append(bytes.count)
      bytes += [0xA0 | UInt8(times)] + Array(repeating: UInt8(level + 1), count: times)
    }
    offsets.append(bytes.count)
    bytes.append(9)
    let start = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 8), UInt8(offset & 255)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(levels + 1)] + Array(repeating: 0, count: 8)
    bytes += [0, 0, 0, 0, 0, 0, UInt8(start >> 8), UInt8(start & 255)]
    return Data(bytes)
  }
}
