package import PerennialReplication

/// The store of an engine.
package protocol SyncStorage: Sendable {
  /// The store, as the algorithm sees it.
  associatedtype Store: AssetStore

  /// Runs a transaction with the cause `remote`. If the closure throws, nothing has changed.
  ///
  /// The function can block its thread for as long as another transaction of the store takes.
  func transaction<Result>(_ body: (Replica<Store>) throws -> Result) throws -> Result

  /// The transactions that others have written to the store since the sequence began: one element for one or
  /// more of them.
  var localChanges: AsyncStream<Void> { get }
}
