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
    var conditions: [(Predicate<Recipe>, String)] = []
    let text = self.text.trimmed
    if !text.isEmpty {
      let quoted = text.debugDescription
      conditions.append(
        (
          #Predicate { recipe in
            recipe.title.localizedStandardContains(text)
              || recipe.summary.localizedStandardContains(text)
              || recipe.cuisine.localizedStandardContains(text)
              || recipe.ingredients.contains { $0.name.localizedStandardContains(text) }
          },
          """
          (recipe.title.localizedStandardContains(\(quoted))
              || recipe.summary.localizedStandardContains(\(quoted))
              || recipe.cuisine.localizedStandardContains(\(quoted))
              || recipe.ingredients.contains { $0.name.localizedStandardContains(\(quoted)) })
          """
        ))
    }
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
