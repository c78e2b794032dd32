public import Foundation

/// The maintenance of the database of a hub: its state, its size, and copies of it.
public protocol StorageMaintenance: Sendable {
  /// Checks that the database can be read and written, and has the tables of this version.
  func check() async throws
  /// Calls a block that reads the contents of an account from one state of the database, for a check.
  func inspect<Result: Sendable>(
    _ account: Account.ID, _ body: @escaping @Sendable (any AccountReader) throws -> Result
  ) async throws -> Result
  /// Checks the parts of the database that belong to no account: pages, references and counters.
  ///
  /// - Returns: The damages, for people; none for a database that is sound.
  func findDamage() async throws -> [String]
  /// Counts what the database has.
  func statistics() async throws -> HubStatistics
  /// The use of the connections to the database.
  var load: StorageLoad { get }
  /// Returns the number of bytes of the database, without the files of assets.
  func size() async throws -> Int64
  /// Gives the space of deleted rows back, as far as that can be done while hubs serve the database, and counts rows
  /// for the plans of queries.
  ///
  /// - Returns: `false` if a hub serves the database, and the space stays in the file for that reason.
  func compact() async throws -> Bool
  /// Gives the database another number, because an earlier copy has replaced it. Devices then read everything again,
  /// and offer what the copy does not have. The storage cannot be used afterwards, except for ``close()``.
  ///
  /// - Returns: The number.
  /// - Throws: ``HubStorageError/Code/fileInUse`` if a hub serves the database.
  func renewIncarnation(at time: Int64) async throws -> Int64
  /// Notes the state of the database outside of it, so that an earlier copy is recognised.
  func noteState() async throws
  /// Writes a consistent copy, whose first opening as a hub's database changes the incarnation.
  func backUp(to url: URL) async throws
  /// Ends all work and closes the database.
  func close() async throws
}

/// The use of the connections to a database.
public struct StorageLoad: Equatable, Sendable {
  /// The number of connections that may be used.
  public let size: Int
  /// The number of connections in use.
  public let busy: Int
  /// The number of callers that wait for one.
  public let waiting: Int

  package init(size: Int, busy: Int, waiting: Int) {
    (self.size, self.busy, self.waiting) = (size, busy, waiting)
  }
}
