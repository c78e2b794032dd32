public import Foundation
import SwiftData

extension RecipeReader {
  /// Returns the numbers of the charts. SQLite counts them: no object is fetched but the tags.
  ///
  /// - Parameter now: The day that the last month ends with.
  public func statistics(now: Date = Date()) throws -> BookStatistics {
    BookStatistics(
      entities: [
        try count(Recipe.self), try count(Ingredient.self), try count(Tag.self),
        try count(CookingLogEntry.self),
      ],
      tags: Array(
        try tags().map { BookStatistics.Bar(label: $0.name, count: $0.recipes) }
          .sorted { ($1.count, $0.label) < ($0.count, $1.label) }.prefix(10)),
      months: try Self.months(before: now).map { month in
        let (start, end) = (month.start, month.end)
        return BookStatistics.Bar(
          label: month.label,
          count: try entries(#Predicate { $0.date >= start && $0.date < end }))
      },
      ratings: try (1...5).reversed().map { rating in
        BookStatistics.Bar(
          label: "\(rating)", count: try entries(#Predicate { $0.rating == rating }))
      },
      fileSize: fileSize)
  }

  private func count<Model: PersistentModel>(_ type: Model.Type) throws -> BookStatistics.Bar {
    BookStatistics.Bar(
      label: Schema.entityName(for: type),
      count: try modelContext.fetchCount(FetchDescriptor<Model>()))
  }

  private func entries(_ predicate: Predicate<CookingLogEntry>) throws -> Int {
    try modelContext.fetchCount(FetchDescriptor(predicate: predicate))
  }

  private var fileSize: Int? {
    guard let configuration = modelContainer.configurations.first,
      !configuration.isStoredInMemoryOnly
    else { return nil }
    let path = configuration.url.path
    let sizes = [path, path + "-wal"].compactMap {
      try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int
    }
    return sizes.isEmpty ? nil : sizes.reduce(0, +)
  }

  /// The last twelve months up to a day, the oldest first.
  private static func months(before now: Date) -> [(label: String, start: Date, end: Date)] {
    let calendar = Calendar(identifier: .gregorian)
    guard let current = calendar.dateInterval(of: .month, for: now) else { return [] }
    return (0..<12).reversed().compactMap { age in
      guard let day = calendar.date(byAdding: .month, value: -age, to: current.start),
        let month = calendar.dateInterval(of: .month, for: day)
      else { return nil }
      let parts = calendar.dateComponents([.year, .month], from: day)
      let number = parts.month ?? 0
      return ("\(parts.year ?? 0)-\(number < 10 ? "0" : "")\(number)", month.start, month.end)
    }
  }
}
