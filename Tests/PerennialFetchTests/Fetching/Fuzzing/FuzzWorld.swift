import RandomTesting
import SwiftData

@testable import Perennial

/// A store full of random objects, among them all that is known to be awkward.
struct FuzzWorld {
  static let texts = [
    "", "a", "A", "abc", "ABC", "abcabc", "aBc", "e", "é", "e\u{301}", "cafe\u{301}", "café",
    "a\r\nb", "a\nb", "\r\n", "\n", "ß", "ss", "straße", "STRASSE", "İstanbul", "ıI", "I", "i",
    "👨‍👩‍👧‍👦", "👨", "🇫🇷🇩🇪", "🇷🇩", "file 9", "file 10", "file 010", "z", "Ω", "Ω", "한", "ᄒ", "ab\u{300}c",
    "x\u{0}y", " ", "_", "ﬁ", "日本", "\u{10FFFF}", "𝄞", "o\u{308}\u{323}", "1e5", "NULL", "'", "\"",
    "%",
  ]
  static let numbers = [0, 1, -1, 2, 3, 5, 7, -7, 10, 42, 99, 100, -100]
  static let extremes = [0, 1, -1, .max, .min, .max - 1, .min + 1, 1 << 53, -(1 << 53) - 1]
  static let doubles: [Double] = [
    0, 1, -1, 0.1, 0.2, 0.3, 1.5, -2.5, 1e300, -1e300, .infinity, -.infinity, .nan, 3,
  ]
  static let notANumber = 0.0 / 0
  static let finite: [Double] = [0, 1, -1, 0.1, 0.3, 1.5, -2.5, 1e10, 3]
  static let seconds: [Double] = [
    0, 1, -1, 0.5, 86_400, -978_307_200, 700_000_000.25, 64_092_211_200,
  ]
  static let decimals = [
    "0", "1", "-1", "0.1", "0.25", "100", "-3.5", "12345678901234567890.5", "1e30",
  ]
  .compactMap { Decimal(string: $0) }
  static let codes = (0..<8).map { byte in
    UUID(uuid: (byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte &* 85))
  }
  static let links = ["https://example.org/a", "https://example.org/b?q=1", "file:///tmp/x"]
    .compactMap { URL(string: $0) }

  let container: ModelContainer
  let seed: UInt64

