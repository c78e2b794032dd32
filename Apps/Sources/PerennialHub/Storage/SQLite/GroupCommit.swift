import GRDB
import Synchronization

/// Writes of concurrent requests, several in one transaction: a transaction waits for the disk once.
///
/// While one group is written, further writes gather for the next one. A single write never waits for others.
/// A write that throws is taken back alone.
final class GroupCommit: Sendable {
  /// A write of one request.
  private struct Write: Sendable {
    /// Writes, and returns the function that continues the request after the commit or its failure.
    let perform: @Sendable (Database) -> @Sendable ((any Error)?) -> Void
    /// Continues the request of a write that did not begin.
    let fail: @Sendable (any Error) -> Void
  }

  private struct State {
    var waiting: [Write] = []
    var isWriting = false
  }

  private let pool: DatabasePool
  private let file: FileIdentity
  private let state = Mutex(State())
  /// The most writes of a transaction.
  private static let largest = 64

  init(_ pool: DatabasePool, to file: FileIdentity) { (self.pool, self.file) = (pool, file) }

  /// Writes, and returns after the commit.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let perform = { @Sendable (database: Database) in
        let result = Self.result(of: body, in: database)
        return { @Sendable (failure: (any Error)?) in
          // A write that has failed keeps its own error: it can be the reason why the commit has failed.
          if let failure, case .success = result {
            continuation.resume(throwing: failure)
          } else {
            continuation.resume(with: result)
          }
        }
      }
      add(Write(perform: perform) { continuation.resume(throwing: $0) })
    }
  }

  /// The use of the connection that writes.
  var load: StorageLoad {
    state.withLock { state in
      StorageLoad(size: 1, busy: state.isWriting ? 1 : 0, waiting: state.waiting.count)
    }
  }

  private func add(_ write: Write) {
    let isFirst = state.withLock { state in
      state.waiting.append(write)
      if state.isWriting { return false }
      state.isWriting = true
      return true
    }
    if isFirst { writeGroups() }
  }

  private func writeGroups() {
    pool.asyncWriteWithoutTransaction { [self] database in
      while let group = next() { write(group, to: database) }
    }
  }

  /// Returns the waiting writes; nil if there are none, and the next write begins a new series.
  private func next() -> ArraySlice<Write>? {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.isWriting = false
        return nil
      }
      let group = state.waiting.prefix(Self.largest)
      state.waiting.removeFirst(group.count)
      return group
    }
  }

  private func write(_ group: ArraySlice<Write>, to database: Database) {
    var completions: [@Sendable ((any Error)?) -> Void] = []
    do {
      try file.check()
      try database.inTransaction(.immediate) {
        completions = group.map { $0.perform(database) }
        return .commit
      }
      for complete in completions { complete(nil) }
    } catch {
      // The transaction may have failed to begin.
      if completions.isEmpty {
        for write in group { write.fail(error) }
      } else {
        for complete in completions { complete(error) }
      }
    }
  }

  private static func result<Result>(
    of body: (Database) throws -> Result, in database: Database
  ) -> Swift.Result<Result, any Error> {
    do {
      var result: Result?
      try database.inSavepoint {
        result = try body(database)
        return .commit
      }
      guard let result else { throw HubStorageError(.fileFailure, "The write did not take place.") }
      return .success(result)
    } catch {
      return .failure(error)
    }
  }
}
