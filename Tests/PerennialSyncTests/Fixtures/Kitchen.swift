import Foundation
import SwiftData

/// Models with each kind of property and relationship that is synced.
enum Kitchen {
  static let models: [any PersistentModel.Type] = [
    Recipe.self, Tag.self, Cook.self, Apron.self, Dish.self, Soup.self,
  ]

  static func dump(_ context: ModelContext) throws -> [String] {
    var lines: [String] = []
    for recipe in try context.fetch(FetchDescriptor<Recipe>()) {
      lines.append(
        """
        recipe \(recipe.title) \(recipe.minutes) \(recipe.note ?? "-") \(recipe.course.rawValue) \
        \(recipe.size.width)×\(recipe.size.height) \(recipe.photo?.count ?? -1) \
        \(recipe.identifier.uuidString) \(recipe.created.timeIntervalSince1970) \
        by \(recipe.cook?.name ?? "-") [\(recipe.tags.map(\.name).sorted().joined(separator: ","))]
        """)
    }
    for tag in try context.fetch(FetchDescriptor<Tag>()) { lines.append("tag \(tag.name)") }
    for cook in try context.fetch(FetchDescriptor<Cook>()) {
      let recipes = cook.recipes.map(\.title).sorted().joined(separator: ",")
      lines.append("cook \(cook.name) apron \(cook.apron?.colour ?? "-") [\(recipes)]")
    }
    for apron in try context.fetch(FetchDescriptor<Apron>()) {
      lines.append("apron \(apron.colour) of \(apron.cook?.name ?? "-")")
    }
    for dish in try context.fetch(FetchDescriptor<Dish>()) {
      lines.append("\(type(of: dish)) \(dish.name) \((dish as? Soup)?.isHot.description ?? "")")
    }
    return lines.sorted()
  }
}

enum Course: String, Codable, CaseIterable { case starter, main, dessert }

struct Size: Codable, Equatable {
  var width = 0
  var height = 0
}

@Model final class Recipe {
  var title = ""
  var minutes = 0
  var note: String?
  var course = Course.main
  var size = Size()
  var identifier = UUID()
  var created = Date(timeIntervalSince1970: 0)
  @Attribute(.externalStorage) var photo: Data?
  @Attribute(.ephemeral) var isSelected = false
  var cook: Cook?
  @Relationship(inverse: \Tag.recipes) var tags: [Tag] = []

  init(_ title: String, minutes: Int = 0) {
    self.title = title
    self.minutes = minutes
  }
}

@Model final class Tag {
  var name = ""
  var recipes: [Recipe] = []

  init(_ name: String) { self.name = name }
}

@Model final class Cook {
  var name = ""
  @Relationship(deleteRule: .nullify, inverse: \Recipe.cook) var recipes: [Recipe] = []
  @Relationship(inverse: \Apron.cook) var apron: Apron?

  init(_ name: String) { self.name = name }
}

@Model final class Apron {
  var colour = ""
  var cook: Cook?

  init(_ colour: String) { self.colour = colour }
}

@Model class Dish {
  var name = ""

  init(_ name: String) { self.name = name }
}

@available(macOS 26, iOS 26, *)
@Model final class Soup: Dish {
  var isHot = true

  override init(_ name: String) { super.init(name) }
}
