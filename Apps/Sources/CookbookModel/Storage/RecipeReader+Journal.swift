import Foundation
import SwiftData

extension RecipeReader {
  /// Returns entries of all logs, the newest first.
  ///
  /// The time does not depend on the number of entries before and after: the dates have an index.
  ///
  /// - Parameters:
  ///   - start: The place to begin at; nil for the newest entry.
  ///   - end: The place to end at; nil to end after `limit` entries.
  ///   - limit: The most entries, from 1 to ``JournalBatch/largestSize``.
  public func journal(
    from start: JournalPosition? = nil, through end: JournalPosition? = nil,
    limit: Int = JournalBatch.size
  ) throws -> JournalBatch {
    let limit = min(max(1, limit), JournalBatch.largestSize)
    var descriptor = FetchDescriptor(
      predicate: Self.entries(from: start?.date, through: end?.date),
      sortBy: [SortDescriptor(\CookingLogEntry.date, order: .reverse), SortDescriptor(\.uid)])
    descriptor.fetchOffset = start?.count ?? 0
    descriptor.fetchLimit = limit + 1
    descriptor.relationshipKeyPathsForPrefetching = [\.recipe]
    let found = try modelContext.fetch(descriptor)
    var entries = Array(found.prefix(limit))
    if let end {
      let offset = start?.date == end.date ? start?.count ?? 0 : 0
      let last = entries.count { $0.date == end.date } + offset
      entries.removeLast(min(entries.count, max(0, last - end.count)))
    }
    return JournalBatch(
      items: entries.compactMap(JournalItem.init), end: Self.end(of: entries, from: start),
      hasMore: try entries.count < found.count || end.map { try hasEntries(after: $0) } ?? false)
  }

  private static func entries(from start: Date?, through end: Date?) -> Predicate<CookingLogEntry>?
  {
    switch (start, end) {
    case (nil, nil): return nil
    case (let start?, nil): return #Predicate { $0.date <= start }
    case (nil, let end?): return #Predicate { $0.date >= end }
    case (let start?, let end?): return #Predicate { $0.date <= start && $0.date >= end }
    }
  }

  private static func end(
    of entries: [CookingLogEntry], from start: JournalPosition?
  ) -> JournalPosition? {
    guard let date = entries.last?.date else { return start }
    let before = start?.date == date ? start?.count ?? 0 : 0
    return JournalPosition(date: date, count: before + entries.count { $0.date == date })
  }

  private func hasEntries(after position: JournalPosition) throws -> Bool {
    let date = position.date
    var descriptor = FetchDescriptor<CookingLogEntry>(predicate: #Predicate { $0.date <= date })
    descriptor.fetchOffset = position.count
    descriptor.fetchLimit = 1
    return try !modelContext.fetchIdentifiers(descriptor).isEmpty
  }
}

extension JournalItem {
  /// Creates an item; nil for an entry without a recipe.
  fileprivate init?(_ entry: CookingLogEntry) {
    guard let recipe = entry.recipe else { return nil }
    self.init(
      entry: LogItem(entry),
      recipe: RecipeLabel(
        id: recipe.uid, title: recipe.title, cuisine: recipe.cuisine,
        tags: recipe.tags.map(\.name)))
  }
}
