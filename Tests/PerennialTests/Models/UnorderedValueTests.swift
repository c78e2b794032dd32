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

private struct Spice: Codable, Hashable {
  var name: String
  var uses: Set<String> = []
}

private class Rack: Codable {
  var numbers: Set<Int> = []
  init() {}
}

private final class Shelf: Rack {
  var spices: [Grade: Set<Spice>] = [:]
  override init() { super.init() }

  enum CodingKeys: CodingKey { case spices }

  required init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try super.init(from: values.superDecoder())
    spices = try values.decode([Grade: Set<Spice>].self, forKey: .spices)
  }

  override func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: values.superEncoder())
    try values.encode(spices, forKey: .spices)
  }
}

private indirect enum Menu: Codable {
  case dish(Spice, [Menu])
  case none
}

/// A value of each kind that Foundation's encoder writes in a form of its own, and of each container.
private struct Plain: Codable {
  var address = URL(string: "https://example.org/a?b=c")
  var addresses = [URL(string: "https://example.org")]
  var amount = Decimal(string: "1.10000000000000000001")
  var amounts = ["b": Decimal(2), "a": Decimal(1)]
  var date = Date(timeIntervalSinceReferenceDate: 1.5)
  var data = Data([1, 2])
  var identifier = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var numbers: [Double] = [.infinity, -.infinity, .nan, 0.1, -0.0]
  var big = UInt64.max
  var none: Int?
  var range = 1..<3
  var names = [2: "b", 1: "a"]
  var nested = Nested()

  struct Nested: Codable {
    enum CodingKeys: CodingKey { case first, second }

    init() {}
    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      var list = values.nestedUnkeyedContainer(forKey: .first)
      try list.encodeNil()
      var object = list.nestedContainer(keyedBy: CodingKeys.self)
      try object.encode("a", forKey: .first)
      try object.encodeNil(forKey: .second)
      var inner = list.nestedUnkeyedContainer()
      try inner.encode([true, false])
      var other = values.nestedContainer(keyedBy: CodingKeys.self, forKey: .second)
      try other.encode(Float(1.25), forKey: .first)
    }
  }
}

@Model
private final class Jar {
  #Unique<Jar>([\.spice])
  var spice: Spice
  var amount: Int

  init(_ spice: Spice, amount: Int) {
    self.spice = spice
    self.amount = amount
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

  @Test("Equal values with sets inside are equal texts, at any depth, and come back (41.12)")
  func nested() throws {
    func spice() -> Spice { Spice(name: "salt", uses: shuffled(Self.words)) }
    func spices() -> Set<Spice> {
      shuffled([spice(), Spice(name: "pepper", uses: shuffled(["a", "b"])), Spice(name: "dill")])
    }
    func shelf() -> Shelf {
      let shelf = Shelf()
      shelf.numbers = shuffled(0..<20)
      shelf.spices = [.high: spices(), .low: [], .middle: [spice()]]
      return shelf
    }
    func menu() -> Menu { .dish(spice(), [.none, .dish(spice(), [])]) }
    func texts() throws -> [String] {
      [
        try JSONColumn.encode(spice()), try JSONColumn.encode(spices()),
        try JSONColumn.encode(shelf()), try JSONColumn.encode(menu()),
        try JSONColumn.encode(["b": shuffled(1..<20), "a": shuffled(Self.words.indices)]),
        try JSONColumn.encode([spices(): [spice()], []: []]),
        try JSONColumn.encode(Optional([shuffled(Self.words)])),
      ]
    }
    let first = try texts()
    for _ in 0..<50 { #expect(try texts() == first) }
    #expect(try JSONColumn.decode(Spice.self, from: first[0]) == spice())
    #expect(try JSONColumn.decode(Set<Spice>.self, from: first[1]) == spices())
    #expect(try JSONColumn.decode(Shelf.self, from: first[2]).spices == shelf().spices)
    #expect(
      try JSONColumn.decode([Set<Spice>: [Spice]].self, from: first[5])[spices()] == [spice()])
  }

  @Test("Values without sets inside are written as Foundation's encoder writes them")
  func plain() throws {
    #expect(try JSONColumn.encode(Plain()) == JSONColumn.json(Plain()))
    #expect(try JSONColumn.encode([Plain(), Plain()]) == JSONColumn.json([Plain(), Plain()]))
    #expect(
      try JSONColumn.encode(Set(Plain().addresses)) == #"["https://example.org"]"#)
  }

  @Test("Equal values of a unique property with a set inside are one row (41.12)")
  func unique() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Jar.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    for amount in 1...20 {
      context.insert(Jar(Spice(name: "salt", uses: shuffled(Self.words)), amount: amount))
      try context.save()
    }
    let spice = Spice(name: "salt", uses: shuffled(Self.words))
    let found = try ModelContext(context.container).fetch(
      FetchDescriptor<Jar>(predicate: #Predicate { $0.spice == spice }))
    #expect(found.map(\.amount) == [20])
    #expect(try context.fetchCount(FetchDescriptor<Jar>()) == 1)
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
