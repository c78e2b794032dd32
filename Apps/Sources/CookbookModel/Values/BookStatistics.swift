/// The numbers that the charts of the book show.
public struct BookStatistics: Equatable, Sendable {
  /// A number with its name.
  public struct Bar: Equatable, Sendable {
    public var label: String
    public var count: Int
  }

  /// The objects of each entity.
  public var entities: [Bar]
  /// The recipes of the ten tags that have the most.
  public var tags: [Bar]
  /// The log entries of the last twelve months, the oldest month first. A label is a month such as `2026-03`.
  public var months: [Bar]
  /// The log entries of each rating, from 5 down to 1.
  public var ratings: [Bar]
  /// The size of the store's file and of its write-ahead log in bytes; nil for a book in memory.
  public var fileSize: Int?
}
