import Perennial

extension PresetLibrary {
  /// Merges objects that stand for the same thing into one.
  ///
  /// Objects with the ID of a preset become the preset's own row, which keeps its identity. Values that
  /// the user has written in them become edits of the preset. The latest value counts, and the report
  /// contains the values that it replaced. Values that the catalogs have or have had (`formerly`)
  /// aren't edits. References are redirected, and links are united. If the user has deleted the preset,
  /// its duplicates are deleted too.
  ///
  /// Catalogs that are due are applied first. The operation is one transaction, after a verified
  /// backup. Repeating it changes nothing. If a to-one reference of a duplicate is replaced, the object
  /// that the duplicate owned by it stays without an owner.
  ///
  /// - Parameters:
  ///   - duplicates: The descriptions of the duplicates, for one model each.
  ///   - formerly: Catalogs with the defaults of earlier versions, including versions without presets.
  ///   - backup: The backup that is made of the store before the operation.
  ///   - isDryRun: `true` to get the report without changing the store.
  /// - Throws: ``PresetError``, `SwiftDataError`. Nothing has changed then.
  @discardableResult
  public func mergeDuplicates(
    _ duplicates: [PresetDuplicates], formerly: [PresetCatalog] = [],
    backup: BackupPolicy = .automatic(), isDryRun: Bool = false
  ) throws -> PresetMergeReport {
    if catalogs.isEmpty, duplicates.contains(where: { $0.confirmed == nil }) {
      throw PresetError(
        .noCatalog, ["the container has no catalogs; open it with some, or call usePresets(_:)"])
    }
    let progress = OperationProgress(expected: 10)
    let resolved = try progress.part(2) { try ResolvedCatalogs(catalogs) }
    // Each version is resolved separately, because the versions have the same presets.
    let former = try progress.part(2) { try formerly.map { try ResolvedCatalogs([$0]) } }
    try checkVersions(of: resolved, .presets, try container.catalogRecords())
    let kept = try progress.part(2) {
      isDryRun ? nil : try backup.backUp(container, undoing: "presets merge")
    }
    var report = try progress.part(4) {
      try merge(duplicates, resolved, former, isDryRun: isDryRun)
    }
    report.backup = kept
    return report
  }

  private func merge(
    _ duplicates: [PresetDuplicates], _ resolved: ResolvedCatalogs, _ former: [ResolvedCatalogs],
    isDryRun: Bool
  ) throws -> PresetMergeReport {
    let entityNames = resolved.entityNames.union(duplicates.map(\.layout.entityName))
    return try write(entityNames, isDryRun: isDryRun) { transaction in
      let records = try transaction.catalogRecords()
      try checkVersions(of: resolved, .presets, records)
      let operation = PresetOperation(catalogs: resolved, transaction: transaction)
      let due = resolved.due(catalogs, records)
      let applied = due.isEmpty ? PresetReport() : try operation.apply(due)
      return try operation.merge(duplicates, formerly: former, in: container, after: applied)
    }
  }
}
