import Foundation
import PerennialAppleStores
import Testing

@testable import PerennialStoreImport

@Suite("Store import: values of files as values of a program's types")
struct AppleValueDecoderTests {
  private struct Point: Codable, Equatable {
    var x: Int
    var y: Double?
    var names: [String]
    var date: Date?
  }

  private enum Shape: Codable, Equatable {
    case empty
    case circle(Double)
    case box(width: Int, height: Int)
  }

  private struct Wrapper: Codable, Equatable {
    var value: Int
    init(value: Int) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private func decode<T: Decodable>(_ type: T.Type, _ value: AppleValue) throws -> T {
    try AppleValueDecoder.decode(type, from: value)
  }

  private func composite(_ fields: KeyValuePairs<String, AppleValue>) -> AppleValue {
    .composite(fields.map { .init(name: $0.key, value: $0.value) })
  }

  @Test("A structure: columns, a list as JSON, and elements without a value")
  func structure() throws {
    let value = composite([
      "x": .integer(3), "y": .null, "names": .data(Data(#"["a","b"]"#.utf8)),
      "date": .date(Date(timeIntervalSinceReferenceDate: 5)),
    ])
    let expected = Point(
      x: 3, y: nil, names: ["a", "b"], date: Date(timeIntervalSinceReferenceDate: 5))
    #expect(try decode(Point.self, value) == expected)
    #expect(throws: DecodingError.self) { try decode(Point.self, composite(["y": .real(1)])) }
  }

  @Test("An enumeration: the case that has a value")
  func enumeration() throws {
    func shape(_ empty: AppleValue, _ circle: AppleValue, _ box: AppleValue) throws -> Shape {
      try decode(Shape.self, composite(["empty": empty, "circle": circle, "box": box]))
    }
    #expect(try shape(.text("empty"), .null, .null) == .empty)
    #expect(try shape(.null, composite(["_0": .real(2)]), .null) == .circle(2))
    #expect(
      try shape(
        .null, composite(["_0": .null]),
        composite(["width": .integer(1), "height": .integer(2)])) == .box(width: 1, height: 2))
    #expect(throws: DecodingError.self) { try shape(.null, .null, .null) }
  }

  @Test("A value that encodes itself as one value, raw values, and types of Foundation")
  func single() throws {
    #expect(try decode(Wrapper.self, composite(["value": .integer(7)])) == Wrapper(value: 7))
    #expect(try decode(Wrapper.self, .integer(7)) == Wrapper(value: 7))
    #expect(try decode(Genre.self, .text("essay")) == .essay)
    #expect(throws: DecodingError.self) { try decode(Genre.self, .text("other")) }
    #expect(try decode(Decimal.self, .real(0.1)) == Decimal(string: "0.1"))
    #expect(try decode(URL.self, .text("https://a.b")) == URL(string: "https://a.b"))
    #expect(try decode(UInt8.self, .integer(255)) == 255)
    #expect(throws: DecodingError.self) { try decode(UInt8.self, .integer(256)) }
    #expect(throws: DecodingError.self) { try decode(Date.self, .text("now")) }
  }

  @Test("Lists: an archive, JSON, and a property list")
  func lists() throws {
    #expect(try decode([String].self, .array([.text("a")])) == ["a"])
    #expect(try decode([String].self, .data(Data("[]".utf8))) == [])
    #expect(try decode([Int: String].self, .data(Data(#"{"1":"a"}"#.utf8))) == [1: "a"])
    #expect(
      try decode([String: Int].self, .dictionary([.init(key: .text("a"), value: .integer(1))]))
        == ["a": 1])
    let list = try PropertyListEncoder().encode(Point(x: 1, y: 2, names: [], date: nil))
    #expect(try decode(Point.self, .data(list)).x == 1)
    #expect(throws: DecodingError.self) { try decode([String].self, .data(Data([1, 2]))) }
  }

  @Test("Equal values have equal digests, and others differ")
  func digests() {
    let values: [AppleValue] = [
      .null, .bool(false), .bool(true), .integer(0), .integer(1), .unsigned(1), .real(0), .real(1),
      .text(""), .text("a"), .url("a"), .data(Data()), .data(Data([97])), .array([]),
      .array([.null]), .set([]), .dictionary([]), composite([:]), composite(["a": .null]),
      .decimal(1), .date(Date(timeIntervalSinceReferenceDate: 1)),
      .reference(AppleReference(entity: "A", key: 1)),
      .reference(AppleReference(entity: "A", key: 2)),
    ]
    #expect(Set(values.map { StableDigest.of($0) }).count == values.count)
    // Digests are in files: they must stay what they are.
    #expect(StableDigest.of(.text("a")) == StableDigest.of(.text("a")))
    #expect(StableDigest.of(.null) == 0xaf63_bd4c_8601_b7df)
  }
}
