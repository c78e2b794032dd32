@testable import Perennial
import PerennialSQLite

/// The statements that a store's writing connection runs, as their text without values. Those are left out by which a
/// reader finds whether another program has committed: the watch over the file reads at any time.
final class StatementLog {
  private(set) var statements: [String] = []

  /// Runs work that saves to a store, and returns the statements of the writing connection.
  static func statements(
    of container: ModelContainer, during work: () throws -> Void
  ) rethrows -> [String] {
    let log = StatementLog()
    let handle = container.coordinator.stores[0].exclusively(\.handle)
    _ = sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT),
      { _, log, statement, _ in
        guard let log, let sql = sqlite3_sql(OpaquePointer(statement)) else { return 0 }
        Unmanaged<StatementLog>.fromOpaque(log).takeUnretainedValue()
          .statements.append(String(cString: sql))
        return 0
      }, Unmanaged.passUnretained(log).toOpaque())
    defer { sqlite3_trace_v2(handle, 0, nil, nil) }
    try work()
    return withExtendedLifetime(log) { log.statements.filter { $0 != HistoryTables.lastNumber } }
  }
}
