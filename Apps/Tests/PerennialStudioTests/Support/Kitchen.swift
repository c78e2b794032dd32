import Foundation
import PerennialInspection
import PerennialPresets
import SwiftData

@Model
final class Dish {
  #Index<Dish>([\.minutes])

  var title: String
  var minutes: Int
  var rating: Double?
  var isVegan: Bool
  var code: UUID
  var addedAt: Date
  var price: Decimal
  var site: URL?
  var steps: [String]
  var serial: UInt
  var thumbnail: Data?
  @Attribute(.externalStorage) var photo: Data?
  var cuisine: Cuisine?
  @Relationship(inverse: \Label.dishes) var labels: [Label] = []

  init(_ number: Int, _ title: String) {
    self.title = title
    minutes = number * 7 % 50
    rating = number % 3 == 0 ? nil : Double(number % 9) / 2
    isVegan = number % 4 == 1
    code = UUID(
      uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number)))
    addedAt = Date(timeIntervalSinceReferenceDate: Double(number * 86_400))
    price = Decimal(number * 37 % 1000) / 100
    site = number % 5 == 0 ? URL(string: "https://example.com/\(number)") : nil
    steps = ["Chop.", "Cook."]
    serial = UInt(number)
  }
}

@Model
final class Cuisine {
  var name: String
  @Relationship(inverse: \Dish.cuisine) var dishes: [Dish] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Label {
  @Attribute(.unique) var name: String
  var dishes: [Dish] = []

  init(_ name: String) { self.name = name }
}

/// A store with dishes, of which some have the same values and some have none, and with presets.
final class Kitchen: Sendable {
  let folder: URL
  let url: URL

  static let hostile = "<script>alert(\"1\")</script> & 'more'"

  /// - Parameter dishes: The number of dishes.
  init(dishes: Int = 60) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "studio-\(UUID().uuidString)")
    url = folder.appending(path: "kitchen.store")
    let context = ModelContext(try container())
    context.author = "cook"
    let cuisines = ["Italian", "Thai", "Crème"].map { Cuisine($0) }
    for cuisine in cuisines { context.insert(cuisine) }
    let labels = try context.fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)]))
    let words = ["Soup", "soup of leeks", "Stew", "Crème brûlée", "Curry", "Cold soup", ""]
    for number in 0..<dishes {
      let dish = Dish(number, number == 1 ? Self.hostile : words[number % words.count])
      context.insert(dish)
      if number % 4 != 3 { dish.cuisine = cuisines[number % 3] }
      dish.labels = Array(labels.prefix(number % 3))
      if number == 2 {
        dish.thumbnail = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        dish.photo = Data([0xFF, 0xD8, 0xFF]) + Data(repeating: 7, count: 200_000)
      }
    }
    try context.save()
    // The names are the IDs of presets: “quick” is edited, “sweet” deleted.
    labels.first { $0.name == "quick" }?.name = "fast"
    if let sweet = labels.first(where: { $0.name == "sweet" }) { context.delete(sweet) }
    try context.save()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func container() throws -> ModelContainer {
    let names = ["quick", "soup", "sweet"]
    let catalog = PresetCatalog("basics", version: 3) {
      Presets(id: { (label: Label) in names.contains(label.name) ? label.name : nil }) {
        names.map { Label($0) }
      }
    }
    return try ModelContainer(
      for: Schema([Dish.self, Cuisine.self, Label.self], version: .init(1, 2, 0)),
      configurations: [ModelConfiguration(url: url)], presets: [catalog])
  }

  func store() throws -> InspectedStore { try InspectedStore(url) }

  /// The keys of all dishes, ascending.
  func keys() throws -> [Int64] { try store().rows(of: "Dish").map(\.key) }
}
