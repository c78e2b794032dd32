import Foundation
import PerennialPresets
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@Suite("References and links to duplicates, from objects that are not merged")
struct MergedReferenceTests {
  private static let catalog = PresetCatalog("museum", version: 1) {
    Presets(id: \Hall.name) { [Hall("East")] }
    Presets(id: \Topic.code) { [Topic("a", "A"), Topic("b", "B")] }
  }

  private func merge(_ container: ModelContainer) throws -> PresetMergeReport {
    try container.presets.mergeDuplicates(
      [.ofPresets { (hall: Hall) in hall.name }, .ofPresets { (topic: Topic) in topic.code }],
      backup: .none)
  }

  @Test("References follow to the preset")
  func toOne() throws {
    let container = try Museum.container()
    let context = ModelContext(container)
    let exhibit = Exhibit("own", "Own", keeper: Keeper("Ada"), hall: Hall("East", floor: 3))
    context.insert(exhibit)
    try context.save()
    try container.usePresets([Self.catalog])
    let report = try merge(container)
    #expect(report.redirected == 1)
    #expect(exhibit.hall?.isPreset == true)
    #expect(exhibit.hall?.floor == 3)
    #expect(exhibit.hall?.exhibits.map(\.code) == ["own"])
  }

  @Test("References to duplicates of a deleted preset are removed")
  func deleted() throws {
    let container = try Museum.container(at: nil, Self.catalog)
    let context = ModelContext(container)
    context.delete(try #require(try context.hall("East")))
    try context.save()
    let exhibit = Exhibit("own", "Own", keeper: Keeper("Ada"), hall: Hall("East"))
    context.insert(exhibit)
    try context.save()
    let report = try merge(container)
    #expect(report.merges.map(\.isDeleted) == [true])
    #expect(report.redirected == 1)
    #expect(exhibit.hall == nil)
  }

  @Test(
    "A relationship to many that had several of the rows has the object once, at the first place",
    arguments: [false, true])
  func toMany(hasPreset: Bool) throws {
    let container = try Museum.container(at: nil, Self.catalog)
    let context = ModelContext(container)
    let own = Topic(nil, "Own")
    let preset = try #require(try context.topic("a"))
    let exhibit = Exhibit("own", "Own", keeper: Keeper("Ada"))
    context.insert(exhibit)
    exhibit.topics = [Topic("a", "A"), own, Topic("a", "A")] + (hasPreset ? [preset] : [])
    try context.save()
    let report = try merge(container)
    #expect(report.redirected == 2)
    #expect(exhibit.topics.map(\.persistentModelID) == [preset, own].map(\.persistentModelID))
    let read = try #require(try ModelContext(container).exhibit("own"))
    #expect(read.topics.map(\.name) == ["A", "Own"])
  }

  @Test("In a random store, every reference leads to a row that is there, and none twice")
  func random() throws {
    for seed in TestSeeds.some(20) {
      try Kitchen.with(.file) { url in
        guard let url else { return }
        var random = SeededGenerator(seed: seed)
        let container = try Museum.container(at: url)
        let context = ModelContext(container)
        let keeper = Keeper("Ada")
        let topics = (0..<6).map { _ in Topic(["a", "b", "c"][random.index(3)], "Topic") }
        for number in 0..<4 {
          let exhibit = Exhibit("own \(number)", "Own", keeper: keeper)
          context.insert(exhibit)
          exhibit.topics = topics.filter { _ in random.happens(50) }
        }
        if random.happens(50) { context.insert(Hall("East")) }
        try context.save()
        try container.usePresets([Self.catalog])
        if random.happens(30), let topic = try context.topic("b"), topic.isPreset {
          context.delete(topic)
          try context.save()
        }
        _ = try merge(container)
        let database = try RawDatabase(url)
        #expect(try database.danglingReferences.isEmpty, "seed \(seed)")
        for exhibit in try ModelContext(container).fetch(FetchDescriptor<Exhibit>()) {
          let names = exhibit.topics.map(\.persistentModelID)
          #expect(Set(names).count == names.count, "seed \(seed)")
          #expect(exhibit.topics.allSatisfy { $0.isPreset || $0.code == "c" }, "seed \(seed)")
        }
      }
    }
  }
}
