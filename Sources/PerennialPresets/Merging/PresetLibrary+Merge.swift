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
    let assembly = try progress.part(2) { try ResolvedCatalogs(catalogs) }
    // Each version is assembled separately, because the versions have the same presets.
    let former = try progress.part(2) { try formerly.map { try ResolvedCatalogs([$0]) } }
    try checkVersions(of: assembly, .presets, try container.catalogRecords())
    let kept = try progress.part(2) {
      isDryRun ? nil : try backup.backUp(container, undoing: "presets merge")
    }
    var report = try progress.part(4) {
      try merge(duplicates, assembly, former, isDryRun: isDryRun)
    }
    report.backup = kept
    return report
  }

  private func merge(
    _ duplicates: [PresetDuplicates], _ assembly: ResolvedCatalogs, _ former: [ResolvedCatalogs],
    isDryRun: Bool
  ) throws -> PresetMergeReport {
    let container = container
    return try container.writePresets(
      of: assembly.types + duplicates.map(\.type), author: Self.author, isRehearsal: isDryRun
    ) { writer in
      let records = try writer.catalogRecords()
      try checkVersions(of: assembly, .presets, records)
      var report = PresetMergeReport()
      var application = CatalogInstaller(assembly, try assembly.due(catalogs, records), writer)
      if !application.catalogs.isEmpty {
        try application.run(records)
        report.applied = application.report
      }
      // Settles the references of the catalogs' objects for this store, in which presets may be absent
      // or have a stand-in.
      var settlement = PresetReferenceResolver(
        assembly.contents, writer, try InstalledPresets(assembly, writer),
        current: assembly.current(try writer.catalogRecords()))
      _ = try settlement.expect([], &report.applied)
      let search = try DuplicateSearch(duplicates, assembly, former, writer, in: container)
      var merge = PresetMerge(search: search, assembly: assembly, writer: writer, report: report)
      try merge.run()
      return merge.report
    }
  }
}
