import Foundation
import SwiftData

extension RecipeReader {
  /// Returns saves of the book, the newest first.
  ///
  /// - Parameters:
  ///   - id: The number of a transaction; only those before it are returned. Nil for the newest ones.
  ///   - limit: The most transactions, at least 1.
  public func history(before id: Int64? = nil, limit: Int = 20) throws -> [BookTransaction] {
    var descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
      sortBy: [SortDescriptor(\.id, order: .reverse)])
    if let id { descriptor.predicate = #Predicate { $0.id < id } }
    descriptor.fetchLimit = UInt64(max(1, limit))
    return try modelContext.fetchHistory(descriptor).map { transaction in
      let groups = Dictionary(grouping: transaction.changes, by: ChangeGroup.init)
      let changes = try groups.sorted { $0.key < $1.key }.map { group, changes in
        BookTransaction.Changes(
          kind: group.kind, entity: group.entity, count: changes.count,
          recipes: group.hasRecipes ? try recipes(in: changes.prefix(5)) : [],
          deleted: changes.prefix(5).compactMap(BookTransaction.DeletedObject.init))
      }
      return BookTransaction(
        id: transaction.id, date: transaction.timestamp, author: transaction.author,
        replacement: transaction.isErasure
          ? .erasure : transaction.isRestoration ? .restoration : nil,
        changes: changes)
    }
  }

  /// Returns the recipes of changes that are still there.
  private func recipes(
    in changes: ArraySlice<HistoryChange>
  ) throws -> [BookTransaction.ChangedRecipe] {
    let ids = changes.map(\.changedPersistentIdentifier)
    let found = try modelContext.fetch(
      FetchDescriptor(predicate: #Predicate<Recipe> { ids.contains($0.persistentModelID) }))
    let recipes = Dictionary(found.map { ($0.persistentModelID, $0) }) { first, _ in first }
    return changes.compactMap { change in
      guard let recipe = recipes[change.changedPersistentIdentifier] else { return nil }
      var properties: [String] = []
      if case .update(let update as any HistoryUpdate<Recipe>) = change {
        let updated = Set(update.updatedAttributes.map { $0 as PartialKeyPath<Recipe> })
        properties = Recipe.historyNames.filter { updated.contains($0.path) }.map(\.name)
      }
      return BookTransaction.ChangedRecipe(
        id: recipe.uid, title: recipe.title, properties: properties)
    }
  }
}

/// The changes of one kind to one entity, in a transaction.
private struct ChangeGroup: Hashable, Comparable {
  let kind: BookTransaction.Kind
  let entity: String

  init(_ change: HistoryChange) {
    entity = change.changedPersistentIdentifier.entityName
    kind =
      switch change {
      case .insert: .inserted
      case .update: .updated
      case .delete: .deleted
      }
  }

  /// A Boolean value that indicates whether the changes are those of recipes that can still be there.
  var hasRecipes: Bool { entity == "Recipe" && kind != .deleted }

  /// The changes of recipes come before those of their parts.
  private var rank: Int { entity == "Recipe" ? 0 : 1 }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind.rawValue, left.rank, left.entity) < (right.kind.rawValue, right.rank, right.entity)
  }
}

extension BookTransaction.DeletedObject {
  /// Creates the name of a deleted object.
  ///
  /// Returns nil for other changes, and for an object that was deleted by a version of Cookbook whose models did not
  /// preserve its name.
  fileprivate init?(_ change: HistoryChange) {
    guard case .delete(let delete) = change else { return nil }
    let value: (any Sendable)? =
      switch delete {
      case let recipe as DefaultHistoryDelete<Recipe>: recipe.tombstone[\.title]
      case let ingredient as DefaultHistoryDelete<Ingredient>: ingredient.tombstone[\.name]
      case let tag as DefaultHistoryDelete<Tag>: tag.tombstone[\.name]
      case let entry as DefaultHistoryDelete<CookingLogEntry>: entry.tombstone[\.date]
      default: nil
      }
    switch value {
    case let name as String: self = .named(name)
    case let date as Date: self = .dated(date)
    default: return nil
    }
  }
}

extension Recipe {
  /// The properties that the history names, by the words of the pages.
  fileprivate static var historyNames: [(path: PartialKeyPath<Recipe>, name: String)] {
    [
      (\.title, "title"), (\.summary, "description"), (\.cuisine, "cuisine"),
      (\.servings, "servings"), (\.minutes, "time"), (\.difficulty, "level"),
      (\.instructions, "method"), (\.isFavorite, "favourite"),
      (\.averageRating, "rating"), (\.ingredients, "ingredients"), (\.tags, "tags"),
      (\.log, "log"),
    ]
  }
}
