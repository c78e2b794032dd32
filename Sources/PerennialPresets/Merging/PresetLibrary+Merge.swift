import Perennial

extension PresetLibrary {
  /// Makes one object of several that stand for the same thing.
  ///
  /// Objects that bear the ID of a preset become the preset's own row, which stays the same object.
  /// What the user has written in them is an edit of the preset: the latest counts, and what gave way is
  /// in the report. Values that the catalogs have, or have had (`formerly`), are nobody's. References
  /// follow, and links are united. If the user has deleted the preset, its duplicates go too.
  ///
  /// Catalogs that are due are applied first. It is one transaction, after a backup that was verified. To
  /// do it again changes nothing. What an object that goes owns by a relationship to one, and what gave
  /// way, stays without an owner.
  ///
  /// - Parameters:
  ///   - duplicates: How they are told, for one model each.
  ///   - formerly: Catalogs with the defaults of earlier versions, those without presets included.
  ///   - backup: What is kept of the store as it was.
  ///   - isDryRun: Whether only the report is wanted.
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
    let assembly = try progress.part(2) { try CatalogAssembly(catalogs) }
    // Each version by itself: they have the same presets.
    let former = try progress.part(2) { try formerly.map { try CatalogAssembly([$0]) } }
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
    _ duplicates: [PresetDuplicates], _ assembly: CatalogAssembly, _ former: [CatalogAssembly],
    isDryRun: Bool
  ) throws -> PresetMergeReport {
    let container = container
    return try container.writePresets(
      of: assembly.types + duplicates.map(\.type), author: Self.author, isRehearsal: isDryRun
    ) { writer in
      let records = try writer.catalogRecords()
      try checkVersions(of: assembly, .presets, records)
      var report = PresetMergeReport()
      var application = CatalogApplication(assembly, try assembly.due(catalogs, records), writer)
      if !application.catalogs.isEmpty {
        try application.run(records)
        report.applied = application.report
      }
      // What presets refer to is known where it is in this store.
      var settlement = PresetSettlement(
        assembly.contents, writer, try PresentPresets(assembly, writer),
        current: assembly.current(try writer.catalogRecords()))
      _ = try settlement.expect([], &report.applied)
      let search = try DuplicateSearch(duplicates, assembly, former, writer, in: container)
      var merge = PresetMerge(search: search, assembly: assembly, writer: writer, report: report)
      try merge.run()
      return merge.report
    }
  }
}
