import PerennialPresets
import SwiftData
import Testing

@Suite("Links that the user makes and cuts are edits")
struct LinkEditTests {
  private func edited(_ context: ModelContext) throws -> [String?] {
    let all = FetchDescriptor<Dish>(sortBy: [SortDescriptor(\.title)])
    return try context.fetch(all, presets: .edited).map(\.slug)
  }

  @Test("A link that is made, and one that is cut, saved or not", arguments: Kitchen.Place.allCases)
  func links(place: Kitchen.Place) throws {
    try Kitchen.with(place) { url in
      let container = try Kitchen.container(1, at: url)
      let context = ModelContext(container)
      let pasta = try #require(try context.dish("pasta"))
      let soup = try #require(try context.dish("soup"))
      #expect(try edited(context) == [])
      pasta.tags = []
      soup.tags.append(DishTag(name: "Mine"))
      #expect(try pasta.presetState().editedFields == ["tags"])
      try context.save()
      #expect(try pasta.presetState().editedFields == ["tags"])
      #expect(try soup.presetState().editedFields == ["tags"])
      #expect(try edited(context) == ["pasta", "soup"])
      // The tag is as it was: the link is the dish's.
      #expect(try context.tag("quick")?.presetState().editedFields == [])
      try container.presets.reset(.presets, backup: .none)
      #expect(try pasta.presetState().editedFields == [])
      #expect(try edited(context) == [])
    }
  }

  @Test("A link that goes with what it led to is no edit, nor one that the catalog makes or cuts")
  func others() throws {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    try container.usePresets([Kitchen.catalog(2)])
    #expect(try edited(context) == [])
    context.delete(try #require(try context.tag("vegan")))
    try context.save()
    #expect(try edited(context) == [])
    #expect(try context.dish("soup")?.presetState().editedFields == [])
  }
}
