public import Perennial

/// The catalogs of a container, and the operations on them.
///
/// Every operation is one transaction. All contexts, observers and live results of the container are
/// updated at once, and objects keep their identity. If an operation throws, nothing has changed.
/// Operations can be called on any thread. Other writers to the store wait. An operation reports its
/// progress to the thread's current `Progress`. It throws `CancellationError` if that progress or the
/// task is cancelled.
public struct PresetLibrary: Sendable {
  /// The container whose stores have the presets.
  public let container: ModelContainer
  /// The catalogs of the presets.
  public let catalogs: [PresetCatalog]

  /// Creates a library of catalogs for a container, which may have been opened without them. Applies
  /// nothing.
  ///
  /// ```swift
  /// let library = PresetLibrary(of: container, catalogs: [cookbook])
  /// print(try library.apply(isDryRun: true))
  /// ```
  public init(of container: ModelContainer, catalogs: [PresetCatalog]) {
    self.container = container
    self.catalogs = catalogs
  }

  /// The author of the catalogs' transactions in the history.
  public static let author = "perennial.presets"

  /// Brings the container's store to the content of the catalogs.
  ///
  /// New presets are inserted, and fields without edits are updated. Presets that a catalog no longer
  /// has are deleted, unless an object needs them. The user's edits and deletions stay.
  ///
  /// Applying the same catalogs again changes nothing. If there is nothing to do, the objects of a
  /// catalog with a version are not even created.
  ///
  /// ```swift
  /// let report = try container.presets.apply()
  /// for conflict in report.conflicts {
  ///   print("\(conflict.preset) keeps “\(conflict.mine)”; the catalog has “\(conflict.theirs)”")
  /// }
  /// ```
  ///
  /// - Parameter isDryRun: `true` to get the report without changing the store.
  /// - Throws: ``PresetError`` if the catalogs contradict themselves; `SwiftDataError`.
  @discardableResult
  public func apply(isDryRun: Bool = false) throws -> PresetReport {
    let applied = try container.appliedCatalogs()
    if catalogs.allSatisfy({ $0.isSettled(applied[$0.name]) }) {
      return PresetReport(newerInStore: catalogs, than: applied)
    }
    let progress = OperationProgress(expected: 2)
    let resolved = try progress.part(1) { try ResolvedCatalogs(catalogs) }
    if resolved.due(catalogs, applied).isEmpty {
      progress.finish(2)
      return PresetReport(newerInStore: catalogs, than: applied)
    }
    return try progress.part(1) {
      let names = resolved.entityNames
      return try container.writeRows(of: names, author: Self.author, isDryRun: isDryRun) {
        let transaction = try PresetTransaction($0, preparing: names)
        // Another writer may have applied the catalogs in the meantime.
        let applied = try transaction.appliedCatalogs()
        var report = PresetReport(newerInStore: catalogs, than: applied)
        let due = resolved.due(catalogs, applied)
        if !due.isEmpty { report.add(try transaction.run(.apply(due, of: resolved), of: resolved)) }
        transaction.finish()
        return report
      }
    }
  }

  /// Runs an operation in one transaction, after a backup. Catalogs that are due are applied first.
  ///
  /// - Parameters:
  ///   - resolved: The presets of the catalogs.
  ///   - scope: The presets that the operation affects. The store must not have later versions of them.
  ///   - entityNames: The entities of the store to write, those of the presets included.
  ///   - policy: The backup to make.
  ///   - operation: The name of the operation, which restoring the backup undoes.
  ///   - isDryRun: `true` to make no backup, and to roll everything back at the end.
  ///   - progress: The progress, to which the operation adds six parts.
  ///   - body: The operation. The report is that of applying the catalogs that were due.
  /// - Throws: The errors of the block, in which case nothing is written, and those of
  ///   `ModelContainer.writeRows(of:author:isDryRun:_:)`.
  func run<Report>(
    _ resolved: ResolvedCatalogs, scope: PresetScope, writing entityNames: Set<String>,
    backup policy: BackupPolicy, undoing operation: String, isDryRun: Bool,
    progress: OperationProgress,
    _ body: (PresetTransaction, PresetReport) throws -> Report
  ) throws -> (report: Report, backup: Backup?) {
    // Avoids a backup for nothing. The check is repeated in the transaction, where no other writer can
    // interfere.
    try checkVersions(of: resolved, scope, try container.appliedCatalogs())
    let backup = try progress.part(2) {
      isDryRun ? nil : try policy.backUp(container, undoing: operation)
    }
    let report = try progress.part(4) {
      try container.writeRows(of: entityNames, author: Self.author, isDryRun: isDryRun) {
        let transaction = try PresetTransaction($0, preparing: entityNames)
        let applied = try transaction.appliedCatalogs()
        try checkVersions(of: resolved, scope, applied)
        // A store without the catalogs, or with earlier versions, gets them first.
        let due = resolved.due(catalogs, applied)
        let first =
          due.isEmpty
          ? PresetReport() : try transaction.run(.apply(due, of: resolved), of: resolved)
        let report = try body(transaction, first)
        transaction.finish()
        return report
      }
    }
    return (report, backup)
  }
}

extension PresetLibrary: CustomStringConvertible {
  /// The catalogs with their versions: `PresetLibrary(cookbook version 2, tags)`.
  public var description: String {
    "PresetLibrary(\(catalogs.map(\.description).joined(separator: ", ")))"
  }
}

extension PresetCatalog {
  /// Returns `true` if the applied version shows that there is nothing to do, without creating the objects.
  fileprivate func isSettled(_ applied: AppliedCatalog?) -> Bool {
    guard let version, let applied else { return false }
    return applied.hasApplied(version: version)
  }
}

extension PresetReport {
  fileprivate init(newerInStore catalogs: [PresetCatalog], than applied: [String: AppliedCatalog]) {
    self.init()
    for catalog in catalogs {
      guard let version = catalog.version, let applied = applied[catalog.name]?.version,
        applied > version
      else { continue }
      newerInStore[catalog.name] = applied
    }
  }
}
