import Foundation
import SwiftData

@Model
final class Expense {
  #Index<Expense>([\.day])

  var amount: Decimal
  var category: String
  var note: String
  var day: Date

  init(_ amount: Decimal, category: String, note: String, day: Date) {
    self.amount = amount
    self.category = category
    self.note = note
    self.day = day
  }
}

/// The expenses of a store. The commands only parse, call it, and print.
struct ExpenseBook {
  let context: ModelContext

  init(_ configuration: ModelConfiguration) throws {
    context = ModelContext(try ModelContainer(for: Expense.self, configurations: configuration))
  }

  func add(_ amount: Decimal, category: String, note: String = "", day: Date = .now) throws {
    context.insert(Expense(amount, category: category, note: note, day: day))
    try context.save()
  }

  /// Returns the expenses since a day, the latest first.
  func expenses(since day: Date) throws -> [Expense] {
    try context.fetch(
      FetchDescriptor(
        predicate: #Predicate { $0.day >= day }, sortBy: [SortDescriptor(\.day, order: .reverse)]))
  }

  /// Returns the sum of each category since a day.
  func totals(since day: Date) throws -> [(category: String, sum: Decimal)] {
    let sums = try expenses(since: day).reduce(into: [:]) { sums, expense in
      sums[expense.category, default: 0] += expense.amount
    }
    return sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
