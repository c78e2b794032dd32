import Foundation
import PerennialPresets
import SwiftData

// Plants of two classes, which share a table.

@Model
class Plant {
  @Attribute(.unique) var code: String?
  var name: String
  var height: Double

  init(_ code: String?, _ name: String, height: Double = 0.5) {
    self.code = code
    self.name = name
    self.height = height
  }
}

@Model
final class Herb: Plant {
  var taste: String

  init(_ code: String?, _ name: String, height: Double = 0.5, taste: String) {
    self.taste = taste
    super.init(code, name, height: height)
  }
}

enum Nursery {
  static let models: [any PersistentModel.Type] = [Plant.self, Herb.self]

  /// IDs that are difficult for code that searches text.
  static let hardIDs = [
    "basil", "a/b", "say \"thyme\"", "back\\slash\\", "\"name\":[", "x\",{\"name\":[1,2]}]",
    "ends }]",
    "ends \"]", "tab\tline\nbell\u{7}null\u{0}.", "line\n\u{301}accent", "e\u{301}", "👩‍👩‍👧‍👦", "日本語 🇨🇭",
    "%s ?1 '", "{}", "[]", "\"", "\\",
  ]

  /// A plant and an herb for each ID, of which each version says another name.
  static func catalog(_ version: Int, _ ids: [String]) -> PresetCatalog {
    PresetCatalog("nursery", version: version) {
      Presets(id: \Plant.code) { ids.map { Plant("plant \($0)", "Plant \(version)") } }
      Presets(id: \Herb.code) {
        ids.map { Herb("herb \($0)", "Herb \(version)", taste: "mild \(version)") }
      }
    }
  }

  static func container(
    at url: URL, _ presets: PresetCatalog..., allowsSave: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models), configurations: [ModelConfiguration(url: url, allowsSave: allowsSave)],
      presets: presets)
  }

  /// Returns the contents of a container as text. Equal contents have equal texts.
  static func portrait(of container: ModelContainer) throws -> [String] {
    let context = ModelContext(container)
    let plants = try context.fetch(FetchDescriptor<Plant>()).map { plant in
      """
      \(type(of: plant)) \(plant.code ?? "-"): \(plant.name), \(plant.height), \
      \((plant as? Herb)?.taste ?? "-"), \(try plant.presetState())
      """
    }
    let deleted = try [Plant.self, Herb.self].flatMap {
      try container.presets.deletedPresets(of: $0).map { "deleted \($0)" }
    }
    return plants.sorted() + deleted
  }
}

extension ModelContext {
  func plant(_ code: String) throws -> Plant? {
    try fetch(FetchDescriptor<Plant>(predicate: #Predicate { $0.code == code })).first
  }
}
