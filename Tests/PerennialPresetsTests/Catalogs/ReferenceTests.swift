import PerennialPresets
import SwiftData
import Testing

@Suite("What presets refer to")
struct ReferenceTests {
  private func catalog(_ version: Int? = 1, title: String = "Urn") -> PresetCatalog {
    Museum.catalog(version) {
      let exhibit = Exhibit("urn", title, keeper: Keeper("Ada"), hall: Hall("Main"))
      let other = Exhibit("vase", "Vase", keeper: Keeper("Ada"), hall: Hall("Main"))
      exhibit.topics = [Topic("clay", "Clay")]
      return MuseumContent(
        halls: [Hall("Main"), Hall("East")], keepers: [Keeper("Ada")],
        topics: [Topic("clay", "Clay")], exhibits: [exhibit, other])
    }
  }

  @Test("References that nobody has edited lead to a preset again that is restored")
  func restoring() throws {
    let container = try Museum.container(catalog())
    let context = ModelContext(container)
    let (urn, vase) = (
      try #require(try context.exhibit("urn")), try #require(try context.exhibit("vase"))
    )
    vase.hall = try context.hall("East")
    try context.save()
    context.delete(try #require(try context.hall("Main")))
    context.delete(try #require(try context.topic("clay")))
    try context.save()
    #expect(urn.hall == nil)
    #expect(try urn.presetState().editedFields == [])
    let report = try container.presets.restore()
    #expect(urn.hall?.name == "Main")
    #expect(urn.hall?.exhibits == [urn])
    #expect(urn.topics.map(\.code) == ["clay"])
    #expect(vase.hall?.name == "East")
    #expect(try urn.presetState().editedFields == [])
    #expect(report.updated.map(\.preset.id) == ["urn"])
    #expect(Set(report.updated.flatMap(\.names)) == ["hall", "topics"])
  }

  @Test("To restore or reset one preset connects it with the others")
  func one() throws {
    let container = try Museum.container(catalog())
    let context = ModelContext(container)
    let hall = try #require(try context.hall("Main")?.presetState().preset)
    for _ in 0..<2 {
      context.delete(try #require(try context.hall("Main")))
      try context.save()
      try container.presets.restore(.preset(hall))
      #expect(try context.exhibit("urn")?.hall?.name == "Main")
      context.delete(try #require(try context.hall("Main")))
      try context.save()
      try container.presets.reset(.preset(hall), backup: .none)
      #expect(try context.exhibit("urn")?.hall?.name == "Main")
    }
  }

  @Test("A reset of a store that has an earlier version connects what the user had deleted")
  func resettingBeforeUpdating() throws {
    let container = try Museum.container(catalog())
    let context = ModelContext(container)
    context.delete(try #require(try context.hall("Main")))
    try context.save()
    let backup = try container.backUpAutomatically()
    try container.usePresets([catalog(2, title: "Big urn")])
    try container.restore(from: backup)
    try container.presets.reset(.presets, backup: .none)
    let urn = try #require(try context.exhibit("urn"))
    #expect(urn.title == "Big urn")
    #expect(urn.hall?.name == "Main")
  }

  @Test("An object with the unique value of a preset takes its place, as long as it is there")
  func standIn() throws {
    let container = try Museum.container()
    let context = ModelContext(container)
    let own = Hall("Main", floor: 9)
    context.insert(own)
    try context.save()
    let report = try container.usePresets([catalog(1)])
    #expect(report.issues.map(\.preset.id) == ["Main"])
    let urn = try #require(try context.exhibit("urn"))
    #expect(urn.hall === own)
    try container.usePresets([catalog(2)])
    try container.presets.reset(.presets, backup: .none)
    try container.presets.restore(.preset(try #require(try urn.presetState().preset)))
    #expect(urn.hall === own)
    #expect(try urn.presetState().editedFields == [])
    context.delete(own)
    try context.save()
    #expect(try container.presets.restore().restored.map(\.id) == ["Main"])
    #expect(urn.hall?.isPreset == true)
  }

  @Test("A required reference that is deleted keeps what needs it away, which is told")
  func required() throws {
    let container = try Museum.container(catalog())
    let context = ModelContext(container)
    let urn = try #require(try context.exhibit("urn"))
    let preset = try #require(try urn.presetState().preset)
    for code in ["urn", "vase"] { context.delete(try #require(try context.exhibit(code))) }
    try context.save()
    context.delete(try #require(try context.keeper("Ada")))
    try context.save()
    let report = try container.presets.restore(.preset(preset))
    #expect(report.restored.isEmpty)
    #expect(report.issues.map(\.preset) == [preset])
    #expect(try container.presets.restore().restored.count == 3)
    #expect(try context.exhibit("urn")?.keeper.name == "Ada")
  }

  @Test("A catalog without versions is settled, also if something of it is deleted")
  func fingerprint() throws {
    let container = try Museum.container(catalog(nil))
    let context = ModelContext(container)
    context.delete(try #require(try context.hall("Main")))
    try context.save()
    try container.usePresets([catalog(nil, title: "Big urn")])
    #expect(try container.presets.apply().leftDeleted.isEmpty)
  }

  @Test("Groups of one model each tell their presets where others refer to them")
  func groups() throws {
    let catalog = PresetCatalog("museum", version: 1) {
      Presets(id: { $0.floor == 0 ? $0.name : nil }) { [Hall("Main")] }
      Presets(id: { $0.floor > 0 ? "upper \($0.name)" : nil }) { [Hall("East", floor: 1)] }
      Presets(id: \.name) { [Keeper("Ada")] }
      Presets(id: \.code) {
        [
          Exhibit("urn", "Urn", keeper: Keeper("Ada"), hall: Hall("Main")),
          Exhibit("vase", "Vase", keeper: Keeper("Ada"), hall: Hall("East", floor: 1)),
        ]
      }
    }
    let context = ModelContext(try Museum.container(catalog))
    #expect(try context.exhibit("urn")?.hall?.name == "Main")
    #expect(try context.exhibit("vase")?.hall?.name == "East")
  }

  @Test("A catalog without presets lets all go")
  func empty() throws {
    let container = try Museum.container(catalog())
    try container.usePresets([Museum.catalog(2) { MuseumContent() }])
    #expect(try Museum.portrait(of: container).isEmpty)
    #expect(try container.usePresets([Museum.catalog(2) { MuseumContent() }]).isEmpty)
  }

  @Test("Objects of the user that need one another go together in a reset")
  func userObjects() throws {
    let container = try Museum.container(catalog())
    let context = ModelContext(container)
    let keeper = Keeper("Own")
    context.insert(Exhibit(nil, "Own", keeper: keeper))
    context.insert(Keeper("Other", deputy: keeper))
    try context.save()
    let report = try container.presets.reset(.everything, backup: .none)
    #expect(report.deletedUserObjects == ["Exhibit": 1, "Keeper": 2])
    #expect(try context.count(Keeper.self) == 1)
  }
}
