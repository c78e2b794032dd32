public import Foundation
public import Perennial

extension PresetLibrary {
  /// What a reset does with the objects that the user has made.
  public enum UserObjects: Sendable {
    /// They stay. What they refer to is there again, or still. What the user has added to the parts of a
    /// preset that is reset goes, whatever is said here: the catalog says which parts it has.
    case kept
    /// Those of the models in the scope go.
    case deleted
  }

  /// What is kept of the store before a reset.
  public enum BackupPolicy: Sendable {
    /// An automatic backup beside the store, of which the newest are kept, and the newest one of each
    /// operation; see `ModelContainer.backUpAutomatically(keeping:undoing:)`.
    case automatic(BackupRetention = .newest(5))
    /// A backup at a place where there is nothing yet.
    case to(URL)
    /// Nothing. There is no way back then.
    case none
  }

  /// Brings presets back to what the catalogs say: edits go, and what was deleted is back.
  ///
  /// Objects that somebody holds are the same afterwards, with other values, and can be edited; later
  /// versions of the catalogs reach them again. To do it twice changes nothing the second time. Edits
  /// that other contexts have not saved yet stay theirs: they are edits made after the reset.
  ///
  /// First a backup is made, and verified; nothing is touched before that. ``undo(_:)`` puts it back.
  ///
  /// How far it is, the thread's current `Progress` knows. To cancel that, or the task, stops it.
  ///
  /// - Parameters:
  ///   - scope: What is meant.
  ///   - userObjects: What becomes of objects that are no presets. They go with the scope
  ///     ``PresetScope/everything``, unless something else is said. A single preset has none.
  ///   - backup: What is kept of the store as it was.
  ///   - isDryRun: Whether only the report is wanted.
  /// - Returns: What was done; ``PresetReport/backup`` is the way back.
  /// - Throws: ``PresetError``, `SwiftDataError`. Nothing has changed then.
  @discardableResult
  public func reset(
    _ scope: PresetScope, userObjects: UserObjects? = nil, backup: BackupPolicy = .automatic(),
    isDryRun: Bool = false
  ) throws -> PresetReport {
    let isWhole = if case .everything = scope { true } else { false }
    return try run(
      scope, userObjects: userObjects ?? (isWhole ? .deleted : .kept), discardsEdits: true,
      backup, isDryRun)
  }

  /// Takes a reset back: the store is as it was before, with everything that was saved then. What was
  /// saved since is lost, as with any restoration of a backup.
  ///
  /// - Throws: ``PresetError`` if the reset kept no backup, and what
  ///   `ModelContainer.restore(from:)` throws. Nothing has changed then.
  public func undo(_ report: PresetReport) throws {
    guard let backup = report.backup else {
      throw PresetError(
        .noBackup, ["the reset has kept no backup, so there is nothing to go back to"])
    }
    try container.restore(from: backup)
  }

  /// Brings back presets that the user has deleted, as the catalogs have them. Others stay as they
  /// are.
  ///
  /// - Throws: ``PresetError``, `SwiftDataError`. Nothing has changed then.
  @discardableResult
  public func restore(
    _ scope: PresetScope = .presets, isDryRun: Bool = false
  ) throws -> PresetReport {
    try run(scope, userObjects: .kept, discardsEdits: false, .none, isDryRun)
  }

  /// The presets of a model that the user has deleted.
  ///
  /// - Throws: `SwiftDataError`.
  public func deletedPresets(of type: any PersistentModel.Type) throws -> [PresetReport.Preset] {
    let name = ModelLayout.of(type).entityName
    return try container.deletedPresets(of: type).map {
      PresetReport.Preset(entityName: name, name: $0)
    }
  }

  private func run(
    _ scope: PresetScope, userObjects: UserObjects, discardsEdits: Bool, _ policy: BackupPolicy,
    _ isDryRun: Bool
  ) throws -> PresetReport {
    if catalogs.isEmpty {
      throw PresetError(
        .noCatalog, ["the container has no catalogs; open it with some, or call usePresets(_:)"])
    }
    // To make the objects takes about as long as to write them.
    let progress = OperationProgress(expected: 10)
    let assembly = try progress.part(4) { try CatalogAssembly(catalogs) }
    try scope.check(assembly, userObjects: userObjects, discardsEdits: discardsEdits)
    // Before a backup is made for nothing; and again below, where nobody can come between.
    try checkVersions(of: assembly, scope, try container.catalogRecords())
    let backup = try progress.part(2) {
      isDryRun ? nil : try policy.backUp(container, undoing: "presets reset")
    }
    var report = try progress.part(4) {
      try write(assembly, isDryRun: isDryRun) { writer in
        let records = try writer.catalogRecords()
        try checkVersions(of: assembly, scope, records)
        // A store that has never seen the catalogs, or earlier versions, gets them first.
        var application = CatalogApplication(
          assembly, try assembly.due(catalogs, records), writer)
        if !application.catalogs.isEmpty { try application.run(records) }
        var reset = PresetReset(
          scope: scope, userObjects: userObjects, discardsEdits: discardsEdits, assembly: assembly,
          writer: writer, report: application.report)
        try reset.run(try writer.catalogRecords())
        return reset.report
      }
    }
    report.backup = backup
    return report
  }
}

extension PresetLibrary {
  /// An older version of an app must not write over what a newer one has brought.
  ///
  /// - Throws: ``PresetError`` that names all catalogs of which the store has a greater version.
  func checkVersions(
    of assembly: CatalogAssembly, _ scope: PresetScope, _ records: [String: CatalogRecord]
  ) throws {
    let newer = catalogs.filter { catalog in
      guard let version = catalog.version else { return false }
      return (records[catalog.name]?.version ?? .min) > version
    }
    if newer.isEmpty { return }
    let meant = Set(assembly.contents.drafts.lazy.filter(scope.contains).map(\.catalog))
    let problems = newer.filter { meant.contains($0.name) }.compactMap { catalog -> String? in
      guard let version = catalog.version, let stored = records[catalog.name]?.version else {
        return nil
      }
      return """
        the store has version \(stored) of the catalog “\(catalog.name)”, and this program has version \
        \(version), whose older content would be written over it; use a program with version \(stored) \
        or later
        """
    }
    if !problems.isEmpty { throw PresetError(.newerInStore, problems) }
  }
}

extension PresetLibrary.BackupPolicy {
  /// - Parameter operation: The operation that restoring the backup undoes.
  func backUp(_ container: ModelContainer, undoing operation: String) throws -> Backup? {
    switch self {
    case .automatic(let retention):
      try container.backUpAutomatically(keeping: retention, undoing: operation)
    case .to(let url): try container.backUp(to: url)
    case .none: nil
    }
  }
}
