package import PerennialReplication

/// The store of an engine.
package protocol SyncStorage: Sendable {
  /// The store, as the algorithm sees it.
  associatedtype Store: AssetStore

  /// Runs a transaction with the cause `remote`. If the closure throws, nothing has changed.
  ///
  /// The function can block its thread for as long as another transaction of the store takes.
  func transaction<Result>(_ body: (Replica<Store>) throws -> Result) throws -> Result

  /// Runs a block that only reads, without waiting for transactions that write.
  ///
  /// If a transaction that writes has something to do first, the block runs in one: if the history has unread changes
  /// that the block asks for, for example. The block may have begun before, in a read transaction.
  func reading<Result>(_ body: (Replica<Store>) throws -> Result) throws -> Result

  /// The transactions that others have written to the store since the sequence began: one element for one or
  /// more of them.
  var localChanges: AsyncStream<Void> { get }
}

extension SyncStorage {
  /// Reads in a transaction that could write, unless the storage says otherwise.
  package func reading<Result>(_ body: (Replica<Store>) throws -> Result) throws -> Result {
    try transaction(body)
  }
}
