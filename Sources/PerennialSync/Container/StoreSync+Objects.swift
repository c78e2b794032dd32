public import Perennial
import PerennialRecords
import PerennialReplication

extension StoreSync {
  /// Returns the objects with changes that the hub has not acknowledged. Deleted objects are not among them.
  ///
  /// ```swift
  /// let unsent = try await sync.unsyncedObjects()
  /// print(unsent.contains(recipe.persistentModelID) ? "not sent yet" : "sent")
  /// ```
  ///
  /// - Parameter limit: The number of changed records after which the search ends.
  /// - Throws: ``SyncError/store(_:)``; ``SyncError/paused(_:)`` if the store was erased.
  /// - Complexity: O(*n*) in the number of these objects, at most `limit`.
  public func unsyncedObjects(
    limit: Int = 10_000
  ) async throws(SyncError) -> Set<PersistentIdentifier> {
    do {
      return try await queue.run { [storage] in
        guard let store = storage.identifier else { return [] }
        let rows = try storage.reading { try $0.unsentRows(limit: limit) }
        return Set(
          try rows.map {
            try .identifier(for: store, entityName: $0.entity, primaryKey: $0.key)
          })
      }
    } catch let error as SyncError { throw error } catch { throw .store("\(error)") }
  }

  /// Returns the reason why an object is not the same on the device and on the hub; nil if it is.
  ///
  /// ```swift
  /// let reason = try await container.sync?.unsyncedReason(for: recipe.persistentModelID)
  /// if case .refused(.tooLarge) = reason { print("The recipe is too large to be synced.") }
  /// ```
  ///
  /// - Throws: ``SyncError/store(_:)``; ``SyncError/paused(_:)`` if the store was erased.
  public func unsyncedReason(
    for identifier: PersistentIdentifier
  ) async throws(SyncError) -> UnsyncedReason? {
    guard identifier.storeIdentifier == storage.identifier, let key = identifier.rowID else {
      return .unknownRecord
    }
    return try await engine.reason(for: RecordName(rowKey: key))
  }
}

/// A row with unsent changes.
struct UnsentRow: Sendable {
  let entity: String
  let key: Int64
}

extension Replica<StoreReplica> {
  /// Returns the rows with changes that the hub has not acknowledged.
  func unsentRows(limit: Int) throws -> [UnsentRow] {
    while try readHistory() {}
    return try store.editTable.editedNames(after: nil, limit: limit).compactMap { name in
      try store.sync.locate(name).map { UnsentRow(entity: $0.entity.name, key: $0.key) }
    }
  }
}
