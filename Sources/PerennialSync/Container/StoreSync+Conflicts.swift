extension StoreSync {
  /// Returns the conflicts that merges have decided and that no user has, the earliest first. A store keeps the last
  /// thousand. ``SyncStatus/conflicts`` has their number.
  ///
  /// - Throws: ``SyncError/store(_:)``.
  public func conflicts() async throws(SyncError) -> [SyncConflict] {
    do {
      return try await queue.run { [storage] in try storage.conflicts() }
    } catch { throw .store("\(error)") }
  }

  /// Decides a conflict: by an ordinary, later change, which all devices receive. Does nothing if the conflict was
  /// decided already.
  ///
  /// - Throws: ``SyncError/store(_:)``, also if another object has a unique value: change one of the two values.
  public func resolve(
    _ conflict: SyncConflict, keeping side: SyncConflict.Side
  ) async throws(SyncError) {
    do {
      try await queue.run { [storage] in try storage.resolve(conflict.id, keeping: side) }
    } catch { throw .store("\(error)") }
    await engine.noteLocalChange()
  }
}
