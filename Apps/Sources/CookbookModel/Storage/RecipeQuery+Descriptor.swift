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
    let conditions = [textCondition, tagCondition, favoriteCondition].compactMap { $0 }
    return conditions.isEmpty ? nil : Predicate(all: conditions)
  }

  private var textCondition: Predicate<Recipe>? {
    let text = self.text.trimmed
    if text.isEmpty { return nil }
    return #Predicate { recipe in
      recipe.title.localizedStandardContains(text)
        || recipe.summary.localizedStandardContains(text)
        || recipe.cuisine.localizedStandardContains(text)
        || recipe.ingredients.contains { $0.name.localizedStandardContains(text) }
    }
  }

  private var tagCondition: Predicate<Recipe>? {
    guard let tag else { return nil }
    return #Predicate { recipe in recipe.tags.contains { $0.name == tag } }
  }

  private var favoriteCondition: Predicate<Recipe>? {
    favoritesOnly ? #Predicate { $0.isFavorite } : nil
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
