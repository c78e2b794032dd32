import Foundation
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Merging duplicates in a store")
struct StoreMergeTests {
  private static let rules: [PresetDuplicates] = [
    .ofPresets { (dish: Dish) in dish.slug },
    .ofPresets { (tag: DishTag) in tag.presetID },
    .ofPresets { (course: Course) in course.name },
    .ofPresets { (part: DishPart) in part.dish?.slug.map { "\($0)/\(part.name)" } },
  ]

  /// Makes the store of an app without presets: its content, some of it twice, and the user's own
  /// objects.
  private func oldStore(_ url: URL?) throws -> ModelContainer {
    let container = try Kitchen.container(nil, at: url)
    for round in 0..<2 {
      let context = ModelContext(container)
      let quick = DishTag(presetID: "quick", name: "Quick")
      let own = DishTag(name: "Mine")
      context.insert(
        Dish(
          "pasta", round == 0 ? "Pasta" : "My pasta", minutes: 20,
          parts: [DishPart("Pasta", "500 g"), DishPart("Salt", round == 0 ? "3" : "1")],
          tags: round == 0 ? [quick] : [quick, own]))
      context.insert(Dish("own \(round)", "Own", tags: [quick, own]))
      if round == 0 { context.insert(Course("Main")) }
      try context.save()
    }
    return container
  }

  @Test(
    "Copies become the preset's own row, with what the user wrote",
    arguments: Kitchen.Place.allCases)
  func copies(place: Kitchen.Place) throws {
    try Kitchen.with(place) { url in
      let container = try oldStore(url)
      try container.usePresets([Kitchen.catalog(1)])
      let context = ModelContext(container)
      let held = try context.fetch(FetchDescriptor<Dish>()).filter { $0.slug == "pasta" }
      let preset = try #require(held.first { $0.isPreset })
      #expect(held.count == 3)
      let own = try #require(try context.dish("own 0"))
      let told = try container.presets.mergeDuplicates(Self.rules, isDryRun: true)
      #expect(held.allSatisfy { $0.modelContext != nil })
      var report = try container.presets.mergeDuplicates(Self.rules)
      if url != nil {
        let file = try #require(url)
        #expect(try RawDatabase(file).danglingReferences.isEmpty)
      }
      #expect(report.backup != nil)
      report.backup = nil
      #expect(report == told)
      #expect(preset.title == "My pasta")
      #expect(try preset.presetState().editedFields.contains("title"))
      #expect(preset.parts.map(\.name).sorted() == ["Pasta", "Salt"])
      #expect(preset.parts.first { $0.name == "Salt" }?.amount == "3")
      #expect(preset.tags.map(\.name).sorted() == ["Mine", "Quick"])
      #expect(preset.course?.name == "Main")
      #expect(own.tags.first { $0.presetID == "quick" }?.isPreset == true)
      #expect(try context.count(Dish.self) == 5)
      #expect(try context.count(DishTag.self) == 5)
      #expect(try context.count(DishPart.self) == 3)
      #expect(try context.count(Course.self) == 2)
      #expect(try context.fetch(FetchDescriptor<Course>()).allSatisfy { $0.isPreset })
      // The values of deleted copies can still be read.
      #expect(held.allSatisfy { $0.title.hasSuffix("asta") })
      #expect(try container.presets.mergeDuplicates(Self.rules, backup: .none).isEmpty)
      // They are presets like others now.
      try container.usePresets([Kitchen.catalog(3)])
      #expect(preset.minutes == 15)
      #expect(preset.title == "My pasta")
      try container.presets.reset(.presets, backup: .none)
      #expect(preset.title == "Pasta al limone")
    }
  }

