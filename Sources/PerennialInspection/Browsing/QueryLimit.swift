import Foundation
import Perennial
import PerennialSQLite

extension InspectedStore {
  /// Runs a block whose queries end when a time is over. A call inside the block ends the limit of the outer one.
  ///
  /// ```swift
  /// do {
  ///   let rows = try store.limited(to: .seconds(2)) { try store.rows(of: "Recipe") }
  /// } catch let error as InspectionError where error.code == .timeLimit {
  ///   print("The query takes longer than 2 seconds.")
  /// }
  /// ```
  ///
  /// - Throws: ``InspectionError/Code/timeLimit`` if the time was over before the block has returned; the
  ///   errors of the block.
  public func limited<Result>(to time: Duration, _ body: () throws -> Result) throws -> Result {
    let deadline = QueryDeadline(.now + time)
    let handle = database.connection.handle
    sqlite3_progress_handler(
      handle, 4000,
      { pointer in
        guard let pointer else { return 0 }
        return Unmanaged<QueryDeadline>.fromOpaque(pointer).takeUnretainedValue().check() ? 1 : 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    return try withExtendedLifetime(deadline) {
      do {
        return try body()
      } catch {
        guard deadline.isOver else { throw error }
        throw InspectionError(
          .timeLimit, "\(url.path): the query was ended after \(time.formatted). Narrow it.")
      }
    }
  }
}

/// The time at which queries end.
private final class QueryDeadline {
  private let end: ContinuousClock.Instant
  private(set) var isOver = false

  init(_ end: ContinuousClock.Instant) { self.end = end }

  /// Returns `true` if the time is over.
  func check() -> Bool {
    isOver = isOver || ContinuousClock.now >= end
    return isOver
  }
}

extension Duration {
  /// The duration in seconds or milliseconds, for a message.
  fileprivate var formatted: String {
    let milliseconds = Int((self / .milliseconds(1)).rounded())
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
