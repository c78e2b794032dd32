import Foundation
import PerennialPresets
import SwiftData

// A recipe book with preset recipes, their ingredients, and tags.

@Model
final class Dish {
  var slug: String?
  var title: String
  var minutes: Int
  var rating: Double?
  var isFavourite = false
  @Relationship(deleteRule: .cascade, inverse: \DishPart.dish) var parts: [DishPart] = []
  @Relationship(inverse: \DishTag.dishes) var tags: [DishTag] = []
  var course: Course?

  init(
    _ slug: String?, _ title: String, minutes: Int = 10, parts: [DishPart] = [],
    tags: [DishTag] = [], course: Course? = nil
  ) {
    self.slug = slug
    self.title = title
    self.minutes = minutes
    self.parts = parts
    self.tags = tags
    self.course = course
  }
}

@Model
final class DishPart {
  var name: String
  var amount: String
  var dish: Dish?

  init(_ name: String, _ amount: String = "1") {
    self.name = name
    self.amount = amount
  }
}

@Model
final class DishTag {
  var presetID: String?
  var name: String
  var dishes: [DishTag.Owner] = []
  typealias Owner = Dish

  init(presetID: String? = nil, name: String) {
    self.presetID = presetID
    self.name = name
  }
}

@Model
final class Course {
  @Attribute(.unique) var name: String
  @Relationship(inverse: \Dish.course) var dishes: [Dish] = []

  init(_ name: String) { self.name = name }
}

enum TagPreset: String, PresetRepresentable {
  case quick, vegan, festive

  func makeModel() -> DishTag { DishTag(presetID: rawValue, name: rawValue.capitalized) }
  init?(model: DishTag) { self.init(rawValue: model.presetID ?? "") }
}

/// The content of the app, from version to version.
enum Kitchen {
  static let models: [any PersistentModel.Type] = [
    Dish.self, DishPart.self, DishTag.self, Course.self,
  ]

  static func dishes(_ version: Int) -> [Dish] {
    let quick = TagPreset.quick.makeModel()
    let main = Course("Main")
    var dishes = [
      Dish(
        "pasta", version < 2 ? "Pasta" : "Pasta al limone", minutes: version < 3 ? 20 : 15,
        parts: [DishPart("Pasta", "500 g"), DishPart("Salt")], tags: [quick], course: main),
      Dish("soup", "Soup", minutes: 40, parts: [DishPart("Leek")], tags: [], course: main),
    ]
    if version == 1 { dishes.append(Dish("aspic", "Aspic")) }
    if version >= 2 {
      dishes.append(
        Dish("salad", "Salad", tags: [TagPreset.vegan.makeModel(), TagPreset.quick.makeModel()]))
      dishes[1].tags = [TagPreset.vegan.makeModel()]
      dishes[1].parts.append(DishPart("Cream"))
    }
    return dishes
  }

  static func catalog(_ version: Int) -> PresetCatalog {
    PresetCatalog("kitchen", version: version) {
      Presets(TagPreset.self)
      Presets(id: \Course.name) { [Course("Main"), Course("Dessert")] }
      Presets(id: \.slug) { dishes(version) }.leavingToUser(\.isFavourite)
      PresetParts(\Dish.parts, id: \.name)
    }
  }

  static func container(
    _ version: Int?, at url: URL? = nil
  ) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(models), configurations: [configuration(url)],
      presets: version.map { [catalog($0)] } ?? [])
  }

  static func configuration(_ url: URL?) -> ModelConfiguration {
    url.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
  }

  /// Runs a block with the URL of a file that is not there, or with nil, for a store in memory.
  static func with(_ place: Place, _ body: (URL?) throws -> Void) throws {
    guard place == .file else { return try body(nil) }
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "perennial-presets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory.appending(path: "kitchen.store"))
  }

  enum Place: CaseIterable { case memory, file }
}

extension ModelContext {
  func dish(_ slug: String) throws -> Dish? {
    try fetch(FetchDescriptor<Dish>(predicate: #Predicate { $0.slug == slug })).first
  }

  func tag(_ id: String) throws -> DishTag? {
    try fetch(FetchDescriptor<DishTag>(predicate: #Predicate { $0.presetID == id })).first
  }

  func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
    try fetchCount(FetchDescriptor<T>())
  }
}