  /// - Parameter hasUnknownValues: Whether another program writes cases that the enumerations do not have.
  init(seed: UInt64, items: Int = 60, hasUnknownValues: Bool = false) throws {
    self.seed = seed
    container = try ModelContainer(
      for: FuzzItem.self,
      FuzzOwner.self,
      FuzzTag.self,
      configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
    let context = ModelContext(container)
    var random = SeededGenerator(seed: seed)
    Self.populate(context, items: items, &random)
    try context.save()
    if hasUnknownValues { try writeUnknownValues() }
  }

  private func writeUnknownValues() throws {
    let writes = [
      "UPDATE FuzzItem SET kind = 'velvet' WHERE _pk % 5 = 0",
      "UPDATE FuzzItem SET optionalKind = 'velvet' WHERE _pk % 7 = 0",
      "UPDATE FuzzItem SET optionalKind = 'linen' WHERE _pk % 7 = 1",
      "UPDATE FuzzTag SET fabric = 'linen' WHERE _pk % 4 = 0",
    ]
    for store in container.coordinator.stores {
      try store.exclusively { connection in for write in writes { try connection.run(write) } }
    }
  }

  /// Adds objects to a context.
  static func populate(_ context: ModelContext, items: Int, _ random: inout SeededGenerator) {
    let owners = (0..<(items / 4)).map { _ in owner(&random) }
    let tags = (0..<(items / 5)).map { _ in tag(&random) }
    for model in owners { context.insert(model) }
    for model in tags { context.insert(model) }
    for owner in owners where random.chance(0.6) { owner.boss = random.element(owners) }
    for tag in tags where random.chance(0.5) { tag.friends = random.some(tags) }
    for _ in 0..<items {
      let item = item(&random)
      context.insert(item)
      relate(item, owners, tags, &random)
    }
  }

  static func relate(
    _ item: FuzzItem,
    _ owners: [FuzzOwner],
    _ tags: [FuzzTag],
    _ random: inout SeededGenerator
  ) {
    item.owner = random.chance(0.7) ? random.element(owners) : nil
    item.keeper = random.chance(0.4) ? random.element(owners) : nil
    item.tags = random.some(tags)
    item.marks = random.chance(0.3) ? nil : random.some(tags)
  }

  static func item(_ random: inout SeededGenerator) -> FuzzItem {
    let item = FuzzItem(title: random.element(texts) ?? "")
    fill(item, &random)
    return item
  }

  static func fill(_ item: FuzzItem, _ random: inout SeededGenerator) {
    item.title = random.element(texts) ?? ""
    item.note = random.optional(texts)
    item.number = random.element(numbers) ?? 0
    item.optionalNumber = random.optional(numbers)
    item.extreme = random.element(extremes) ?? 0
    item.tiny = random.element([0, 1, -1, .max, .min, 5]) ?? 0
    item.medium = random.element([0, 1, .max, 300]) ?? 0
    item.huge = random.element([0, 1, .max, 1 << 63, (1 << 63) - 1, 5]) ?? 0
    item.price = random.element(doubles) ?? 0
    item.optionalPrice = random.optional(finite)
    item.ratio = random.element([0, 0.1, 1.5, -1, .nan, .infinity]) ?? 0
    item.isOn = random.chance(0.5)
    item.isMarked = random.optional([true, false])
    item.date = random.date
    item.due = random.chance(0.5) ? random.date : nil
    item.code = random.element(codes) ?? UUID()
    item.optionalCode = random.optional(codes)
    item.bytes = Data(random.element([[], [0], [1, 2], [255, 0, 255]]) ?? [])
    item.amount = random.element(decimals) ?? 0
    item.optionalAmount = random.optional(decimals)
    item.kind = random.element(FuzzKind.allCases) ?? .plain
    item.optionalKind = random.optional(FuzzKind.allCases)
    item.level = random.optional([FuzzLevel.low, .middle, .high])
    item.link = random.optional(links)
    item.place = FuzzPlace(city: random.element(texts) ?? "", number: random.element(numbers) ?? 0)
    item.words = random.some(texts)
  }

  static func owner(_ random: inout SeededGenerator) -> FuzzOwner {
    let owner = FuzzOwner(name: random.element(texts) ?? "")
    owner.nickname = random.optional(texts)
    owner.rank = random.element(numbers) ?? 0
    owner.optionalRank = random.optional(numbers)
    owner.score = random.element(doubles) ?? 0
    owner.isActive = random.chance(0.5)
    owner.since = random.date
    return owner
  }

  static func tag(_ random: inout SeededGenerator) -> FuzzTag {
    let tag = FuzzTag(label: random.element(texts) ?? "")
    tag.weight = random.element(numbers) ?? 0
    tag.value = random.optional(finite)
    tag.isShown = random.chance(0.5)
    return tag
  }
}

extension SeededGenerator {
  mutating func element<Value>(_ values: some Collection<Value>) -> Value? {
    values.randomElement(using: &self)
  }

  mutating func optional<Value>(_ values: some Collection<Value>) -> Value? {
    chance(0.35) ? nil : element(values)
  }

  /// Up to three of the values, each once.
  mutating func some<Value>(_ values: [Value]) -> [Value] {
    Array(values.shuffled(using: &self).prefix(Int.random(in: 0...3, using: &self)))
  }

  var date: Date {
    mutating get { Date(timeIntervalSinceReferenceDate: element(FuzzWorld.seconds) ?? 0) }
  }
}

extension FuzzWorld {
  /// Inserts, edits and deletes objects, and saves nothing.
  static func disturb(_ context: ModelContext, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 1)
    let owners = try context.fetch(FetchDescriptor<FuzzOwner>())
    let tags = try context.fetch(FetchDescriptor<FuzzTag>())
    let items = try context.fetch(FetchDescriptor<FuzzItem>())
    for item in items where random.chance(0.2) { fill(item, &random) }
    for item in items where random.chance(0.1) { relate(item, owners, tags, &random) }
    for owner in owners where random.chance(0.2) { owner.name = random.element(texts) ?? "" }
    for tag in tags where random.chance(0.2) { tag.weight = random.element(numbers) ?? 0 }
    for _ in 0..<6 {
      let item = item(&random)
      context.insert(item)
      relate(item, owners, tags, &random)
    }
    for item in items where random.chance(0.1) { context.delete(item) }
    if random.chance(0.5), let owner = random.element(owners) { context.delete(owner) }
  }
}
