import AppleStoreTesting
import Foundation
import StoreTesting
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: values")
struct ValueTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("Model.sqlite") }

  init() throws { directory = try ScratchDirectory() }

  /// Writes a store with an entity `Item` that has one attribute and one object, and stores a value in SQL.
  private func read(_ type: StoredModel.AttributeType, stored: String) throws -> AppleValue {
    try? FileManager.default.removeItem(at: url)
    try SampleStore.item(type).write(to: url)
    try RawDatabase(url).run("UPDATE ZITEM SET ZVALUE = \(stored)")
    let row = try #require(try AppleStore(contentsOf: url).rows(of: "Item", limit: 2).first)
    return try #require(row["value"])
  }

  @Test("A date is stored in seconds since 2001, as INTEGER if they are whole")
  func dates() throws {
    #expect(
      try read(.date, stored: "777024000")
        == .date(Date(timeIntervalSinceReferenceDate: 777_024_000)))
    #expect(
      try read(.date, stored: "777036120.925461")
        == .date(Date(timeIntervalSinceReferenceDate: 777_036_120.925461)))
    #expect(try read(.date, stored: "-13197600000.0") != .null)
  }

  @Test("A decimal number has the digits that its REAL shows")
  func decimals() throws {
    #expect(try read(.decimal, stored: "10") == .decimal(10))
    #expect(try read(.decimal, stored: "10.11") == .decimal(Decimal(string: "10.11")!))
    #expect(
      try read(.decimal, stored: "3.3333333333") == .decimal(Decimal(string: "3.3333333333")!))
  }

  @Test("A UUID may begin with the byte that marks external storage")
  func uuids() throws {
    let value = try read(.uuid, stored: "x'02000000000000000000000000000001'")
    #expect(value == .uuid(UUID(uuidString: "02000000-0000-0000-0000-000000000001")!))
  }

  @Test("A transformable value without an archive is its bytes")
  func transformable() throws {
    #expect(try read(.transformable, stored: "x'6B655A'") == .data(Data([0x6B, 0x65, 0x5A])))
  }

  private static let misfits: [(StoredModel.AttributeType, String)] = [
    (.integer(bits: 16), "40000"), (.integer(bits: 32), "'text'"), (.integer(bits: 64), "1.5"),
    (.boolean, "2"), (.decimal, "x'00'"), (.decimal, "9e999"), (.decimal, "'12,5'"),
    (.decimal, "'12abc'"), (.double, "'a'"),
    (.string, "x'00'"), (.string, "CAST(x'FF' AS TEXT)"), (.date, "'today'"), (.date, "9e999"),
    (.data, "'text'"), (.uuid, "x'0102'"), (.url, "x'0102'"), (.transformable, "1"),
    // The beginning of a property list, and nothing that one has.
    (.transformable, "CAST(x'62706C6973743030' || zeroblob(40) AS BLOB)"),
  ]

  @Test(
    "A value that does not fit its attribute is reported with what is stored",
    arguments: misfits)
  func invalid(type: StoredModel.AttributeType, stored: String) throws {
    let value = try read(type, stored: stored)
    guard case .invalid(let invalid) = value else {
      Issue.record("\(value)")
      return
    }
    #expect(!invalid.reason.isEmpty && !invalid.stored.isEmpty)
    #expect(value.invalidParts.map(\.path) == [""])
  }

  @Test("A composite that is optional and has no values is nil")
  func composites() throws {
    let elements = [StoredModel.Attribute.sample("low", .integer(bits: 64))]
    for isOptional in [true, false] {
      try? FileManager.default.removeItem(at: url)
      try SampleStore.item(.composite, isOptional: isOptional, elements: elements).write(to: url)
      let row = try #require(try AppleStore(contentsOf: url).rows(of: "Item", limit: 1).first)
      #expect(row["value"]?["low"] == (isOptional ? nil : .null))
    }
  }

  @Test("Rows of entities that the model does not have are counted, and left out")
  func unknownRows() throws {
    try SampleStore.item(.string).write(to: url)
    try RawDatabase(url).run("INSERT INTO ZITEM (Z_PK, Z_ENT) VALUES (7, 99), (8, NULL)")
    let store = try AppleStore(contentsOf: url)
    #expect(try store.rows(of: "Item", limit: 10).count == 1)
    #expect(try store.unknownRows().map(\.count) == [2])
  }
}

extension StoredModel.Attribute {
  /// An attribute for tests.
  static func sample(
    _ name: String, _ type: StoredModel.AttributeType, isOptional: Bool = true,
    elements: [StoredModel.Attribute] = [], flags: Int64 = 0
  ) -> StoredModel.Attribute {
    StoredModel.Attribute(
      name: name, type: type, isOptional: isOptional, isTransient: false, isDerived: false,
      className: nil, transformerName: nil, renamingIdentifier: name, defaultValue: nil,
      elements: elements, enumerationCases: nil, flags: flags)
  }
}

extension SampleStore {
  /// A store with an entity `Item`, whose attribute `value` has no value in the one object, with the key 1.
  static func item(
    _ type: StoredModel.AttributeType, isOptional: Bool = true,
    elements: [StoredModel.Attribute] = [], flags: Int64 = 0
  ) -> SampleStore {
    let attribute = StoredModel.Attribute.sample(
      "value", type, isOptional: isOptional, elements: elements, flags: flags)
    let entity = StoredModel.Entity(
      name: "Item", className: nil, superentity: nil, isAbstract: false,
      renamingIdentifier: "Item", attributes: [attribute], relationships: [], uniqueness: [],
      versionHash: nil)
    let model = StoredModel(entities: [entity], versionIdentifiers: ["1.0.0"], source: .cache)
    return SampleStore(
      model: model,
      objects: [
        AppleRow(
          entity: "Item", key: 1, saveCount: 1,
          values: [AppleValue.Field(name: "value", value: .null)], references: [])
      ])
  }
}
