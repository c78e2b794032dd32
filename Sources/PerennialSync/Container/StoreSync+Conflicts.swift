import Perennial

extension StoreSync {
  /// Returns the conflicts that all devices have decided in the same way and the user has not, the earliest first. A
  /// store keeps the last thousand. ``SyncStatus/conflicts`` is their number.
  ///
  /// - Throws: ``SyncError/store(_:)``.
  public func conflicts() async throws(SyncError) -> [SyncConflict] {
    do {
      return try await queue.run { [storage] in try storage.conflicts() }
    } catch { throw .store("\(error)") }
  }

  /// Decides a conflict as the user wants it: by an ordinary, later change, which all devices receive. Does nothing
  /// if it was decided already.
  ///
  /// - Parameters:
  ///   - conflict: One of ``conflicts()``.
  ///   - side: The change that is shown from now on.
  /// - Throws: ``SyncError/store(_:)``, also if another object has the unique value: give one of the two another
  ///   value. ``SyncError/paused(_:)`` if the store was erased.
  public func resolve(
    _ conflict: SyncConflict, keeping side: SyncConflict.Side
  ) async throws(SyncError) {
    do {
      try await queue.run { [storage] in try storage.resolve(conflict.id, keeping: side) }
    } catch let error as SyncError { throw error } catch { throw .store("\(error)") }
    await engine.noteLocalChange()
  }
}
