import Perennial

/// The error for a backup that was not made or not restored. The store was not changed.
struct BackupFailure: Error {
  let heading: String
  /// The error that was thrown.
  let details: String

  /// Runs a block and throws its errors under a heading.
  static func explaining<Result>(
    _ heading: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw BackupFailure(
        heading: heading, details: (error as? SwiftDataError)?.explanation ?? "\(error)")
    }
  }
}

/// The error for a backup that was asked for and does not exist.
struct MissingBackup: Error {
  let name: String
}