  @Test("It can be taken back, and the history names the presets as its author")
  func undoing() throws {
    try Kitchen.with(.file) { url in
      let container = try oldStore(url)
      try container.usePresets([Kitchen.catalog(1)])
      let before = try KitchenRounds.portrait(of: container)
      let report = try container.presets.mergeDuplicates(Self.rules)
      #expect(try KitchenRounds.portrait(of: container) != before)
      let last = try ModelContext(container).fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>()
      ).last
      #expect(last?.author == PresetLibrary.author)
      let backup = try #require(report.backup)
      try container.restore(from: backup)
      #expect(try KitchenRounds.portrait(of: container) == before)
    }
  }

  @Test("Defaults of earlier versions are nobody's edits, if the app gives them")
  func formerDefaults() throws {
    func merged(_ formerly: [PresetCatalog]) throws -> Dish? {
      let container = try Kitchen.container(nil)
      let old = ModelContext(container)
      old.insert(Dish("pasta", "Pasta", minutes: 20))
      try old.save()
      try container.usePresets([Kitchen.catalog(3)])
      try container.presets.mergeDuplicates(Self.rules, formerly: formerly, backup: .none)
      let dish = try ModelContext(container).dish("pasta")
      return dish
    }
    #expect(try merged([])?.title == "Pasta")
    #expect(try merged([Kitchen.catalog(1)])?.title == "Pasta al limone")
  }

  @Test("All IDs that a preset has had are its own, and its parts' too")
  func formerIDs() throws {
    let container = try Kitchen.container(nil)
    let old = ModelContext(container)
    for slug in ["rice", "paella", "risotto"] {
      old.insert(Dish(slug, "My \(slug)", parts: [DishPart("Rice", slug)]))
    }
    old.insert(Dish("rice pudding", "Pudding"))
    try old.save()
    try container.usePresets([
      PresetCatalog("kitchen", version: 3) {
        Presets(id: \.slug) { [Dish("risotto", "Risotto", parts: [DishPart("Rice", "1")])] }
          .renamed("risotto", formerly: "paella")
          .renamed("paella", formerly: "rice")
        PresetParts(\Dish.parts, id: \.name)
      }
    ])
    let report = try container.presets.mergeDuplicates(Self.rules, backup: .none)
    #expect(report.merges.map(\.duplicates) == [3, 3])
    let dishes = try ModelContext(container).fetch(
      FetchDescriptor<Dish>(sortBy: [SortDescriptor(\.title)]))
    #expect(dishes.map(\.title).count == 2 && dishes.last?.title == "Pudding")
    #expect(dishes.first?.isPreset == true)
    #expect(dishes.first?.parts.map(\.name) == ["Rice"])
  }

  @Test("Duplicates of a preset that the user has deleted go too")
  func deleted() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    context.delete(try #require(try context.tag("quick")))
    let own = Dish("own", "Own", tags: [DishTag(presetID: "quick", name: "Quick")])
    context.insert(own)
    try context.save()
    let report = try container.presets.mergeDuplicates(Self.rules, backup: .none)
    #expect(report.merges.map(\.isDeleted) == [true])
    #expect(try context.tag("quick") == nil)
    #expect(own.tags.isEmpty)
  }

  @Test("What looks alike stays until the app confirms it")
  func lookAlikes() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let first = Dish(nil, "Stew", minutes: 5)
    context.insert(first)
    try context.save()
    // Modified in another millisecond.
    usleep(5000)
    let second = Dish(nil, "Stew", minutes: 9, tags: [DishTag(name: "Own")])
    context.insert(second)
    try context.save()
    func merge(_ confirmed: Set<String>) throws -> PresetMergeReport {
      try container.presets.mergeDuplicates(
        [.withKeys({ (dish: Dish) in dish.title }, confirmed: confirmed)], backup: .none)
    }
    let asked = try merge([])
    #expect(asked.isEmpty)
    #expect(asked.lookAlikes.map(\.subject.id) == ["Stew"])
    #expect(asked.lookAlikes.first?.objects == [first.persistentModelID, second.persistentModelID])
    let report = try merge(["Stew"])
    #expect(report.merges.map(\.duplicates) == [1])
    #expect(first.minutes == 9)
    #expect(first.tags.map(\.name) == ["Own"])
    #expect(second.modelContext == nil)
    #expect(try merge(["Stew"]).isEmpty)
  }
}
