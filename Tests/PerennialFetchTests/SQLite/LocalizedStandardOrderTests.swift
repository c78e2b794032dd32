import RandomTesting
import SwiftData
import Testing

@testable import Perennial
import PerennialRecords

@Suite("The order in which people expect texts")
struct LocalizedStandardOrderTests {
  @Test("Numbers count, case and diacritics hardly")
  func expectations() {
    let sorted = [
      "", " a", "_", "-", "a", "A", "á", "ab", "AB", "Äpfel", "b", "e", "E", "é", "f", "file 1",
      "file 2", "file 9", "file 10", "file 010", "o", "ø", "oe", "œ", "s", "ss", "SS", "ß", "st",
      "z", "zebra", "Zebra", "Ω", "я", "日本",
    ]
    var shuffled = sorted.shuffled()
    shuffled.sort { LocalizedStandardOrder.compare($0, $1) < 0 }
    #expect(shuffled == sorted)
    for (first, second) in zip(shuffled, shuffled.dropFirst()) {
      #expect(LocalizedStandardOrder.compare(first, second) < 0, "\(first) before \(second)")
    }
    #expect(precede("file 9", "file 10"))
    #expect(precede("file 10", "file 010"))
    #expect(precede("apple", "Banana"))
    #expect(precede("Apple", "banana"))
    #expect(precede("apple", "Apple"))
    #expect(precede("e", "é"))
    #expect(precede("é", "f"))
    #expect(precede("ss", "ß"))
    #expect(precede("ß", "st"))
    #expect(precede("10", "a"))
    #expect(precede("_", "1"))
  }

  private func precede(_ first: String, _ second: String) -> Bool {
    LocalizedStandardOrder.compare(first, second) < 0
      && LocalizedStandardOrder.compare(second, first) > 0
  }

  @Test("It is total", arguments: TestSeeds.some(4))
  func total(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      let (a, b, c) = (text(&random), text(&random), text(&random))
      let (ab, bc, ac) = (
        LocalizedStandardOrder.compare(a, b), LocalizedStandardOrder.compare(b, c),
        LocalizedStandardOrder.compare(a, c)
      )
      #expect(LocalizedStandardOrder.compare(b, a).signum() == -ab.signum())
      #expect((ab == 0) == (a == b))
      if ab <= 0, bc <= 0 {
        #expect(ac <= 0, "\(a.debugDescription) \(b.debugDescription) \(c.debugDescription)")
      }
    }
  }

  @Test("ASCII needs no keys, and gives the same", arguments: TestSeeds.some(4))
  func shortcut(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      let (a, b) = (text(&random), text(&random))
      var (left, right) = (a.storedForm, b.storedForm)
      let quick = left.withUTF8 { left in right.withUTF8 { ASCIIOrder.compare(left, $0) } }
      let slow = CollationKey(a).compare(CollationKey(b))
      if let quick {
        #expect(quick.signum() == slow.signum(), "\(a.debugDescription) \(b.debugDescription)")
      }
    }
  }

  private func text(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "A", "b", "B", "é", "e\u{301}", "e", "ß", "s", "0", "00", "1", "10", "9", " ", "_", "-",
      "\u{301}", "Ω", "日", "👨‍👩‍👧", "\u{200D}", "\r\n", "\u{1}", "٣", "²", "ﬁ", "İ", "i", "x\u{0}",
    ]
    return (0..<Int.random(in: 0...4, using: &random)).map { _ in random.element(pieces) ?? "" }
      .joined()
  }
}
