import PerennialUI
import SwiftData

// A menu: what the views of the specifications show.

@Model
final class Dish {
  var name: String
  var course: String
  var cuisine: String?
  var price: Int
  var chilli: Int?
  var isVegan = false

  init(_ name: String, course: String = "main", cuisine: String? = nil, price: Int = 0) {
    self.name = name
    self.course = course
    self.cuisine = cuisine
    self.price = price
  }
}

@Model
final class Napkin {
  var colour: String
  init(_ colour: String) { self.colour = colour }
}

/// No container can keep it: SQLite cannot compare what is in files.
@Model
final class Photograph {
  @Attribute(.unique, .externalStorage) var pixels: Data
  init(_ pixels: Data) { self.pixels = pixels }
}

@ModelActor
actor Cook {
  @MainActor
  init(mainContextOf container: ModelContainer) {
    modelContainer = container
    modelExecutor = DefaultSerialModelExecutor(modelContext: container.mainContext)
  }

  @discardableResult
  func add(_ name: String, price: Int = 0) throws -> PersistentIdentifier {
    let dish = Dish(name, price: price)
    modelContext.insert(dish)
    try modelContext.save()
    return dish.persistentModelID
  }

  var contextIdentity: ObjectIdentifier { ObjectIdentifier(modelContext) }
}

func kitchen() throws -> ModelContainer {
  try ModelContainer(
    for: Dish.self,
    configurations: ModelConfiguration(isStoredInMemoryOnly: true)
  )
}

@MainActor
func kitchen(with dishes: Dish...) throws -> ModelContainer {
  let container = try kitchen()
  for dish in dishes { container.mainContext.insert(dish) }
  try container.mainContext.save()
  return container
}
