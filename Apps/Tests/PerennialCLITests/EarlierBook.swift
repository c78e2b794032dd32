import CookbookModel
import Foundation
import SwiftData

/// A store as Cookbook made it before it had presets, when its recipes were put in twice; and the
/// catalogs of the versions since.
struct EarlierBook {
  let folder: ScratchFolder
  var url: URL { folder.file("book.store") }

  init(in folder: ScratchFolder) throws {
    self.folder = folder
    try write("cookbook.json", version: 2)
    try write("earlier.json", version: 1, title: "Vegetable soup", minutes: 50)
    let context = try context()
    let tag = CookbookModel.Tag(name: "Soup", color: .tomato)
    context.insert(tag)
    for copy: UInt8 in 1...2 {
      let soup = Self.recipe(copy, "Vegetable soup", "soup")
      context.insert(soup)
      soup.minutes = 50
      soup.tags = [tag]
      soup.ingredients = [
        Ingredient(name: "beans", quantity: 250, unit: "g", position: 0),
        Ingredient(name: "salt", position: 1),
      ]
      if copy == 2 {
        soup.title = "My soup"
        soup.ingredients.append(Ingredient(name: "love", position: 2))
        soup.log = [
          CookingLogEntry(uid: Self.uid(9), date: Self.date(9), note: "Good", rating: 5)
        ]
      }
      // Each is made by a launch of its own; the later one in another millisecond.
      try context.save()
      usleep(5000)
    }
    for number: UInt8 in 3...4 {
      let stew = Self.recipe(number, "Stew", nil)
      context.insert(stew)
      stew.minutes = 60 + Int(number)
      try context.save()
      usleep(5000)
    }
  }

  func context() throws -> ModelContext {
    let context = ModelContext(
      try ModelContainer(
        for: Schema(versionedSchema: CookbookSchema.self),
        configurations: [ModelConfiguration(url: url)]))
    context.author = "cook"
    return context
  }

  private static func uid(_ number: UInt8) -> UUID {
    // With letters, so that the ID cannot be mistaken for a key.
    UUID(
      uuid: (
        0xC0, 0xDE, 0xC0, 0xDE, 0xC0, 0xDE, 0x4C, 0xDE, 0x8C, 0xDE, 0xC0, 0xDE, 0xC0, 0xDE, 0xC0,
        number
      ))
  }

  private static func date(_ number: UInt8) -> Date {
    Date(timeIntervalSinceReferenceDate: 600_000_000 + Double(number))
  }

  private static func recipe(_ number: UInt8, _ title: String, _ key: String?) -> Recipe {
    Recipe(
      uid: uid(number), title: title, cuisine: "Italian", instructions: ["Cook."],
      createdAt: date(number), presetKey: key)
  }

  /// One more copy of the preset recipe, as it is.
  func insertSoup(_ number: UInt8, ingredients: [String] = []) throws {
    let context = try context()
    let soup = Self.recipe(number, "Minestrone", "soup")
    context.insert(soup)
    soup.ingredients = ingredients.map { Ingredient(name: $0) }
    try context.save()
  }

  func write(
    _ name: String, version: Int, title: String = "Minestrone", minutes: Int = 45,
    ingredients: [String] = ["beans", "salt"]
  ) throws {
    let parts = ingredients.enumerated().map { place, name in
      let quantity = name == "salt" ? #""unit": """# : #""quantity": 250, "unit": "g""#
      return #"{ "$id": "\#(name)", "name": "\#(name)", \#(quantity), "position": \#(place) }"#
    }
    let text = """
      {
        "catalog": "cookbook", "version": \(version),
        "leavingToUser": { "Recipe": ["uid", "createdAt", "isFavorite", "averageRating"] },
        "presets": {
          "Tag": [{ "$id": "Soup", "name": "Soup", "color": "tomato" }],
          "Recipe": [
            {
              "$id": "soup", "uid": "\(Self.uid(7).uuidString)", "title": "\(title)",
              "summary": "", "cuisine": "Italian", "servings": 4, "minutes": \(minutes),
              "difficulty": "easy", "instructions": ["Cook."],
              "createdAt": "2026-01-31T18:30:00Z", "isFavorite": false, "averageRating": 0,
              "presetKey": "soup", "tags": ["Soup"],
              "ingredients": [\(parts.joined(separator: ", "))]
            }
          ]
        }
      }
      """
    try Data(text.utf8).write(to: folder.file(name))
  }
}
