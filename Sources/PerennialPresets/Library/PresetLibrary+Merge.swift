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
  /// ```swift
  /// let report = try container.presets.mergeDuplicates([.ofPresets(\Tag.presetID)], isDryRun: true)
  /// for merge in report.merges { print("\(merge.subject): \(merge.duplicates) duplicates") }
  /// ```
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
    if duplicates.contains(where: { $0.confirmed == nil }) { try checkHasCatalogs() }
    let progress = OperationProgress(expected: 10)
    let resolved = try progress.part(2) { try ResolvedCatalogs(catalogs) }
    // Each version is resolved separately, because the versions have the same presets.
    let former = try progress.part(2) { try formerly.map { try ResolvedCatalogs([$0]) } }
    var (report, kept) = try run(
      resolved, scope: .presets,
      writing: resolved.entityNames.union(duplicates.map(\.layout.entityName)), backup: backup,
      undoing: "presets merge", isDryRun: isDryRun, progress: progress
    ) { transaction, applied in
      try transaction.merge(
        duplicates, of: resolved, formerly: former, in: container, after: applied)
    }
    report.backup = kept
    return report
  }
}
