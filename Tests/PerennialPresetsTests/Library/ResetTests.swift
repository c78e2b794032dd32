import Foundation
import PerennialPresets
import SwiftData
import Testing

@Suite("Resetting presets")
struct ResetTests {
  private func edit(_ context: ModelContext) throws -> (pasta: Dish, soup: Dish, own: Dish) {
    let pasta = try #require(try context.dish("pasta"))
    let soup = try #require(try context.dish("soup"))
    pasta.title = "My pasta"
    pasta.rating = 4.5
    pasta.isFavourite = true
    pasta.parts.first { $0.name == "Salt" }?.amount = "2"
    pasta.parts.append(DishPart("Pepper"))
    pasta.tags = [DishTag(name: "Mine")]
    context.delete(soup)
    let own = Dish("mine", "Mine", tags: [try #require(try context.tag("quick"))])
    context.insert(own)
    try context.save()
    return (pasta, soup, own)
  }

  @Test("All presets are as they were; the user's objects stay", arguments: Kitchen.Place.allCases)
  func presets(place: Kitchen.Place) throws {
    try Kitchen.with(place) { url in
      let container = try Kitchen.container(1, at: url)
      let context = ModelContext(container)
      let (pasta, _, own) = try edit(context)
      #expect(
        try pasta.presetState().editedFields == ["rating", "tags", "title"])
      let report = try container.presets.reset(.presets)
      #expect(pasta.title == "Pasta")
      #expect(pasta.rating == nil)
      #expect(pasta.isFavourite)
      #expect(pasta.tags.map(\.presetID) == ["quick"])
      #expect(pasta.parts.first { $0.name == "Salt" }?.amount == "1")
      #expect(try pasta.presetState().editedFields == [])
      #expect(try context.dish("soup")?.course?.name == "Main")
      #expect(own.tags.map(\.presetID) == ["quick"])
      #expect(Set(report.restored.map(\.id)) == ["soup", "soup/Leek"])
      #expect(try container.presets.reset(.presets, backup: .none).isEmpty)
      // A preset that was reset follows the catalog again.
      try container.usePresets([Kitchen.catalog(2)])
      #expect(pasta.title == "Pasta al limone")
    }
  }

  @Test("One preset, with its parts, and nothing else")
  func onePreset() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let (pasta, _, _) = try edit(context)
    let aspic = try #require(try context.dish("aspic"))
    aspic.title = "Other"
    try context.save()
    let preset = try #require(try pasta.presetState().preset)
    try container.presets.reset(.preset(preset))
    #expect(pasta.title == "Pasta")
    #expect(pasta.parts.first { $0.name == "Salt" }?.amount == "1")
    #expect(aspic.title == "Other")
    #expect(try context.dish("soup") == nil)
  }

  @Test("A preset whose unique value another object has stays edited")
  func refusedField() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let course = try #require(
      try context.fetch(FetchDescriptor<Course>()).first { $0.name == "Main" })
    course.name = "Second"
    context.insert(Course("Main"))
    try context.save()
    let report = try container.presets.reset(.presets, backup: .none)
    #expect(report.issues.map(\.preset.id) == ["Main"])
    #expect(course.name == "Second")
    #expect(try course.presetState().editedFields == ["name"])
  }

  @Test("One field")
  func oneField() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let (pasta, _, _) = try edit(context)
    let preset = try #require(try pasta.presetState().preset)
    try container.presets.reset(.fields(["title"], of: preset))
    #expect(pasta.title == "Pasta")
    #expect(pasta.rating == 4.5)
    #expect(try pasta.presetState().editedFields == ["rating", "tags"])
  }

  @Test("Everything: objects of the user go, and those that somebody holds stay readable")
  func everything() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let (pasta, soup, own) = try edit(context)
    let report = try container.presets.reset(.everything)
    #expect(report.deletedUserObjects == ["Dish": 1, "DishTag": 1, "DishPart": 1])
    #expect(own.title == "Mine")
    #expect(soup.title == "Soup")
    #expect(pasta.title == "Pasta")
    #expect(try context.count(Dish.self) == 3)
    #expect(try context.count(DishTag.self) == 3)
    #expect(try context.count(DishPart.self) == 3)
  }

  @Test("A dry run tells the same and changes nothing")
  func dryRun() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let (pasta, _, own) = try edit(context)
    let told = try container.presets.reset(.everything, isDryRun: true)
    #expect(pasta.title == "My pasta")
    #expect(own.modelContext != nil)
    #expect(try context.count(Dish.self) == 3)
    var done = try container.presets.reset(.everything)
    #expect(done.backup != nil)
    #expect(told.backup == nil)
    done.backup = nil
    #expect(done == told)
  }

  @Test("A reset can be undone, as often as one likes", arguments: Kitchen.Place.allCases)
  func undo(place: Kitchen.Place) throws {
    try Kitchen.with(place) { url in
      let container = try Kitchen.container(1, at: url)
      let context = ModelContext(container)
      let (pasta, _, own) = try edit(context)
      for _ in 0..<3 {
        let report = try container.presets.reset(.everything)
        #expect(pasta.title == "Pasta")
        #expect(try context.dish("mine") == nil)
        try container.presets.undo(report)
        #expect(pasta.title == "My pasta")
        #expect(try pasta.presetState().editedFields == ["rating", "tags", "title"])
        #expect(try context.dish("mine")?.title == "Mine")
        #expect(try context.dish("soup") == nil)
        #expect(pasta.parts.count == 3)
      }
      #expect(own.title == "Mine")
      #expect(throws: PresetError.self) {
        try container.presets.undo(container.presets.reset(.presets, backup: .none))
      }
    }
  }

  @Test("Nothing is reset if the backup cannot be made")
  func failingBackup() throws {
    try Kitchen.with(.file) { url in
      let container = try Kitchen.container(1, at: url)
      let context = ModelContext(container)
      let (pasta, _, _) = try edit(context)
      let place = try #require(url)
      #expect(throws: SwiftDataError.self) {
        try container.presets.reset(.everything, backup: .to(place))
      }
      #expect(pasta.title == "My pasta")
      #expect(try context.dish("mine") != nil)
    }
  }

  @Test("A preset that nobody knows, and a container without catalogs, are errors")
  func unknown() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let preset = try #require(try context.dish("aspic")?.presetState().preset)
    try container.usePresets([Kitchen.catalog(2)])
    #expect(throws: PresetError.self) { try container.presets.reset(.preset(preset)) }
    #expect(throws: PresetError.self) { try Kitchen.container(nil).presets.reset(.presets) }
  }

  @Test("Edited presets can be asked for")
  func filter() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    _ = try edit(context)
    let all = FetchDescriptor<Dish>(sortBy: [SortDescriptor(\.title)])
    #expect(try context.fetch(all, presets: .edited).map(\.slug) == ["pasta"])
    #expect(try context.fetch(all, presets: .pristine).map(\.slug) == ["aspic"])
    #expect(try context.fetch(all, presets: .userCreated).map(\.slug) == ["mine"])
    #expect(try context.fetch(all, presets: .presets).count == 2)
  }
}
