import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Attribute types")
struct AttributeTypeTests: SpecimenSuite {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func checkInteger<I: FixedWidthInteger>(
    _ keyPath: ReferenceWritableKeyPath<ScalarSpecimen, I>,
    _ optional: ReferenceWritableKeyPath<OptionalSpecimen, I?>,
    _ kind: StoreKind
  ) throws {
    let values: [I] = [.min, .min + 1, 0, 1, 42, .max / 2, .max - 1, .max]
    try check(keyPath, values, kind)
    try check(optional, values.map { $0 } + [nil], kind)
  }

  @Test("Signed integers of every width keep their extremes", arguments: StoreKind.allCases)
  func signedIntegers(_ kind: StoreKind) throws {
    try checkInteger(\.int, \.int, kind)
    try clear()
    try checkInteger(\.int8, \.int8, kind)
    try clear()
    try checkInteger(\.int16, \.int16, kind)
    try clear()
    try checkInteger(\.int32, \.int32, kind)
    try clear()
    try checkInteger(\.int64, \.int64, kind)
  }

  @Test("Unsigned integers of every width keep their extremes", arguments: StoreKind.allCases)
  func unsignedIntegers(_ kind: StoreKind) throws {
    try checkInteger(\.uint, \.uint, kind)
    try clear()
    try checkInteger(\.uint8, \.uint8, kind)
    try clear()
    try checkInteger(\.uint16, \.uint16, kind)
    try clear()
    try checkInteger(\.uint32, \.uint32, kind)
    try clear()
    try checkInteger(\.uint64, \.uint64, kind)
  }

  static let doubles: [Double] = [
    0, 1, -1, 0.1, 1 / 3, .pi, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity,
    -.infinity, .ulpOfOne, 1e15, 1e16, 9_007_199_254_740_992, Double(Int64.max), Double(Int64.min),
    1_000_000,
  ]

  @Test("Doubles keep every bit", arguments: StoreKind.allCases)
  func doubleBits(_ kind: StoreKind) throws {
    let values = Self.doubles
    let read = try readBack(values, \ScalarSpecimen.double, kind)
    #expect(read.map(\.bitPattern) == values.map(\.bitPattern))
    try clear()
    let intervals = try readBack(values, \ScalarSpecimen.interval, kind)
    #expect(intervals.map(\.bitPattern) == values.map(\.bitPattern))
    try clear()
    let points = values.map { CGFloat($0) }
    #expect(try readBack(points, \ScalarSpecimen.cgFloat, kind) == points)
    try clear()
    try check(\OptionalSpecimen.double, values.map { $0 } + [nil], kind)
    try clear()
    try check(\OptionalSpecimen.cgFloat, points.map { $0 } + [nil], kind)
  }

  // SQLite keeps a whole number of a REAL column as an integer, which has no negative zero.
  @Test("A negative zero comes back as zero", arguments: StoreKind.allCases)
  func negativeZero(_ kind: StoreKind) throws {
    try check(\ScalarSpecimen.double, [-0.0], kind)
    try check(\ScalarSpecimen.float, [-0.0], .memory)
    #expect(try readBack([[-0.0]], \CodableSpecimen.doubles, .memory)[0][0].sign == .minus)
  }

  @Test("Floats keep every bit", arguments: StoreKind.allCases)
  func floatBits(_ kind: StoreKind) throws {
    let values: [Float] = [
      0, 0.1, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
      -.infinity, .infinity, 16_777_216, .pi,
    ]
    let read = try readBack(values, \ScalarSpecimen.float, kind)
    #expect(read.map(\.bitPattern) == values.map(\.bitPattern))
    try clear()
    try check(\OptionalSpecimen.float, values.map { $0 } + [nil], kind)
  }

