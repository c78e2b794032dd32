/// The number of automatic backups that are kept, and their maximum age.
///
/// The newest backup of each undoable operation is kept in addition, until there is a newer one; see
/// ``Backup/undoneOperation``.
///
/// ```swift
/// try container.backUpAutomatically(
///   keeping: .newest(10, notOlderThan: .seconds(30 * 24 * 60 * 60)))
/// ```
public struct BackupRetention: Hashable, Sendable {
  let count: Int
  let age: Duration?

  /// Keeps all backups until they are deleted explicitly.
  public static let unlimited = BackupRetention(count: .max, age: nil)

  /// Keeps the newest backups.
  ///
  /// ```swift
  /// try container.backUpAutomatically(keeping: .newest(3), undoing: "import")
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of backups to keep. The backup that was just made is always kept.
  ///   - age: The maximum age; nil for no limit. The backup that was just made is always kept.
  public static func newest(_ count: Int, notOlderThan age: Duration? = nil) -> BackupRetention {
    BackupRetention(count: max(count, 1), age: age)
  }

  /// Keeps the backups that are not older than the given age.
  ///
  /// ```swift
  /// let week = Duration.seconds(7 * 24 * 60 * 60)
  /// let backup = try container.backUpAutomatically(keeping: .atMost(week))
  /// print("\(backup.deletedBackups.count) older backups were deleted.")
  /// ```
  public static func atMost(_ age: Duration) -> BackupRetention {
    BackupRetention(count: .max, age: age)
  }
}
