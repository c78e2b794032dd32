import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Perennial

private enum Grade: String, Codable, CaseIterable {
  case low, middle, high
}

@Model
private final class Medley {
  var numbers: Set<Int>
  var words: Set<String>?
  var levels: [Grade: [Int]]

  init(_ numbers: Set<Int>, _ words: Set<String>?, _ levels: [Grade: [Int]]) {
    self.numbers = numbers
    self.words = words
    self.levels = levels
  }
}

/// Sets, and dictionaries whose JSON is an array, give their elements in another order in each process, and
/// in one process if they were made in another way.
@Suite("Values without an order")
struct UnorderedValueTests {
  private static let words = [
    "", "a", "b,c", "d]", "[e", "{f", "g\"h", "i\\", "\\\"", "ü", "\u{1F600}", "j\nk", "l\u{1}",
  ]

  /// The same set, laid out in another way.
  private func shuffled<Element: Hashable>(_ elements: some Collection<Element>) -> Set<Element> {
    var set = Set<Element>(minimumCapacity: elements.count * 64)
    for element in elements.shuffled() { set.insert(element) }
    return set
  }

  private func shuffled(_ dictionary: [Grade: [Int]]) -> [Grade: [Int]] {
    var copy = [Grade: [Int]](minimumCapacity: 500)
    for (key, value) in dictionary.shuffled() { copy[key] = value }
    return copy
  }

  @Test("Equal values are equal texts, and come back")
  func texts() throws {
    let levels: [Grade: [Int]] = [.high: [3, 1], .low: [], .middle: [2]]
    let text = try JSONColumn.encode(levels)
    #expect(try JSONColumn.encode(Set([10, 9, -1])) == "[-1,10,9]")
    #expect(text == #"["high",[3,1],"low",[],"middle",[2]]"#)
    for _ in 0..<50 {
      let words = shuffled(Self.words)
      #expect(try JSONColumn.encode(words) == JSONColumn.encode(Set(Self.words)))
      #expect(
        try JSONColumn.decode(Set<String>.self, from: JSONColumn.encode(words)) == Set(Self.words))
      #expect(try JSONColumn.encode(shuffled(levels)) == text)
      #expect(try JSONColumn.decode([Grade: [Int]].self, from: text) == levels)
    }
  }

  @Test("Empty ones, lists, and dictionaries whose JSON is an object, are as ever")
  func others() throws {
    #expect(try JSONColumn.encode(Set<Int>()) == "[]")
    #expect(try JSONColumn.encode([Grade: Int]()) == "[]")
    #expect(try JSONColumn.encode([3, 1, 2]) == "[3,1,2]")
    #expect(try JSONColumn.encode(["b": 1, "a": 2]) == #"{"a":2,"b":1}"#)
    #expect(try JSONColumn.encode([10: "b", 9: "a"]) == #"{"10":"b","9":"a"}"#)
  }

  @Test("Objects with them are stored in the same words")
  func rows() throws {
    let directory = try ScratchDirectory()
    let file = directory.file("medleys.store")
    let context = ModelContext(
      try ModelContainer(for: Medley.self, configurations: ModelConfiguration(url: file)))
    let numbers = Array(0..<200)
    for _ in 0..<20 {
      context.insert(
        Medley(shuffled(numbers), shuffled(Self.words), shuffled([.low: [1], .high: []])))
    }
    try context.save()
    let stored = try RawDatabase(file).rows("SELECT DISTINCT numbers, words, levels FROM Medley")
    #expect(stored.count == 1)
    let found = try ModelContext(context.container).fetch(FetchDescriptor<Medley>())
    #expect(found.allSatisfy { $0.numbers == Set(numbers) && $0.words == Set(Self.words) })
  }
}