  @Test("NaN is kept where the property is not optional", arguments: StoreKind.allCases)
  func notANumber(_ kind: StoreKind) throws {
    let read = try readBack([Double.nan, 1, .signalingNaN], \ScalarSpecimen.double, kind)
    #expect(read.map(\.isNaN) == [true, false, true])
    try clear()
    #expect(
      try readBack([Float.nan, 2], \ScalarSpecimen.float, kind).map(\.isNaN) == [true, false]
    )
    try clear()
    #expect(
      try readBack([[1, Double.nan, .infinity]], \CodableSpecimen.doubles, kind)[0]
        .map(\.description) == ["1.0", "nan", "inf"]
    )
  }

  @Test("Booleans", arguments: StoreKind.allCases)
  func booleans(_ kind: StoreKind) throws {
    try check(\ScalarSpecimen.bool, [true, false], kind)
    try check(\OptionalSpecimen.bool, [true, nil, false], kind)
  }

  static let strings = [
    "", " ", "plain", "it's \"quoted\"; DROP TABLE x; --", "line\nline\r\n\ttab", "?1 :name $x",
    "👩‍👩‍👧‍👦🏳️‍🌈🇺🇳", "汉字かなカナ", "עברית عربى", "\u{FEFF}bom", "\u{10FFFF}\u{1}\u{7F}",
    "NULL", "%_\\", String(repeating: "long ", count: 20_000),
  ]

  @Test("Strings of every kind", arguments: StoreKind.allCases)
  func strings(_ kind: StoreKind) throws {
    let read = try readBack(Self.strings, \ScalarSpecimen.string, kind)
    #expect(read.map { Array($0.unicodeScalars) } == Self.strings.map { Array($0.unicodeScalars) })
    try clear()
    try check(\OptionalSpecimen.string, Self.strings.map { $0 } + [nil], kind)
  }

  @Test("A string with a null character comes back whole", arguments: StoreKind.allCases)
  func stringsWithNull(_ kind: StoreKind) throws {
    try check(\ScalarSpecimen.string, ["\0", "a\0b", "end\0"], kind)
  }

  @Test("A decomposed string equals what comes back", arguments: StoreKind.allCases)
  func decomposedStrings(_ kind: StoreKind) throws {
    let decomposed = "e\u{301}a\u{30A}"
    let composed = "\u{E9}\u{E5}"
    try check(\ScalarSpecimen.string, [decomposed, composed], kind)
    let context = ModelContext(try specimenContainer())
    for string in [decomposed, composed] {
      let specimen = ScalarSpecimen()
      specimen.string = string
      context.insert(specimen)
    }
    try context.save()
    for string in [decomposed, composed] {
      let found = try context.fetchCount(
        FetchDescriptor<ScalarSpecimen>(predicate: #Predicate { $0.string == string })
      )
      #expect(found == 2)
    }
  }

  @Test("Dates lose nothing", arguments: StoreKind.allCases)
  func dates(_ kind: StoreKind) throws {
    let values = [
      Date(timeIntervalSinceReferenceDate: 0), .distantPast, .distantFuture, Date(),
      Date(timeIntervalSinceReferenceDate: 0.1), Date(timeIntervalSince1970: 0),
      Date(timeIntervalSinceReferenceDate: 1e-9),
      Date(timeIntervalSince1970: 1_700_000_000.123_456),
      Date(timeIntervalSinceReferenceDate: -.greatestFiniteMagnitude),
    ]
    try check(\ScalarSpecimen.date, values, kind)
    try clear()
    try check(\OptionalSpecimen.date, values.map { $0 } + [nil], kind)
  }

  @Test("Data, from nothing to a megabyte", arguments: StoreKind.allCases)
  func blobs(_ kind: StoreKind) throws {
    let values = [
      Data(), Data([0]), Data([0, 0, 0]), Data(0...255), Data(repeating: 7, count: 1 << 20),
      Data([1, 2, 3, 4, 5]).dropFirst(2),
    ]
    try check(\ScalarSpecimen.data, values, kind)
    try clear()
    try check(\OptionalSpecimen.data, values.map { $0 } + [nil], kind)
  }

  @Test("UUIDs", arguments: StoreKind.allCases)
  func uuids(_ kind: StoreKind) throws {
    let values = [
      try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000000")),
      try #require(UUID(uuidString: "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")), UUID(), UUID(),
    ]
    try check(\ScalarSpecimen.uuid, values, kind)
    try check(\OptionalSpecimen.uuid, values.map { $0 } + [nil], kind)
  }

  @Test("URLs", arguments: StoreKind.allCases)
  func urls(_ kind: StoreKind) throws {
    let values = try [
      "https://example.com/a/b?q=1&r=%20#part", "file:///tmp/a%20b", "mailto:someone@example.com",
      "urn:isbn:0451450523", "relative/path", "https://user:pass@example.com:8080",
      "https://example.com/%C3%A9",
    ].map { try #require(URL(string: $0)) }
    try check(\ScalarSpecimen.url, values, kind)
    try check(\OptionalSpecimen.url, values.map { $0 } + [nil], kind)
  }

  static let decimals: [Decimal] =
    [
      "0", "1", "-1", "0.1", "-0.1", "10", "100", "99.99", "1234567890.0987654321",
      "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
      "0.00000000000000000000000000000000000001", "12345678901234567890123456789012345678e90",
      "-7e-120", "7e-120", "1e127", "-1e127", "1e-128", "3.14159265358979323846264338327950288419",
      "1000000000000000000000000000000000000.5",
    ].compactMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) } + [
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
      Decimal(sign: .minus, exponent: 127, significand: 120_000),
    ]

  @Test("Decimals are exact to the last digit", arguments: StoreKind.allCases)
  func decimals(_ kind: StoreKind) throws {
    let values = Self.decimals
    #expect(values.count == 24)
    let read = try readBack(values, \ScalarSpecimen.decimal, kind)
    #expect(read == values)
    #expect(read.map(\.description) == values.map(\.description))
    try clear()
    try check(\OptionalSpecimen.decimal, values.map { $0 } + [nil], kind)
    try clear()
    #expect(try readBack([Decimal.nan], \ScalarSpecimen.decimal, kind)[0].isNaN)
  }

  @Test("SQL sorts and compares decimals as numbers", arguments: StoreKind.allCases)
  func decimalOrder(_ kind: StoreKind) throws {
    let context = ModelContext(try specimenContainer(kind == .file ? file : nil))
    for (number, value) in Self.decimals.enumerated() {
      let specimen = ScalarSpecimen(order: number)
      specimen.decimal = value
      context.insert(specimen)
    }
    try context.save()
    let sorted = Self.decimals.sorted()
    let read = try context.fetch(
      FetchDescriptor(sortBy: [SortDescriptor(\ScalarSpecimen.decimal)])
    )
    #expect(read.map(\.decimal) == sorted)
    for bound in Self.decimals {
      let below = try context.fetchCount(
        FetchDescriptor<ScalarSpecimen>(predicate: #Predicate { $0.decimal < bound })
      )
      #expect(below == sorted.filter { $0 < bound }.count, "below \(bound)")
    }
    guard kind == .file else { return }
    let orders = try RawDatabase(file).rows(
      "SELECT \"order\" FROM ScalarSpecimen ORDER BY decimal"
    )
    #expect(orders.map { $0[0] } == read.map { "\($0.order)" })
  }

  @Test("Decimals in arrays are exact", arguments: StoreKind.allCases)
  func decimalsInArrays(_ kind: StoreKind) throws {
    let values = Self.decimals.filter { !$0.isNaN }
    try check(\CodableSpecimen.decimals, [values], kind)
  }

  @Test("An identifier as an attribute", arguments: StoreKind.allCases)
  func identifiers(_ kind: StoreKind) throws {
    let context = ModelContext(try specimenContainer())
    let target = ScalarSpecimen()
    context.insert(target)
    try context.save()
    try check(\OptionalSpecimen.identifier, [target.persistentModelID, nil], kind)
  }

  // MARK: The file

  @Test("The tables are strict, and columns have the documented types")
  func columnTypes() throws {
    let context = ModelContext(try specimenContainer(file))
    let specimen = ScalarSpecimen(order: 1)
    specimen.uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    specimen.date = Date(timeIntervalSinceReferenceDate: 0.5)
    specimen.url = try #require(URL(string: "https://example.com/x"))
    specimen.string = "text"
    specimen.bool = true
    specimen.data = Data([0xAB])
    specimen.uint64 = .max
    context.insert(specimen)
    let codable = CodableSpecimen()
    codable.mood = .wild
    codable.level = .high
    codable.place.name = "P"
    context.insert(codable)
    context.insert(OptionalSpecimen())
    try context.save()

    let raw = try RawDatabase(file)
    let strict = try raw.rows("SELECT strict FROM pragma_table_list WHERE name LIKE '%Specimen'")
    #expect(strict == [["1"], ["1"], ["1"]])
    let types = try raw.rows("SELECT name, type FROM pragma_table_info('ScalarSpecimen')")
    let typeByName = Dictionary(uniqueKeysWithValues: types.map { ($0[0], $0[1]) })
    #expect(typeByName["_pk"] == "INTEGER")
    #expect(typeByName["date"] == "REAL")
    #expect(typeByName["uuid"] == "BLOB")
    #expect(typeByName["url"] == "TEXT")
    #expect(typeByName["decimal"] == "BLOB")
    #expect(typeByName["data"] == "BLOB")
    #expect(typeByName["bool"] == "INTEGER")
    #expect(typeByName["double"] == "REAL")
    #expect(typeByName["int8"] == "INTEGER")
    let row = try raw.rows(
      "SELECT hex(uuid), date, url, string, bool, hex(data), uint64 FROM ScalarSpecimen"
    )
    #expect(
      row == [
        [
          "00112233445566778899AABBCCDDEEFF", "0.5", "https://example.com/x", "text", "1", "AB",
          "-1",
        ]
      ]
    )
    let values = try raw.rows(
      "SELECT mood, level, json_extract(place, '$.name') FROM CodableSpecimen"
    )
    #expect(values == [["wild", "1000000", "P"]])
    let optional = try raw.rows(
      "SELECT uuid, date, mood, place, list, string FROM OptionalSpecimen"
    )
    #expect(optional == [Array(repeating: "NULL", count: 6)])
    #expect(try raw.value("PRAGMA integrity_check") == "ok")
  }

  @Test("The primary key is what the identifier of the object says")
  func primaryKey() throws {
    let context = ModelContext(try specimenContainer(file))
    let specimen = ScalarSpecimen()
    context.insert(specimen)
    try context.save()
    let stored = try #require(try RawDatabase(file).value("SELECT _pk FROM ScalarSpecimen"))
    let json = String(
      decoding: try JSONEncoder().encode(specimen.persistentModelID),
      as: UTF8.self
    )
    #expect(json.contains("p\(stored)"))
  }
}
