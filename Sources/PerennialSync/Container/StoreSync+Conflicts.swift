import Perennial

extension StoreSync {
  /// Returns the conflicts that all devices have decided in the same way and the user has not, the earliest first. A
  /// store keeps the last thousand. ``SyncStatus/conflicts`` is their number.
  ///
  /// ```swift
  /// for conflict in try await sync.conflicts() {
  ///   guard case .edits(let property, _, let mine, let theirs) = conflict.kind else { continue }
  ///   print("\(property): \(mine.value) here, \(theirs.value) on another device")
  /// }
  /// ```
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
  /// ```swift
  /// if let conflict = try await sync.conflicts().first {
  ///   try await sync.resolve(conflict, keeping: .mine)
  /// }
  /// ```
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
  /// Decides conflicts by a rule of the program: those that are noted, and each later one, until the task is cancelled.
  ///
  /// ```swift
  /// Task {
  ///   try await sync.resolveConflicts { conflict in
  ///     guard case .edits("minutes", _, let mine, let theirs) = conflict.kind else { return nil }
  ///     return mine.value == .integer(0) ? .theirs : .mine
  ///   }
  /// }
  /// ```
  ///
  /// A conflict is noted on one device alone: the one that the hub has heard second. The rule runs there, once for each
  /// conflict, and all devices receive its answer as an ordinary edit. A rule that works out a third value edits the
  /// object itself, saves it, and returns ``SyncConflict/Side/shown``.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the rule: that of the caller.
  ///   - rule: Returns the part that is kept; nil to leave the conflict to the user.
  /// - Throws: The errors of the rule and of ``resolve(_:keeping:)``. They end the work.
  public func resolveConflicts(
    isolation: isolated (any Actor)? = #isolation,
    by rule: (SyncConflict) async throws -> SyncConflict.Side?
  ) async throws {
    var asked: Set<SyncConflict.ID> = []
    for await progress in status.updates where progress.conflicts > 0 && !progress.isExchanging {
      let noted = try await conflicts()
      for conflict in noted where !asked.contains(conflict.id) {
        guard let side = try await rule(conflict) else { continue }
        try await resolve(conflict, keeping: side)
      }
      asked = Set(noted.map(\.id))
    }
  }
}
