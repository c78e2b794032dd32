import Foundation
import RandomTesting
import Testing

@testable import Perennial

@Suite("Packed values")
struct PackedRowTests {
  private static let values: [SQLValue] = [
    .null, .integer(.min), .integer(7), .real(-0.5), .real(.infinity), .text(""), .text("short"),
    .text(String(repeating: "é", count: 2048)), .text(String(repeating: "é", count: 2049)),
    .blob(Data()), .blob(Data([0, 255])), .blob(Data(count: 4096)), .blob(Data(count: 4097)),
  ]

  @Test("A row has the values that it was given, however many rows follow")
  func reading() {
    for seed in TestSeeds.some(20) {
      var random = SeededGenerator(seed: seed)
      let packed = PackedValues()
      var rows: [(row: PackedRow, values: [SQLValue])] = []
      for _ in 0..<2000 {
        let count = Int.random(in: 1...12, using: &random)
        var values = Array(repeating: SQLValue.null, count: count)
        let row = packed.makeRow(count)
        for index in values.indices.shuffled(using: &random).dropFirst() {
          values[index] = Self.values.randomElement(using: &random) ?? .null
          row.set(index, to: values[index])
        }
        rows.append((row, values))
      }
      withExtendedLifetime(packed) {
        let areSame = rows.allSatisfy { row, values in
          values.indices.allSatisfy { row[$0] == values[$0] }
        }
        #expect(areSame, "seed \(seed)")
      }
    }
  }

  @Test("SQLite gets the values as they are, and the columns are compared with them")
  func binding() throws {
    let connection = try Connection()
    let packed = PackedValues()
    let row = packed.makeRow(Self.values.count)
    for (index, value) in Self.values.enumerated() { row.set(index, to: value) }
    let parameters = Self.values.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.statement("SELECT \(parameters)")
    defer { statement.reset() }
    var binder = _Storage.Binder(statement)
    binder.bind(Array(Self.values.indices), of: row)
    #expect(try connection.step(statement))
    var columns = _Storage.Row(statement.pointer)
    #expect(columns.differences(from: row, at: Array(Self.values.indices)) == 0)
    columns.column = 0
    for value in Self.values { #expect(columns.value() == value) }
    row.set(3, to: Int64(1))
    row.set(6, to: .text("Short"))
    columns.column = 0
    #expect(columns.differences(from: row, at: Array(Self.values.indices)) == 1 << 3 | 1 << 6)
    withExtendedLifetime(packed) {}
  }

  @Test(
    "The metadata of a preset is packed as it is written",
    arguments: ["a", "a/b", "\"", "\\", "\n", "é", "e\u{301}", "👩‍👩‍👧‍👦", "\u{7F}", "Ελιά", ""])
  func metadata(_ id: String) throws {
    let packed = PackedValues()
    for catalog in ["book", "my \"book\"", "cafe\u{301}"] {
      for firstID in [nil, "first", "\"\u{301}"] {
        let row = packed.makeRow(1)
        row.set(0, toMetadataOf: id, in: catalog, firstID: firstID)
        let name = PresetMetadata.name(of: id, in: catalog)
        guard case .text(let text) = row[0] else {
          Issue.record("not a text")
          continue
        }
        let expected = PresetMetadata.pristine(name, firstID: firstID)
        #expect(text.utf8.elementsEqual(expected.utf8))
      }
    }
  }
}
