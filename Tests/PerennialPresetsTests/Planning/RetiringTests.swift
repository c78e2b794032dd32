import PerennialPresets
import SwiftData
import Testing

@Suite("What a catalog has no more")
struct RetiringTests {
  /// Version 1 has an exhibit with a keeper, a plaque and a topic; version 2 has nothing.
  private func catalog(_ version: Int) -> PresetCatalog {
    Museum.catalog(version) {
      if version > 1 { return MuseumContent() }
      let (keeper, deputy) = (Keeper("Ada"), Keeper("Bea"))
      (keeper.deputy, deputy.deputy) = (deputy, keeper)
      let exhibit = Exhibit("urn", "Urn", keeper: keeper)
      let topic = Topic("clay", "Clay")
      exhibit.plaques = [Plaque("Do not touch")]
      exhibit.topics = [topic]
      return MuseumContent(keepers: [keeper, deputy], topics: [topic], exhibits: [exhibit])
    }
  }

  @Test("Presets that refer only to each other go together, parts and links with them")
  func together() throws {
    let container = try Museum.container(catalog(1))
    let report = try container.usePresets([catalog(2)])
    #expect(
      Set(report.retired.map(\.id)) == ["Ada", "Bea", "urn", "urn/Do not touch", "clay"])
    #expect(report.keptRetired.isEmpty)
    #expect(try Museum.portrait(of: container).isEmpty)
    for model in Museum.models {
      #expect(try container.presets.deletedPresets(of: model).isEmpty)
    }
  }

  @Test("What the user has edited stays, and so does what that refers to")
  func edited() throws {
    let container = try Museum.container(catalog(1))
    let context = ModelContext(container)
    try context.exhibit("urn")?.title = "Mine"
    try context.save()
    let report = try container.usePresets([catalog(2)])
    // The plaque refers to the exhibit, and not the other way round.
    #expect(report.retired.map(\.id) == ["urn/Do not touch"])
    #expect(Set(report.keptRetired.map(\.id)) == ["Ada", "Bea", "urn", "clay"])
    #expect(try context.exhibit("urn")?.topics.map(\.name) == ["Clay"])
  }

  @Test("What an object of the user refers to stays, and a preset that the user has linked")
  func referred() throws {
    let container = try Museum.container(catalog(1))
    let context = ModelContext(container)
    context.insert(Exhibit(nil, "Own", keeper: try #require(try context.keeper("Bea"))))
    try context.save()
    let report = try container.usePresets([catalog(2)])
    #expect(Set(report.keptRetired.map(\.id)) == ["Ada", "Bea"])

    let other = try Museum.container(catalog(1))
    let own = Topic(nil, "Own")
    let editor = ModelContext(other)
    try editor.exhibit("urn")?.topics.append(own)
    try editor.save()
    let kept = try other.usePresets([catalog(2)]).keptRetired
    #expect(Set(kept.map(\.id)) == ["Ada", "Bea", "urn", "clay"])
  }

  @Test("A reset lets go of what was kept for its edits")
  func resetting() throws {
    let container = try Museum.container(catalog(1))
    let context = ModelContext(container)
    try context.exhibit("urn")?.title = "Mine"
    try context.exhibit("urn")?.topics.append(Topic(nil, "Own"))
    try context.save()
    try container.usePresets([catalog(2)])
    let report = try container.presets.reset(.everything, backup: .none)
    #expect(report.deletedUserObjects == ["Topic": 1])
    #expect(Set(report.retired.map(\.id)) == ["Ada", "Bea", "urn", "clay"])
    #expect(try Museum.portrait(of: container).isEmpty)
  }

  @Test("A preset with the unique value of one that goes comes in its place")
  func replacing() throws {
    func catalog(_ version: Int) -> PresetCatalog {
      PresetCatalog("museum", version: version) {
        Presets(id: { _ in "hall \(version)" }) { [Hall("Main", floor: version)] }
        Presets(id: \.code) {
          [Exhibit("urn", "Urn", keeper: Keeper("Ada"), hall: Hall("Main"))]
        }
        Presets(id: \.name) { [Keeper("Ada")] }
      }
    }
    let container = try Museum.container(catalog(1))
    let report = try container.usePresets([catalog(2)])
    #expect(report.retired.map(\.id) == ["hall 1"])
    #expect(report.inserted.map(\.id) == ["hall 2"])
    #expect(report.issues.isEmpty)
    let context = ModelContext(container)
    #expect(try context.exhibit("urn")?.hall?.floor == 2)
    #expect(try context.count(Hall.self) == 1)
  }
}
