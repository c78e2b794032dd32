import Perennial

/// The kind of program that a database belongs to, by its tables.
enum StoreKind {
  case apple, perennial, empty, other

  init(of tables: SourceTables) {
    if tables.has("Z_METADATA", all: ["Z_VERSION", "Z_UUID", "Z_PLIST"]),
      tables.has("Z_PRIMARYKEY", all: ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"])
    {
      self = .apple
    } else if tables.columns.keys.contains(where: { $0.lowercased().hasPrefix("_perennial") }) {
      self = .perennial
    } else {
      self = tables.columns.isEmpty ? .empty : .other
    }
  }

  /// Throws an error for each kind but Apple's.
  func checkApple(_ path: String) throws {
    switch self {
    case .apple: return
    case .perennial:
      throw AppleStoreError(
        .perennialStore, path: path,
        "The file is a store of Perennial. Open it with a ModelContainer or InspectedStore.")
    case .empty:
      throw AppleStoreError(
        .otherDatabase, path: path,
        """
        The file is a database without tables. If the app keeps a write-ahead log, a file that ends in -wal, copy both \
        files together.
        """)
    case .other:
      throw AppleStoreError(
        .otherDatabase, path: path,
        """
        The file is a SQLite database, but not a store of SwiftData or Core Data: it lacks their tables Z_METADATA and \
        Z_PRIMARYKEY.
        """)
    }
  }
}
