import Foundation

/// A library that works on the model with ten integer columns.
protocol IntegerContender: AnyObject {
  static var library: Library { get }

  /// Opens a new database and creates its table.
  init(at file: URL) throws

  /// Inserts so many rows in one transaction; every column holds the number of its row.
  func insert(_ count: Int, _ stopwatch: Stopwatch) throws

  /// Fetches all of them, and lets go of them: both is timed.
  func fetch(_ stopwatch: Stopwatch) throws
}

/// The steps that contenders time, and the table of contenders without a schema of their own.
enum IntegerSteps {
  static let insert = "insert"
  static let fetch = "fetch"

  static let table = """
    CREATE TABLE item (
      pk INTEGER PRIMARY KEY,
      i0 INTEGER NOT NULL, i1 INTEGER NOT NULL, i2 INTEGER NOT NULL, i3 INTEGER NOT NULL,
      i4 INTEGER NOT NULL, i5 INTEGER NOT NULL, i6 INTEGER NOT NULL, i7 INTEGER NOT NULL,
      i8 INTEGER NOT NULL, i9 INTEGER NOT NULL
    ) STRICT
    """
}
