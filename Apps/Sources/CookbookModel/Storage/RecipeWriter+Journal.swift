import Foundation
import SwiftData

extension RecipeWriter {
  /// Writes a journal of a number of entries, about six a day up to now. Does nothing if the book has entries.
  ///
  /// - Returns: The number of entries that were written.
  @discardableResult
  public func writeJournal(ofEntries count: Int) throws -> Int {
    guard try modelContext.fetchCount(FetchDescriptor<CookingLogEntry>()) == 0 else { return 0 }
    let now = Date()
    for start in stride(from: 0, to: count, by: 5000) {
      // A context of its own for each part: the objects of the last part are released.
      let context = ModelContext(modelContainer)
      let recipes = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Recipe.title)]))
      if recipes.isEmpty { return 0 }
      for number in start..<min(start + 5000, count) {
        let entry = CookingLogEntry(
          date: now.addingTimeInterval(-14_400 * Double(number)),
          note: Self.notes[number % Self.notes.count], rating: 1 + number * 7 % 5)
        context.insert(entry)
        entry.recipe = recipes[number * 11 % recipes.count]
      }
      try context.save()
    }
    try saving(nil) {
      for recipe in try modelContext.fetch(FetchDescriptor<Recipe>()) { recipe.updateRating() }
    }
    return count
  }

  private static let notes = [
    "", "More lemon next time.", "", "The children asked for more.", "Too salty.", "",
    "Doubled the garlic.", "Took ten minutes longer.",
  ]
}
