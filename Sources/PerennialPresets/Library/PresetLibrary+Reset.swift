import Foundation
public import Perennial

extension PresetLibrary {
  /// The treatment of user objects in a reset.
  ///
  /// ```swift
  /// try container.presets.reset(.models([Recipe.self]), userObjects: .deleted)
  /// ```
  public enum UserObjects: Sendable {
    /// User objects stay. The presets that they reference exist again, or still. User objects among the
    /// parts of a preset that is reset are deleted in any case, because the catalog defines its parts.
    case kept
    /// User objects of the models in the scope are deleted.
    case deleted
  }

  /// Resets presets to the content of the catalogs. Edits are discarded, and deleted presets are
  /// restored.
  ///
  /// Objects keep their identity. They have other values afterwards, can be edited, and are updated by
  /// later versions of the catalogs. A second reset changes nothing. Unsaved edits in other contexts
  /// stay there and count as edits made after the reset.
  ///
  /// Before any change, a backup is made and verified. ``undo(_:)`` restores it.
  ///
  /// The thread's current `Progress` reports the progress. Cancelling it or the task stops the
  /// operation.
  ///
  /// ```swift
  /// let preview = try container.presets.reset(.presets, isDryRun: true)
  /// print("\(preview.updated.count) presets would change.")
  /// let report = try container.presets.reset(.presets)
  /// try container.presets.undo(report)
  /// ```
  ///
  /// - Parameters:
  ///   - scope: The presets to reset.
  ///   - userObjects: The treatment of objects that aren't presets. By default, they are deleted with
  ///     the scope ``PresetScope/everything``, and kept otherwise. A single preset has none.
  ///   - backup: The backup that is made of the store.
  ///   - isDryRun: `true` to get the report without changing the store.
  /// - Returns: The report. ``PresetReport/backup`` can undo the reset.
  /// - Throws: ``PresetError``, `SwiftDataError`. Nothing has changed then.
  @discardableResult
  public func reset(
    _ scope: PresetScope, userObjects: UserObjects? = nil, backup: BackupPolicy = .automatic(),
    isDryRun: Bool = false
  ) throws -> PresetReport {
    let isWhole = if case .everything = scope { true } else { false }
    let userObjects = userObjects ?? (isWhole ? .deleted : .kept)
    let progress = OperationProgress(expected: 10)
    let resolved = try progress.part(4) { try resolve(scope, userObjects, discardsEdits: true) }
    var (report, kept) = try run(
      resolved, scope: scope, writing: resolved.entityNames, backup: backup,
      undoing: "presets reset", isDryRun: isDryRun, progress: progress
    ) { transaction, applied in
      let request = try PresetRequest.reset(scope, userObjects, of: resolved, in: transaction)
      return applied.adding(try transaction.run(request, of: resolved))
    }
    report.backup = kept
    return report
  }

  /// Undoes a reset. The store has the content that was saved before the reset. Later changes are lost,
  /// as with any restoration of a backup.
  ///
  /// A synced store takes the hub's state after a restoration. So a reset that the hub has cannot be undone in this
  /// way.
  ///
  /// ```swift
  /// let report = try container.presets.reset(.everything)
  /// try container.presets.undo(report)
  /// ```
  ///
  /// - Throws: ``PresetError`` if the reset has no backup, or if the hub has it, and the errors of
  ///   `ModelContainer.restore(from:)`. Nothing has changed then.
  public func undo(_ report: PresetReport) throws {
    guard let backup = report.backup else {
      throw PresetError(
        .noBackup,
        ["the reset was not undone: it has no backup. Restore another backup of the store"])
    }
    if try container.storeSessions.contains(where: { try $0.hasSentReset(since: backup.date) }) {
      throw PresetError(
        .sentReset,
        [
          """
          the reset was not undone: the hub has it, and the store would take it again. Edit the presets, or restore \
          \(backup.url.path) into a store that is not synced, and copy from there
          """
        ])
    }
    try container.restore(from: backup)
  }

  /// Restores presets that the user has deleted, with the values of the catalogs. Other presets stay as
  /// they are.
  ///
  /// ```swift
  /// for preset in try container.presets.deletedPresets(of: Recipe.self) {
  ///   try container.presets.restore(.preset(preset))
  /// }
  /// ```
  ///
  /// - Throws: ``PresetError``, `SwiftDataError`. Nothing has changed then.
  @discardableResult
  public func restore(
    _ scope: PresetScope = .presets, isDryRun: Bool = false
  ) throws -> PresetReport {
    let progress = OperationProgress(expected: 10)
    let resolved = try progress.part(4) { try resolve(scope, .kept, discardsEdits: false) }
    return try run(
      resolved, scope: scope, writing: resolved.entityNames, backup: .none,
      undoing: "presets restore", isDryRun: isDryRun, progress: progress
    ) { transaction, applied in
      applied.adding(try transaction.run(.restore(scope.contains, of: resolved), of: resolved))
    }.report
  }

  /// Returns the presets of a model that the user has deleted.
  ///
  /// ```swift
  /// let deleted = try container.presets.deletedPresets(of: Recipe.self)
  /// print("\(deleted.count) recipes can be restored.")
  /// ```
  ///
  /// - Throws: `SwiftDataError`.
  public func deletedPresets(of type: any PersistentModel.Type) throws -> [PresetIdentifier] {
    let name = ModelLayout.of(type).entityName
    return try container.deletedPresets(of: name).map {
      PresetIdentifier(entityName: name, name: $0)
    }
  }

  /// Returns the presets of the catalogs, of which a reset or a restoration can do all that a scope asks for.
  private func resolve(
    _ scope: PresetScope, _ userObjects: UserObjects, discardsEdits: Bool
  ) throws -> ResolvedCatalogs {
    try checkHasCatalogs()
    let resolved = try ResolvedCatalogs(catalogs)
    try scope.check(among: container.schema.layouts.map(\.entityName))
    try scope.check(resolved, userObjects: userObjects, discardsEdits: discardsEdits)
    return resolved
  }
}
