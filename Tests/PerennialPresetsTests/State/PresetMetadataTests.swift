import Foundation
import Perennial
import RandomTesting
import StoreTesting
import Testing

@Suite("The text of what a preset's row says of itself")
struct PresetMarkTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private static let stamps: [[String: FieldStamps.Cell]] = [
    [:],
    ["name": .init(time: 118_340_403_200_000, base: .text("\"name\":[ }] \\ \n 👩‍👩‍👧‍👦"))],
    [
      "height": .init(
        time: -1, base: .real(0.1), theirs: .integer(3), mine: .blob(Data([0, 255]))),
      "name": .init(time: .max, base: .null, theirs: .null), "code": .init(time: 9),
    ],
  ]

  @Test("It is read as it was written, and is JSON", arguments: Nursery.hardIDs)
  func roundTrip(_ id: String) throws {
    for cells in Self.stamps {
      try expect(PresetMetadata(name: "my \"book\"/\(id)", stamps: .init(cells)))
    }
  }

  @Test("So are random ones")
  func random() throws {
    let alphabet = Array("ab/\"\\[]{},:\n\t\u{0}\u{301}é👩‍👩‍👧‍👦name".unicodeScalars)
    for seed in TestSeeds.some(200) {
      var generator = SeededGenerator(seed: seed)
      func text() -> String {
        let count = Int.random(in: 0...12, using: &generator)
        var text = String.UnicodeScalarView()
        for _ in 0..<count {
          if let scalar = alphabet.randomElement(using: &generator) { text.append(scalar) }
        }
        return String(text)
      }
      var cells: [String: FieldStamps.Cell] = [:]
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        cells[text()] = .init(time: .random(in: 0...9, using: &generator), base: .text(text()))
      }
      try expect(PresetMetadata(name: text(), stamps: .init(cells)), "seed \(seed)")
    }
  }

  private func expect(_ mark: PresetMetadata, _ comment: Comment? = nil) throws {
    let text = mark.text
    let read = try PresetMetadata(text: text)
    #expect(read.name.utf8.elementsEqual(mark.name.utf8), comment)
    #expect(read.stamps == mark.stamps, comment)
    #expect(read.text == text, comment)
    // SQLite reads the same, and tells by the end whether there are stamps.
    let literal = "'\(text.replacingOccurrences(of: "'", with: "''"))'"
    let row = try RawDatabase(directory.file("empty")).rows(
      """
      SELECT json_valid(\(literal)), hex(json_extract(\(literal), '$[0]')), \
      json_array_length(\(literal)), substr(\(literal), -2) = '}]'
      """
    ).first
    // It ends a text that it takes out of JSON at the first U+0000.
    let name = mark.name.utf8.prefix { $0 > 0 }.map { String(format: "%02X", $0) }.joined()
    let isStamped = !mark.stamps.cells.isEmpty
    #expect(row == ["1", name, isStamped ? "2" : "1", isStamped ? "1" : "0"], comment)
  }

  @Test(
    "What is none is an error",
    arguments: [
      "", "kitchen/pasta", "[", "[]", "[\"a/b\"", "[\"a/b\",]", "[\"a/b\",{]", "[\"a/b\\\"]",
      "[\"a\\q\"]",
      "[\"a/b\"x]", "[\"a/b\",{\"t\":7}]", "[\"a/b\",{\"t\":[\"7\"]}]", "[\"a/b\",{\"t\":[7,{}]}]",
      "[ \"a/b\"]", "{\"a\":1}", "[\"a/b\",[]]",
    ])
  func damage(_ text: String) {
    #expect(throws: DecodingError.self) { try PresetMetadata(text: text) }
  }

  @Test(
    "Stamps are read alike in the form in which they are written and with spaces",
    arguments: [
      "7,1", "7,-1,null", "-7,1,5", "7,1,\"x\"", "7,1,\"\"", "7,1,{\"real\":\"0.5\"}",
      "7,1,{\"blob\":\"00ff\"}", "7,1,\"é\",-9223372036854775808", "7,1,1,2,{\"real\":\"inf\"}",
      "7,1,\"a\\n\",null,3",
      // Foundation of Swift 6.3.1 takes one comma at the end of an array or an object.
      "7,1,",
    ])
  func spaces(_ cell: String) throws {
    let written = try PresetMetadata(text: "[\"a/b\",{\"t\":[\(cell)],\"u\":[\(cell)]}]")
    let spaced = try PresetMetadata(text: "[\"a/b\",{\"t\": [ \(cell) ], \"u\": [ \(cell) ] } ]")
    #expect(written == spaced)
    #expect(written.stamps.cells.count == 2)
  }

  @Test(
    "Numbers that JSON does not allow are damage",
    arguments: ["07,1", "7,01", "7,-", "7,1,9223372036854775808", "7,,1", "7"])
  func numbers(_ cell: String) {
    #expect(throws: DecodingError.self) {
      try PresetMetadata(text: "[\"a/b\",{\"t\":[\(cell)]}]")
    }
  }
}
