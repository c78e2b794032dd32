import Foundation
import PerennialPresets
import PerennialRecords
import RandomTesting
import SwiftData
import Testing

/// A preset with links in a store, and the record that the same history of actions leads to.
private struct LinkHistory {
  private static let tags = ["a", "b", "c", "d", "e"]

  let seed: UInt64
  private let container: ModelContainer
  private var random: SeededGenerator
  private var story: [String] = []
  private var version = 0
  /// The versions that offer each tag.
  private let lifetimes: [String: Set<Int>]
  /// The links that the user has inserted.
  private var own: Set<String> = []
  private var state = RecordState<Content>()
  private var time: Int64 = 0

  init(seed: UInt64) throws {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    lifetimes = Dictionary(
      uniqueKeysWithValues: Self.tags.map { tag in
        (tag, Set((1...10).filter { _ in random.happens(50) }))
      })
    self.random = random
    container = try Kitchen.container(nil)
    try update()
  }

  private var comment: Comment { "seed \(seed), \(lifetimes), \(story)" }

  private var reading: RecordReading<Content> { RecordReading(state) }

  private var offered: [String] {
    Self.tags.filter { lifetimes[$0]?.contains(version) == true }
  }

  private mutating func moment() -> Stamp {
    time += 1
    return PerennialPresetsTests.moment(time)
  }

  mutating func step() throws {
    switch random.index(10) {
    case 0...2: try update()
    case 3: try reset()
    case 4, 5: try unlink()
    default: try link()
    }
    try check()
  }

  private mutating func update() throws {
    version += 1
    story.append("version \(version)")
    let offered = offered
    let catalog = PresetCatalog("kitchen", version: version) {
      Presets(id: \DishTag.presetID) { Self.tags.map { DishTag(presetID: $0, name: $0) } }
      Presets(id: \.slug) {
        [Dish("pasta", "Pasta", tags: offered.map { DishTag(presetID: $0, name: $0) })]
      }
    }
    try container.usePresets([catalog])
    state.offer(
      CatalogVersion(version: version, values: [:], links: ["tags": offered.map { RecordName($0) }])
    )
  }

  private mutating func reset() throws {
    story.append("reset")
    try container.presets.reset(.models([Dish.self]), backup: .none)
    state.reset(at: moment())
    own = []
  }

  /// Links the preset to a preset tag or to a new tag of the user, from either end.
  private mutating func link() throws {
    let context = ModelContext(container)
    let dish = try #require(try context.dish("pasta"))
    let free = Self.tags.filter { tag in !dish.tags.contains { $0.presetID == tag } }
    let tag: DishTag
    if random.happens(60), let id = random.element(of: free) {
      tag = try #require(try context.tag(id))
      own.insert(id)
    } else {
      tag = DishTag(name: "own \(time)")
      context.insert(tag)
    }
    story.append("link \(tag.name)")
    if random.happens(50) { dish.tags.append(tag) } else { tag.dishes.append(dish) }
    try context.save()
    state.link("tags", to: RecordName(tag.name), at: moment())
  }

  /// Cuts a link of the catalog or of the user. A store does not record the end of a link that was the user's alone, so
  /// a later version must not offer it.
  private mutating func unlink() throws {
    let context = ModelContext(container)
    let dish = try #require(try context.dish("pasta"))
    let tags = dish.tags.filter { tag in
      guard let id = tag.presetID, own.contains(id), let versions = lifetimes[id] else {
        return true
      }
      return versions.contains(version) || !versions.contains { $0 > version }
    }
    guard let tag = random.element(of: tags.sorted { $0.name < $1.name }) else { return }
    story.append("unlink \(tag.name)")
    dish.tags.removeAll { $0 === tag }
    try context.save()
    state.unlink("tags", from: RecordName(tag.name), at: moment())
  }

  private func check() throws {
    let context = ModelContext(container)
    let dish = try #require(try context.dish("pasta"))
    #expect(
      dish.tags.map(\.name).sorted() == reading.links(of: "tags").map(\.rawValue).sorted(), comment)
  }
}

@Suite("Links of presets, compared with the rules of records")
struct LinkDifferentialTests {
  @Test("A store shows the links of RecordReading after any history of links, versions and resets")
  func histories() throws {
    for seed in TestSeeds.some(TestAmount.presetHistories.count) {
      var history = try LinkHistory(seed: seed)
      for _ in 0..<10 { try history.step() }
    }
  }

  // MARK: Links that a catalog has for some versions only

  /// Applies a version that offers links to some of the preset tags a and b.
  private func apply(_ version: Int, _ tags: [String], to container: ModelContainer) throws {
    let catalog = PresetCatalog("kitchen", version: version) {
      Presets(id: \DishTag.presetID) { ["a", "b"].map { DishTag(presetID: $0, name: $0) } }
      Presets(id: \.slug) {
        [Dish("pasta", "Pasta", tags: tags.map { DishTag(presetID: $0, name: $0) })]
      }
    }
    try container.usePresets([catalog])
  }

  /// Links the preset to a tag, or cuts the link.
  private func toggle(_ id: String, in container: ModelContainer) throws {
    let context = ModelContext(container)
    let dish = try #require(try context.dish("pasta"))
    let tag = try #require(try context.tag(id))
    if dish.tags.contains(tag) {
      dish.tags.removeAll { $0 === tag }
    } else {
      dish.tags.append(tag)
    }
    try context.save()
  }

  private func tags(_ container: ModelContainer) throws -> [String] {
    try #require(try ModelContext(container).dish("pasta")).tags.map(\.name).sorted()
  }

  @Test("A link that the user inserted before the catalog stays when the catalog removes it")
  func insertedTwice() throws {
    let container = try Kitchen.container(nil)
    try apply(1, ["a"], to: container)
    try toggle("b", in: container)
    try apply(2, ["a", "b"], to: container)
    try apply(3, ["a"], to: container)
    #expect(try tags(container) == ["a", "b"])
  }

  @Test(
    "A link that the user and the catalog have inserted stays deleted after the user deletes it")
  func deletedAfterBoth() throws {
    let container = try Kitchen.container(nil)
    try apply(1, [], to: container)
    try toggle("a", in: container)
    try apply(2, ["a"], to: container)
    try toggle("a", in: container)
    try apply(3, ["a"], to: container)
    #expect(try tags(container) == [])
  }

  @Test("A deleted link stays deleted if the catalog offers it again after a version without it")
  func offeredAgain() throws {
    let container = try Kitchen.container(nil)
    try apply(1, ["a"], to: container)
    try toggle("a", in: container)
    try apply(2, [], to: container)
    #expect(try tags(container) == [])
    try apply(3, ["a"], to: container)
    #expect(try tags(container) == [])
  }
}
