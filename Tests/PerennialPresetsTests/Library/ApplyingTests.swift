import Foundation
import PerennialPresets
import SwiftData
import Testing

@Suite("Applying a catalog")
struct ApplyingTests {
  @Test("A container opens with its presets", arguments: Kitchen.Place.allCases)
  func first(place: Kitchen.Place) throws {
    try Kitchen.with(place) { url in
      let container = try Kitchen.container(1, at: url)
      let context = ModelContext(container)
      #expect(try context.count(Dish.self) == 3)
      #expect(try context.count(DishTag.self) == 3)
      #expect(try context.count(Course.self) == 2)
      let pasta = try #require(try context.dish("pasta"))
      #expect(pasta.parts.map(\.name) == ["Pasta", "Salt"])
      #expect(pasta.parts.allSatisfy { $0.dish === pasta })
      #expect(pasta.tags.map(\.presetID) == ["quick"])
      #expect(pasta.tags.first?.dishes.map(\.slug) == ["pasta"])
      #expect(pasta.course?.name == "Main")
      #expect(pasta.course?.dishes.count == 2)
      #expect(pasta.isPreset)
    }
  }

  @Test("To open again changes nothing", arguments: Kitchen.Place.allCases)
  func again(place: Kitchen.Place) throws {
    try Kitchen.with(place) { url in
      let container = try Kitchen.container(1, at: url)
      let report = try container.presets.apply()
      #expect(report.isEmpty)
      if url != nil {
        let second = try Kitchen.container(1, at: url)
        #expect(try ModelContext(second).count(Dish.self) == 3)
      }
      #expect(try ModelContext(container).count(DishPart.self) == 3)
    }
  }

