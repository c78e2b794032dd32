import Foundation
import NIOPosix
import PerennialInspection

/// The store that a studio shows.
///
/// Each request opens the file anew: it may have been migrated, restored or replaced since the last one. Opening
/// takes about a millisecond.
struct StudioStore: Sendable {
  let url: URL

  /// The time to wait for a lock that another process holds.
  static let patience: Duration = .seconds(1)

  /// Runs a block with the store. Threads of tasks are not blocked by it.
  ///
  /// - Throws: ``StoreProblem`` if the store cannot be opened; the errors of the block.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (InspectedStore) throws -> Result
  ) async throws -> Result {
    try await NIOThreadPool.singleton.runIfActive { try body(open()) }
  }

  func open() throws -> InspectedStore {
    do {
      return try InspectedStore(url, patience: Self.patience)
    } catch {
      throw StoreProblem(url: url, error: error)
    }
  }
}
