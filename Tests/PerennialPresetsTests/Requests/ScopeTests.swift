import PerennialPresets
import SwiftData
import Testing

@Suite("What a reset cannot be asked for")
struct ScopeTests {
  @Test("A preset alone has no objects of the user")
  func userObjects() throws {
    let (container, pasta) = try kitchen()
    for scope in [PresetScope.preset(pasta), .fields(["title"], of: pasta)] {
      let error = #expect(throws: PresetError.self) {
        try container.presets.reset(scope, userObjects: .deleted, backup: .none)
      }
      #expect(error?.code == .invalidScope)
      #expect(
        error?.problems == [
          """
          Dish “pasta” alone does not include objects of the user; to delete these, reset .models, \
          .presets or .everything
          """
        ])
    }
    try container.presets.reset(.preset(pasta), userObjects: .kept, backup: .none)
  }

  @Test("A field is a stored property with a column")
  func fields() throws {
    let (container, pasta) = try kitchen()
    let error = #expect(throws: PresetError.self) {
      try container.presets.reset(
        .fields(["titel", "parts", "tags", "minutes"], of: pasta), backup: .none)
    }
    #expect(error?.code == .invalidScope)
    #expect(
      error?.problems == [
        "Dish “pasta”.parts is a to-many relationship, not a single field; reset the whole preset",
        "Dish “pasta”.tags is a to-many relationship, not a single field; reset the whole preset",
        "Dish “pasta” has no stored property “titel”; did you mean “title”?",
      ])
  }

  @Test("A preset is restored as a whole")
  func restoration() throws {
    let (container, pasta) = try kitchen()
    let error = #expect(throws: PresetError.self) {
      try container.presets.restore(.fields(["title"], of: pasta))
    }
    #expect(error?.code == .invalidScope)
  }

  private func kitchen() throws -> (ModelContainer, PresetIdentifier) {
    let container = try Kitchen.container(1)
    let context = ModelContext(container)
    let dish = try #require(try context.dish("pasta"))
    return (container, try #require(try dish.presetState().preset))
  }
}
