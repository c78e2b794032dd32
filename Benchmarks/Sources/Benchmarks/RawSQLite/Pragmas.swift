/// The settings that every contender runs with.
enum Pragmas {
  static let sql = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA secure_delete = OFF;
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA foreign_keys = ON;
    """
}
