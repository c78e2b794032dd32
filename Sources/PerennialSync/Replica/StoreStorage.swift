import Foundation
package import Perennial
import PerennialRecords
package import PerennialReplication

/// A store of a container, as the storage of an engine.
package final class StoreStorage: Sendable {
  /// The container of the store; nil once it is released.
  weak let container: ModelContainer?
  private let number: Int
  private let schema: SyncSchema
  private let listener: StoreListener
  private let assetFiles: AssetFiles
  private let sealer: (any ValueSealer)?

  /// Prepares a store for sync.
  ///
  /// Objects that the store has are sent to the hub. Their stamps are the earliest of all, so that they never
  /// replace an edit.
  ///
  /// - Parameters:
  ///   - number: The number of the store in the container.
  ///   - sealer: The seals of the zone; nil if none of its values is sealed here.
  ///   - sealedAttributes: Returns the names of an entity's attributes whose values are sealed.
  /// - Throws: ``SwiftDataError/readOnlyStore``, ``SwiftDataError/storeFailure``;
  ///   ``SwiftDataError/unsupportedFeature`` if the store keeps no history; the errors of `sealedAttributes`.
  package init(
    _ container: ModelContainer, store number: Int = 0, sealer: (any ValueSealer)? = nil,
    sealedAttributes: (ModelLayout) throws -> Set<String> = { _ in [] }
  ) throws {
    self.sealer = sealer
    (self.container, self.number) = (container, number)
    try container.checkKeepsHistory(ofStore: number)
    schema = try SyncSchema(
      container.storeEntities, store: number, container.descriptions(ofStore: number),
      sealed: sealedAttributes)
    listener = StoreListener(container)
    assetFiles = AssetFiles(besideStoreAt: container.path(ofStore: number))
    try write { try $0.membership.prepare() }
  }

  // MARK: Accounts

  /// The identifier of the store in the identifiers of its objects; nil once the container is released.
  var identifier: String? { container?.identifier(ofStore: number) }

  /// The path of the store's file; nil for a store in memory.
  var path: String? { container?.path(ofStore: number) }

  /// Assigns the store to an account, if it has none.
  ///
  /// - Returns: `false` if the store has the data of another account, with which it is never mixed.
  package func assign(to account: String) throws -> Bool {
    if let known = try read({ try $0.membership.account }) { return known == account }
    return try write { store in
      if let known = try store.membership.account { return known == account }
      if try !store.membership.hasLeft { try store.membership.setAccount(account) }
      return true
    }
  }

  /// Syncs a store again that has left its account. Does nothing for another store.
  package func rejoin() throws {
    guard try read({ try $0.membership.hasLeft }) else { return }
    try write { if try $0.membership.hasLeft { try $0.membership.rejoin() } }
  }

  /// Assigns the store to an account in place of another one. All its objects are sent to the new account as if
  /// they were made now, and the other account keeps its own.
  package func adopt(account: String) throws {
    try write { store in
      try store.membership.leave()
      try store.membership.setAccount(account)
      try store.membership.rejoin()
    }
  }

  /// Deletes all objects of the container, and ends the sync of the store with its account.
  package func erase() throws {
    guard let container else { throw Self.released }
    try container.erase()
    try write { try $0.membership.leave() }
  }

  // MARK: Conflicts

  /// Returns the conflicts that merges have decided and that no user has, the earliest first.
  package func conflicts() throws -> [SyncConflict] {
    try read { store in
      try store.conflictTable.conflictsOfObjects(following: store.recordTable.redirects)
    }
  }

  /// Decides a conflict as the user wants it: by an ordinary, later change. Does nothing if it was decided already.
  ///
  /// - Throws: ``RecordConflictError`` if another object has a unique value; ``SwiftDataError/storeFailure``.
  package func resolve(_ id: SyncConflict.ID, keeping side: SyncConflict.Side) throws {
    try transaction { replica in
      guard let conflict = try replica.store.conflictTable.conflict(id) else { return }
      if side == .theirs { try replica.store.sealing.checkReadable(conflict) }
      switch (side, conflict.kind) {
      case (.mine, _): try replica.resolve(conflict, with: .mine)
      case (.theirs, _), (.shown, .uniqueValue): try replica.resolve(conflict, with: .theirs)
      case (.shown, _): try replica.store.conflictTable.remove(conflict)
      }
    }
  }

  private func write<Result>(_ body: (StoreReplica) throws -> Result) throws -> Result {
    guard let container else { throw Self.released }
    return try container.writeRemotely(to: number, by: listener) { transaction in
      let store = replica(in: transaction)
      defer { transaction.changes = store.sync.changes.changeSet }
      return try body(store)
    }
  }

  private func read<Result>(_ body: (StoreReplica) throws -> Result) throws -> Result {
    guard let container else { throw Self.released }
    return try container.readRemotely(from: number) { try body(replica(in: $0)) }
  }

  private func replica(in transaction: StoreTransaction) -> StoreReplica {
    StoreReplica(transaction, schema: schema, assetFiles: assetFiles, sealer: sealer)
  }

  private static var released: SwiftDataError {
    .storeFailure.because(
      "the container of a synced store was released. Retain it as long as the store is synced")
  }
}

extension StoreStorage: SyncStorage {
  package func transaction<Result>(
    _ body: (Replica<StoreReplica>) throws -> Result
  ) throws -> Result {
    // The container can be released as soon as the transaction is committed.
    let path = path
    let result: Result? = try write { store in
      try store.membership.followReplacement()
      if try store.membership.hasLeft { return nil }
      let replica = Replica(store)
      try store.sealing.followKeys(replica)
      let result = try body(replica)
      try store.sealing.followKeys(replica)
      try store.finish(replica)
      return result
    }
    if schema.hasCounters, let path { try putOnDisk(logOfStoreAt: path) }
    if let result { return result }
    throw SyncError.paused(.erased)
  }

  package func reading<Result>(
    _ body: (Replica<StoreReplica>) throws -> Result
  ) throws -> Result {
    do {
      let result: Result? = try read { store in
        if try store.membership.hasLeft { return nil }
        if try store.membership.isReplaced || store.sealing.hasOtherKeys {
          throw WriteTransactionRequired()
        }
        return try body(Replica(store))
      }
      if let result { return result }
    } catch is WriteTransactionRequired {
      return try transaction(body)
    }
    throw SyncError.paused(.erased)
  }

  package var localChanges: AsyncStream<Void> { listener.changes }

  /// Puts the transactions that are in the write-ahead log on the disk.
  ///
  /// SQLite does so only from time to time. What a device has counted must be there before the hub has it; see
  /// `Batch.mustBeDurable`. SQLite has no locks on the log, so closing this handle releases none.
  /// A database that was closed has no log: SQLite has put its transactions on the disk then.
  private func putOnDisk(logOfStoreAt path: String) throws {
    let log = path + "-wal"
    guard FileManager.default.fileExists(atPath: log) else { return }
    do {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: log))
      try file.synchronize()
      try file.close()
    } catch {
      throw SwiftDataError.storeFailure.because(
        "\(log): the log cannot be put on the disk: \(error.localizedDescription)",
        underlying: error)
    }
  }
}
