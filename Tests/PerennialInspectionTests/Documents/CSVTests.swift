import Foundation
import PerennialJSON
import Testing

@testable import PerennialInspection

@Suite("Comma-separated values")
struct CSVTests {
  private func read(_ text: String) throws -> [[String]] {
    var reader = CSVReader(ByteReader(text))
    var lines: [[String]] = []
    while let cells = try reader.cells() { lines.append(cells) }
    return lines
  }

  @Test(
    "Lines are cells",
    arguments: [
      ("", []),
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
      ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
      (",\n", [["", ""]]),
      ("\"a,b\",\"c\"\"d\"\r\n", [["a,b", "c\"d"]]),
      ("\"a\r\nb\",\"\"\n", [["a\r\nb", ""]]),
      (" a , b \n", [[" a ", " b "]]),
      ("\n", [[""]]),
    ])
  func lines(_ text: String, _ cells: [[String]]) throws { #expect(try read(text) == cells) }

  @Test(
    "What is none is an error of its line",
    arguments: [
      ("a\n\"b", 2), ("a\n\"b\"c\n", 2), ("a\nb\"c\n", 2), ("a\rb", 1), ("\"a\nb\"\n\"c\"d\n", 3),
    ])
  func mistakes(_ text: String, _ line: Int) {
    let error = #expect(throws: DocumentError.self) { try read(text) }
    #expect(error?.line == line)
  }

  @Test("What is written is read again")
  func writing() throws {
    var random = RandomStore(seed: 9)
    for _ in 0..<200 {
      let lines = (0..<3).map { _ in (0..<4).map { _ in random.text() } }
      var text = CSVText()
      for line in lines {
        for cell in line { text.add(cell) }
        text.endLine()
      }
      let read = try read(String(decoding: text.bytes, as: UTF8.self))
      #expect(read.map { $0.map { Array($0.utf8) } } == lines.map { $0.map { Array($0.utf8) } })
    }
  }
}