  @Test("What nobody has touched follows a new version; edits and user properties stay")
  func update() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let pasta = try #require(try context.dish("pasta"))
    let soup = try #require(try context.dish("soup"))
    let aspic = try #require(try context.dish("aspic"))
    pasta.minutes = 7
    pasta.isFavourite = true
    try context.save()
    let report = try container.usePresets([Kitchen.catalog(3)])
    #expect(pasta.title == "Pasta al limone")
    #expect(pasta.minutes == 7)
    #expect(pasta.isFavourite)
    #expect(soup.tags.map(\.presetID) == ["vegan"])
    #expect(soup.parts.map(\.name) == ["Leek", "Cream"])
    #expect(aspic.isDeleted || aspic.modelContext == nil)
    #expect(try context.dish("salad")?.tags.map(\.presetID) == ["vegan", "quick"])
    #expect(report.conflicts.map(\.field) == ["minutes"])
    #expect(report.conflicts.first?.base == "20")
    #expect(report.conflicts.first?.mine == "7")
    #expect(report.conflicts.first?.theirs == "15")
    #expect(report.retired.map(\.id) == ["aspic"])
    #expect(report.inserted.map(\.id).sorted() == ["salad", "soup/Cream"])
    #expect(try pasta.presetState() == .edited(pasta.presetState().preset!, fields: ["minutes"]))
    #expect(try soup.presetState().editedFields == [])
    #expect(try container.usePresets([Kitchen.catalog(3)]).isEmpty)
  }

  @Test("A dry run tells the same and changes nothing")
  func dryRun() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let told = try container.previewPresets([Kitchen.catalog(2)])
    #expect(try context.dish("salad") == nil)
    #expect(try context.dish("pasta")?.title == "Pasta")
    #expect(try container.usePresets([Kitchen.catalog(2)]) == told)
  }

  @Test("What the user deletes stays deleted, through versions and openings")
  func deletion() throws {
    try Kitchen.with(.file) { url in
      do {
        let container = try Kitchen.container(1, at: url)
        let context = ModelContext(container)
        context.delete(try #require(try context.dish("pasta")))
        context.delete(try #require(try context.tag("quick")))
        try context.save()
        #expect(try container.presets.deletedPresets(of: Dish.self).map(\.id) == ["pasta"])
      }
      let container = try Kitchen.container(2, at: url)
      let context = ModelContext(container)
      #expect(try context.dish("pasta") == nil)
      #expect(try context.tag("quick") == nil)
      #expect(try context.dish("salad")?.tags.map(\.presetID) == ["vegan"])
      // The parts went with their owner.
      #expect(try context.count(DishPart.self) == 2)
      let report = try container.presets.restore()
      #expect(Set(report.restored.map(\.id)).isSuperset(of: ["pasta", "pasta/Salt", "quick"]))
      let pasta = try #require(try context.dish("pasta"))
      #expect(pasta.tags.map(\.presetID) == ["quick"])
      #expect(pasta.parts.count == 2)
      #expect(try context.dish("salad")?.tags.count == 2)
    }
  }

  @Test("A batch deletion and a batch update are the user's as any edit")
  func batches() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    try context.update(
      model: Dish.self, where: #Predicate { $0.slug == "pasta" }, setting: [.set(\.minutes, to: 5)])
    try context.delete(model: Dish.self, where: #Predicate { $0.slug == "soup" })
    try container.usePresets([Kitchen.catalog(3)])
    #expect(try context.dish("pasta")?.minutes == 5)
    #expect(try context.dish("soup") == nil)
  }

  @Test("To write what a field has already is no edit")
  func sameValue() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let pasta = try #require(try context.dish("pasta"))
    pasta.title = "Other"
    pasta.title = "Pasta"
    try context.save()
    #expect(try pasta.presetState().editedFields == [])
  }

  @Test("An older version of the app leaves a newer store as it is")
  func downgrade() throws {
    let container = try Kitchen.container(3)
    let report = try container.usePresets([Kitchen.catalog(1)])
    #expect(report.newerInStore == ["kitchen": 3])
    #expect(report.isEmpty)
    #expect(try ModelContext(container).dish("salad") != nil)
  }

  @Test("An enumeration without a version follows the code")
  func unversioned() throws {
    let container = try Kitchen.container(nil)
    func catalog(_ name: String) -> PresetCatalog {
      PresetCatalog("tags") { Presets(id: \.presetID) { [DishTag(presetID: "a", name: name)] } }
    }
    try container.usePresets([catalog("A")])
    #expect(try container.usePresets([catalog("A")]).isEmpty)
    let report = try container.usePresets([catalog("B")])
    #expect(report.updated.map(\.names) == [["name"]])
    #expect(try ModelContext(container).tag("a")?.name == "B")
  }

  @Test("A preset that was renamed stays what it is")
  func renaming() throws {
    let container = try Kitchen.container(nil)
    func catalog(_ version: Int, _ id: String, formerly: String?) -> PresetCatalog {
      PresetCatalog("tags", version: version) {
        let group = Presets(id: \.presetID) { [DishTag(presetID: id, name: "A")] }
        if let formerly { group.renamed(id, formerly: formerly) } else { group }
      }
    }
    try container.usePresets([catalog(1, "old", formerly: nil)])
    let context = ModelContext(container)
    let tag = try #require(try context.tag("old"))
    tag.name = "Mine"
    try context.save()
    try container.usePresets([catalog(2, "new", formerly: "old")])
    #expect(try context.count(DishTag.self) == 1)
    #expect(tag.presetID == "new")
    #expect(tag.name == "Mine")
    #expect(try tag.presetState().preset?.id == "new")
  }
}

@Suite("Catalogs that contradict themselves")
struct CatalogProblemTests {
  @Test("Everything that is wrong is told at once, and nothing is changed")
  func problems() throws {
    let container = try Kitchen.container(nil)
    let catalog = PresetCatalog("bad", version: 1) {
      Presets(id: \.slug) {
        [
          Dish("a", "A"), Dish("a", "A again"), Dish(nil, "Nobody"),
          Dish("b", "B", tags: [DishTag(presetID: "unknown", name: "?")]),
        ]
      }
      Presets(TagPreset.self).renamed("quick", formerly: "vegan")
    }
    do {
      try container.usePresets([catalog])
      Issue.record("the catalog was taken")
    } catch let error as PresetError {
      #expect(error.problems.count == 4, "\(error)")
      #expect(error.description.contains("“a” appears twice"))
      #expect(error.description.contains("“b”.tags references a DishTag that is not a preset"))
      #expect(PresetError.Code.invalidCatalog ~= error)
    }
    #expect(try ModelContext(container).count(Dish.self) == 0)
    #expect(try ModelContext(container).count(DishTag.self) == 0)
  }

  @Test("A unique value that is taken leaves the user's object, and is told")
  func uniqueValue() throws {
    let container = try Kitchen.container(nil)
    let context = ModelContext(container)
    let own = Course("Main")
    context.insert(own)
    try context.save()
    let report = try container.usePresets([Kitchen.catalog(1)])
    #expect(report.issues.map(\.preset.id) == ["Main"])
    #expect(try context.count(Course.self) == 2)
    #expect(try context.dish("pasta")?.course === own)
    #expect(!own.isPreset)
  }
}
