import RandomTesting
import SwiftData
import Testing

@testable import Perennial
import PerennialRecords

/// The SQL functions for texts give the same results as Swift.
@Suite("Texts in SQL")
struct TextFunctionTests {
  @Test(
    "contains, starts(with:), count and localizedStandardContains",
    arguments: TestSeeds.some(8) + [1_795_860_958_350])
  func random(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      let text = text(&random, upTo: 8)
      let part = random.chance(0.5) ? piece(of: text, &random) : self.text(&random, upTo: 3)
      compare(text, part)
    }
  }

  @Test("Texts that are known to be awkward")
  func known() {
    for text in FuzzWorld.texts {
      for part in FuzzWorld.texts { compare(text, part) }
    }
  }

  private func compare(_ text: String, _ part: String) {
    var (first, second) = (text.storedForm, part.storedForm)
    first.withUTF8 { first in
      second.withUTF8 { second in
        let (value, other) = (SQLTextValue(first), SQLTextValue(second))
        let names = "\(text.debugDescription) \(part.debugDescription)"
        #expect(value.contains(other) == contains(text, part), "\(names)")
        #expect(value.starts(with: other) == text.starts(with: part), "\(names)")
        #expect(value.characterCount == text.count, "\(names)")
        #expect(
          value.localizedStandardContains(other) == TextRelation.contains.holds(text, part),
          "\(names)"
        )
        #expect(TextRange(prefix: part).contains(text) || !text.starts(with: part), "\(names)")
      }
    }
  }

  /// As `Predicate` calls it: by the elements of collections.
  private func contains<Base: Collection<Character>>(
    _ base: Base,
    _ part: some Collection<Character>
  ) -> Bool { base.contains(part) }

  private func text(_ random: inout SeededGenerator, upTo count: Int) -> String {
    let pieces = [
      "a", "A", "b", "é", "e\u{301}", "e", "\r", "\n", "\r\n", " ", "ß", "s", "İ", "ı", "i", "I",
      "\u{301}", "\u{323}", "👨‍👩‍👧", "👨", "\u{200D}", "🇫🇷", "🇫", "한", "ᄒ", "ᅡ", "ᆫ", "\u{0}", "ﬁ", "日",
      "\u{0600}", "क्", "षि", "\u{10FFFF}", "\u{D7FF}", "\u{2125}",
    ]
    return (0..<Int.random(in: 0...count, using: &random)).map { _ in random.element(pieces) ?? "" }
      .joined()
  }

  /// Some scalars of a text, which need not be whole characters.
  private func piece(of text: String, _ random: inout SeededGenerator) -> String {
    let scalars = Array(text.unicodeScalars)
    let start = Int.random(in: 0...scalars.count, using: &random)
    let end = Int.random(in: start...scalars.count, using: &random)
    var piece = String.UnicodeScalarView()
    piece.append(contentsOf: scalars[start..<end])
    return String(piece)
  }

  @Test("JSON arrays of texts are searched as Swift searches arrays", arguments: TestSeeds.some(4))
  func arrays(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let array = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        random.chance(0.2) ? "q\"\\/\t\u{8}" : text(&random, upTo: 3)
      }
      let element = random.element(array) ?? text(&random, upTo: 3)
      var (json, part) = (try JSONColumn.encode(array), element.storedForm)
      let found = json.withUTF8 { json in
        part.withUTF8 { JSONTexts(SQLTextValue(json)).contains(SQLTextValue($0)) }
      }
      #expect(found == array.contains(element), "\(array) \(element.debugDescription)")
    }
  }
}

extension TextRange {
  /// Returns `true` if a text lies in the range, as SQLite compares.
  fileprivate func contains(_ text: String) -> Bool {
    conditions(.value(.text(text))).allSatisfy { condition in
      guard case .binary(let operation, _, .value(.text(let bound))) = condition else {
        return false
      }
      let precedes = text.storedForm.utf8.lexicographicallyPrecedes(bound.storedForm.utf8)
      return operation == .less ? precedes : !precedes
    }
  }
}
