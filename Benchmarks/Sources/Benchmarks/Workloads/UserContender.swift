import Foundation

/// A library that works on simple objects.
protocol UserContender: AnyObject {
  static var library: Library { get }

  /// Opens a new database and creates its table.
  init(at file: URL) throws

  /// Makes objects that are not saved, and lets go of them.
  func instantiate(_ values: [UserValues], _ stopwatch: Stopwatch)

  /// Makes objects and saves them in one transaction.
  func create(_ values: [UserValues], _ stopwatch: Stopwatch) throws

  /// Fetches the users with a first name, sorted by age, and lets go of them; so many times.
  func fetch(_ firstName: String, times: Int, _ stopwatch: Stopwatch) throws

  /// Gives the users with a first name another one, the objects having been fetched before.
  func rename(_ firstName: String, to newName: String, _ stopwatch: Stopwatch) throws

  /// Deletes all users.
  func deleteAll(_ stopwatch: Stopwatch) throws
}

/// The steps that contenders time, and the table of contenders without a schema of their own.
enum UserSteps {
  static let instantiate = "instantiate"
  static let create = "create"
  static let fetch = "fetch"
  static let rename = "rename"
  static let size = "size"
  static let delete = "delete"

  static let table = """
    CREATE TABLE user (
      pk INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      firstName TEXT NOT NULL,
      surname TEXT NOT NULL,
      age INTEGER NOT NULL
    ) STRICT
    """
}
