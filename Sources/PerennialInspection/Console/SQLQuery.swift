public import Foundation

/// The result of a query in SQL.
public struct SQLResult: Sendable {
  /// The names of the columns.
  public let columns: [String]
  /// The rows, each with a value for each column. Long texts are shortened, and data are their beginning.
  public let rows: [[SQLResultValue]]
  /// `true` if the query has more rows.
  public let isLimited: Bool
}

/// The reason why a query in SQL was not run, or has failed.
public struct SQLError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The reason, in SQLite's words or in those of this library.
  public let reason: String
  /// The number of characters before the place in the text that the reason is about; nil if SQLite does not tell.
  public let position: Int?

  /// The reason, after the number of the character at its place, counted from 1.
  public var description: String {
    position.map { "character \($0 + 1): \(reason)" } ?? reason
  }
}

extension SQLError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}
