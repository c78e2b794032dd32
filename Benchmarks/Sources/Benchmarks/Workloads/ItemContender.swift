import Foundation

/// A library that works on the model with eight columns: an integer, a double, a short string, a
/// string of 30 bytes in half of the rows, a date, an identifier with a default, a Boolean and an
/// optional integer.
protocol ItemContender: AnyObject {
  static var library: Library { get }

  /// Opens a new database and creates its table.
  init(at file: URL) throws

  /// Creates objects that are not saved, and lets go of them.
  func create(_ values: [ItemValues], _ stopwatch: Stopwatch)

  /// Saves objects that were created before, in one transaction: only that is timed.
  func insertCreated(_ values: [ItemValues], _ stopwatch: Stopwatch) throws

  /// Creates the objects and saves them in one transaction.
  ///
  /// - Parameter step: What that is called on the stopwatch.
  func insert(_ values: [ItemValues], as step: String, _ stopwatch: Stopwatch) throws

  /// Writes a row for each of the values in one transaction, and keeps no objects.
  func insertBatch(_ values: [ItemValues], _ stopwatch: Stopwatch) throws

  /// Fetches all of them, and lets go of them: both is timed.
  func fetch(_ stopwatch: Stopwatch) throws

  /// Changes the count of the objects at these positions and saves, in one transaction.
  func update(_ positions: [Int], to count: Int, _ stopwatch: Stopwatch) throws

  /// Fetches all objects, while libraries that keep objects in memory have them there already.
  func refetch(_ stopwatch: Stopwatch) throws

  /// Finds single objects by primary key, while they are not in memory.
  func findMissing(_ positions: [Int], _ stopwatch: Stopwatch) throws

  /// Finds single objects by primary key, while libraries that keep objects in memory have them there.
  func findHeld(_ positions: [Int], _ stopwatch: Stopwatch) throws

  /// Notes how many bytes each object takes while all of them are in memory.
  func weigh(_ stopwatch: Stopwatch) throws
}

extension ItemContender {
  func insert(_ values: [ItemValues], _ stopwatch: Stopwatch) throws {
    try insert(values, as: ItemSteps.insert, stopwatch)
  }

  /// Inserts objects as usual: a library that keeps no objects anyway has no other way.
  func insertBatch(_ values: [ItemValues], _ stopwatch: Stopwatch) throws {
    try insert(values, as: ItemSteps.batch, stopwatch)
  }
}

/// The steps that contenders time, and other facts that they share.
enum ItemSteps {
  static let create = "create"
  static let insert = "insert"
  static let insertCreated = "insert created"
  static let batch = "batch"
  static let fetch = "fetch"
  static let refetch = "refetch"
  static let update = "update"
  static let hit = "hit"
  static let miss = "miss"
  static let memory = "memory"

  /// The table of contenders without a schema of their own. Except for the names, it is the same as
  /// Perennial's.
  static let table = """
    CREATE TABLE item (
      pk INTEGER PRIMARY KEY,
      id BLOB NOT NULL,
      count INTEGER NOT NULL,
      weight REAL NOT NULL,
      name TEXT NOT NULL,
      note TEXT NOT NULL,
      date REAL NOT NULL,
      isDone INTEGER NOT NULL,
      rank INTEGER
    ) STRICT
    """
}
