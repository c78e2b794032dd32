import Foundation
import PerennialInspection
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Editing: presets")
struct PresetEditorTests {
  /// Runs a test with the file of a kitchen and the keys of its dishes.
  private func withKitchen(_ body: (URL, ModelContext) throws -> Void) throws {
    try Kitchen.with(.file) { url in
      let url = try #require(url)
      try body(url, ModelContext(try Kitchen.container(1, at: url)))
    }
  }

  private func preset(_ id: String, _ url: URL) throws -> InspectedPreset {
    try #require(try InspectedStore(url).presets(of: "Dish").first { $0.id == id })
  }

  @Test("An edit of a preset is a user's edit of the field, which updates keep")
  func edit() throws {
    try withKitchen { url, _ in
      let pasta = try preset("pasta", url)
      let minutes = try #require(
        try InspectedStore(url).row(of: "Dish", key: pasta.key)?["minutes"])
      _ = try StoreEditor(InspectedStore(url)).update(
        "Dish", key: pasta.key, [FieldInput(name: "minutes", from: "\(minutes)", to: "7")])
      #expect(try preset("pasta", url).edits.map(\.field) == ["minutes"])
      _ = try Kitchen.container(nil, at: url).usePresets([Kitchen.catalog(3)])
      #expect(try InspectedStore(url).row(of: "Dish", key: pasta.key)?["minutes"] == .integer(7))
    }
  }

  @Test("A deleted preset stays deleted, and is a preset again after the reversal")
  func deletion() throws {
    try withKitchen { url, context in
      let pasta = try preset("pasta", url)
      let editor = try StoreEditor(InspectedStore(url))
      let step = try editor.delete("Dish", key: pasta.key)
      #expect(try preset("pasta", url).state == .deleted)
      #expect(try context.dish("pasta") == nil)
      _ = try editor.revert(step)
      #expect(try preset("pasta", url).state != .deleted)
      #expect(try preset("pasta", url).key == pasta.key)
      #expect(try context.dish("pasta") != nil)
      #expect(try InspectedStore(url).verify().problems == [])
    }
  }
}
