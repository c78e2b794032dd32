import Foundation
import SwiftData

extension RecipeQuery {
  /// The query as the store understands it.
  var descriptor: FetchDescriptor<Recipe> {
    var descriptor = FetchDescriptor(predicate: predicate, sortBy: sortDescriptors)
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    descriptor.relationshipKeyPathsForPrefetching = [\.tags]
    return descriptor
  }

  private var predicate: Predicate<Recipe>? {
    let conditions = conditions.map(\.predicate)
    return conditions.isEmpty ? nil : Predicate(all: conditions)
  }

  /// The predicate, as Swift writes it; nil if the query finds all recipes.
  var predicateSource: String? {
    let sources = conditions.map(\.source)
    return sources.isEmpty ? nil : "{ recipe in\n  \(sources.joined(separator: "\n    && "))\n}"
  }

  /// The conditions of the query, and their source with the values of the query.
  private var conditions: [(predicate: Predicate<Recipe>, source: String)] {
    var conditions = words.map(Self.condition(containing:))
    if let tag {
      conditions.append(
        (
          #Predicate { recipe in recipe.tags.contains { $0.name == tag } },
          "recipe.tags.contains { $0.name == \(tag.debugDescription) }"
        ))
    }
    if favoritesOnly { conditions.append((#Predicate { $0.isFavorite }, "recipe.isFavorite")) }
    return conditions
  }

  /// The words of the text, each once. Spaces and commas separate them.
  private var words: [String] {
    var seen: Set<String> = []
    return text.split { $0.isWhitespace || $0 == "," }.map(String.init)
      .filter { seen.insert($0.lowercased()).inserted }
  }

  /// Returns the condition that one of the searched parts of a recipe contains a word.
  ///
  /// Each word has a condition of its own, so that the words can be in any order and in different parts.
  private static func condition(
    containing word: String
  ) -> (predicate: Predicate<Recipe>, source: String) {
    let quoted = word.debugDescription
    return (
      #Predicate { recipe in
        recipe.title.localizedStandardContains(word)
          || recipe.summary.localizedStandardContains(word)
          || recipe.cuisine.localizedStandardContains(word)
          || recipe.ingredients.contains { $0.name.localizedStandardContains(word) }
      },
      """
      (recipe.title.localizedStandardContains(\(quoted))
          || recipe.summary.localizedStandardContains(\(quoted))
          || recipe.cuisine.localizedStandardContains(\(quoted))
          || recipe.ingredients.contains { $0.name.localizedStandardContains(\(quoted)) })
      """
    )
  }

  private var sortDescriptors: [SortDescriptor<Recipe>] {
    let byTitle = SortDescriptor(\Recipe.title)
    switch order {
    case .title: return [byTitle]
    case .time: return [SortDescriptor(\.minutes), byTitle]
    case .newest: return [SortDescriptor(\.createdAt, order: .reverse), byTitle]
    case .rating: return [SortDescriptor(\.averageRating, order: .reverse), byTitle]
    }
  }
}
