import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Lightweight migration: types")
struct ConversionTests {
  typealias Old = ConvertedV1.Sample
  typealias New = ConvertedV2.Sample

  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  private func fill() throws {
    let plain = Old()
    let extreme = Old()
    extreme.narrow = .min
    extreme.byte = 255
    extreme.flag = 0
    extreme.switched = false
    extreme.natural = .max
    extreme.bits = UInt64(Int64.max)
    extreme.real = 1 << 62
    extreme.single = -(1 << 24)
    extreme.whole = 9_007_199_254_740_992
    extreme.short = -.infinity
    extreme.long = -.infinity
    extreme.exact = 1e-20
    extreme.money = .min
    extreme.price = Decimal(Int64.max)
    extreme.mood = "in a hurry"
    extreme.maybe = nil
    try bench.fill(plain, extreme)
  }

  @Test("Each value is converted to the same value of the new type")
  func converted() throws {
    try fill()
    do {
      let context = try bench.open(New.self)
      let samples = try context.fetch(FetchDescriptor<New>())
      let (plain, extreme) = (samples[0], samples[1])
      #expect(plain.narrow == -7 && extreme.narrow == -32768)
      #expect(plain.byte == 200 && extreme.byte == 255)
      #expect(plain.flag && !extreme.flag)
      #expect(plain.switched == 1 && extreme.switched == 0)
      #expect(plain.natural == 5 && extreme.natural == UInt64(Int64.max))
      #expect(plain.bits == 9 && extreme.bits == .max)
      #expect(plain.real == 0x1p40 && extreme.real == 0x1p62)
      #expect(plain.single == 0x1p20 && extreme.single == -0x1p24)
      #expect(plain.whole == -3 && extreme.whole == 9_007_199_254_740_992)
      #expect(plain.short == 0.25 && extreme.short == -.infinity)
      #expect(plain.long == Double(Float(0.1)) && extreme.long == -.infinity)
      #expect(plain.exact == Decimal(string: "0.1") && extreme.exact == Decimal(string: "1e-20"))
      #expect(plain.money == -12 && extreme.money == Decimal(Int64.min))
      #expect(plain.price == 1 && extreme.price == .max)
      #expect(plain.key == UUID(uuidString: Old().key))
      #expect(plain.name == "01020304-0506-0708-090A-0B0C0D0E0F10")
      #expect(plain.link.absoluteString == Old().link)
      #expect(plain.page == "https://example.org")
      #expect(plain.mood == .calm && extreme.mood == .hasty)
      #expect(plain.feeling == "in a hurry")
      #expect(plain.level == .high && plain.grade == 1)
      #expect(plain.spot == ConvertedV2.Spot())
      #expect(plain.maybe == 3 && extreme.maybe == nil)
    }
    try bench.expectStructure(of: New.self)
  }

  @Test("The way there and back leaves every byte as it was")
  func thereAndBack() throws {
    try fill()
    let names = try bench.rows("SELECT name FROM pragma_table_info('Sample')").joined()
    let sql =
      "SELECT \(names.map { "quote(\"\($0)\")" }.joined(separator: ", ")) FROM Sample ORDER BY _pk"
    let before = try bench.rows(sql)
    do { _ = try bench.container(New.self) }
    do { _ = try bench.container(Old.self) }
    #expect(try bench.rows(sql) == before)
    try bench.expectStructure(of: Old.self)
  }

  /// Values of the earlier types that the new types do not have.
  static let refused: [(column: String, value: String)] = [
    ("byte", "256"), ("byte", "-1"), ("flag", "2"), ("natural", "-1"), ("bits", "-1"),
    ("real", "9007199254740993"), ("real", "9223372036854775807"), ("single", "16777217"),
    ("whole", "0.5"), ("whole", "9e999"), ("whole", "1e19"), ("whole", "NULL"), ("short", "0.1"),
    ("exact", "9e999"), ("exact", "NULL"), ("price", "x'0380007E33010000'"), ("key", "'no'"),
    ("key", "''"),
    ("link", "''"), ("mood", "'merry'"), ("level", "3"), ("spot", "'{\"x\":\"one\"}'"),
    ("spot", "'{'"),
  ]

  @Test("A value that the new type does not have is named, and nothing changes", arguments: refused)
  func refusal(_ column: String, _ value: String) throws {
    try fill()
    let key: String
    do {
      let raw = try RawDatabase(bench.url)
      let last = try raw.value("SELECT max(_pk) FROM Sample")
      key = try #require(last)
      try raw.run("UPDATE Sample SET \"\(column)\" = \(value) WHERE _pk = \(key)")
    }
    let error = try bench.expectRefusal(
      of: New.self,
      saying: "Sample.\(column)",
      key,
      "1 object:",
      bench.url.path
    )
    #expect(error?.identifiers.count == 1)
  }

  @Test("All issues are told at once")
  func all() throws {
    try fill()
    do { try RawDatabase(bench.url).run("UPDATE Sample SET byte = 1000, level = 7") }
    try bench.expectRefusal(
      of: New.self,
      saying: "Sample.byte",
      "from Int to UInt8",
      "(1000)",
      "Sample.level",
      "7 is not a raw value of ConvertedLevel",
      "2 objects"
    )
  }

  @Test("What cannot become another type is told, with the way out")
  func incompatible() throws {
    try fill()
    try bench.expectRefusal(
      of: ConvertedV3.Sample.self,
      saying: "Sample.narrow: was Int16 and becomes String",
      "Sample.key",
      "Sample.page",
      "custom stage"
    )
  }

  @Test("Types do not matter where there are no values")
  func empty() throws {
    do { _ = try bench.container(Old.self) }
    do { _ = try bench.container(ConvertedV3.Sample.self) }
    try bench.expectStructure(of: ConvertedV3.Sample.self)
  }
}
