public import Foundation

/// An entry of the journal, which is the log of all recipes together.
public struct JournalItem: Codable, Equatable, Sendable {
  public var entry: LogItem
  public var recipe: RecipeLabel
}

/// A recipe as it is shown beside something else.
public struct RecipeLabel: Codable, Equatable, Identifiable, Sendable {
  public var id: UUID
  public var title: String
  public var cuisine: String
  /// The names of the tags.
  public var tags: [String]

  public init(id: UUID, title: String, cuisine: String, tags: [String]) {
    self.id = id
    self.title = title
    self.cuisine = cuisine
    self.tags = tags
  }
}

/// A place between two entries of the journal.
///
/// A place stays where it is when entries are added or deleted elsewhere, so a list can go on from it.
public struct JournalPosition: Equatable, Sendable {
  /// The date of the entry before the place.
  public var date: Date
  /// The number of entries with this date before the place.
  public var count: Int

  public init(date: Date, count: Int) {
    self.date = date
    self.count = count
  }

  /// The place before all entries of a day and of earlier days.
  public init(endOf day: Date) {
    let next = Calendar(identifier: .gregorian).date(byAdding: .day, value: 1, to: day) ?? day
    self.init(
      date: Date(timeIntervalSinceReferenceDate: next.timeIntervalSinceReferenceDate.nextDown),
      count: 0)
  }
}

/// Consecutive entries of the journal, the newest first.
public struct JournalBatch: Equatable, Sendable {
  /// The number of entries of a batch, if no other was asked for.
  public static let size = 20
  /// The largest number of entries of a batch.
  public static let largestSize = 2000

  public var items: [JournalItem]
  /// The place after the last entry; nil if there is no entry.
  public var end: JournalPosition?
  /// `true` if earlier entries follow.
  public var hasMore: Bool
}
