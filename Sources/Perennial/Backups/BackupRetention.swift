/// How many automatic backups are kept, and for how long.
///
/// The newest backup of each operation that can be undone is kept besides, until there is a newer one; see
/// ``Backup/undoneOperation``.
public struct BackupRetention: Hashable, Sendable {
  let count: Int
  let age: Duration?

  /// All of them, until somebody deletes them.
  public static let unlimited = BackupRetention(count: .max, age: nil)

  /// The newest ones.
  ///
  /// - Parameters:
  ///   - count: How many; at least the one that was just made.
  ///   - age: How old they may become; nil for no limit. The one that was just made stays.
  public static func newest(_ count: Int, notOlderThan age: Duration? = nil) -> BackupRetention {
    BackupRetention(count: max(count, 1), age: age)
  }

  /// Those that are not older.
  public static func atMost(_ age: Duration) -> BackupRetention {
    BackupRetention(count: .max, age: age)
  }
}
