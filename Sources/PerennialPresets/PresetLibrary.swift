public import Perennial

/// The catalogs of a container, and what can be done with them.
///
/// Every operation is one transaction: all contexts, observers and live results of the container
/// follow at once, and objects that somebody holds stay the same objects. If it throws, nothing has
/// changed. Any thread may call; who else writes to the store waits. The thread's current `Progress` is
/// told how far it is; if that is cancelled, or the task, it throws `CancellationError`.
public struct PresetLibrary: Sendable {
  public let container: ModelContainer
  public let catalogs: [PresetCatalog]

  /// Catalogs that a container need not have been opened with. Nothing is applied by that.
  public init(of container: ModelContainer, catalogs: [PresetCatalog]) {
    self.container = container
    self.catalogs = catalogs
  }

  /// The author of what catalogs write, in the history.
  public static let author = "perennial.presets"

  /// Brings the container's store to what the catalogs say: new presets are inserted, fields that
  /// nobody has written follow, presets that the catalog has no more go unless somebody needs them.
  /// What the user has written or deleted stays so.
  ///
  /// To do it again changes nothing. Where there is nothing to do, the objects of a catalog with a
  /// version are not even made.
  ///
  /// - Parameter isDryRun: Whether only the report is wanted.
  /// - Throws: ``PresetError`` if the catalogs contradict themselves; `SwiftDataError`.
  @discardableResult
  public func apply(isDryRun: Bool = false) throws -> PresetReport {
    let records = try container.catalogRecords()
    if catalogs.allSatisfy({ $0.isSettled(records[$0.name]) }) {
      return PresetReport(newerInStore: catalogs, than: records)
    }
    let progress = OperationProgress(expected: 2)
    let assembly = try progress.part(1) { try CatalogAssembly(catalogs) }
    if try assembly.due(catalogs, records).isEmpty {
      progress.finish(2)
      return PresetReport(newerInStore: catalogs, than: records)
    }
    return try progress.part(1) {
      try write(assembly, isDryRun: isDryRun) { writer in
        // Somebody else may have done it in the meantime.
        let records = try writer.catalogRecords()
        var application = CatalogApplication(
          assembly, try assembly.due(catalogs, records), writer)
        application.report = PresetReport(newerInStore: catalogs, than: records)
        if !application.catalogs.isEmpty { try application.run(records) }
        return application.report
      }
    }
  }

  func write(
    _ assembly: CatalogAssembly, isDryRun: Bool, _ body: (PresetWriter) throws -> PresetReport
  ) throws -> PresetReport {
    try container.writePresets(
      of: assembly.types, author: Self.author, isRehearsal: isDryRun, body)
  }
}

extension PresetLibrary: CustomStringConvertible {
  /// The catalogs with their versions: `PresetLibrary(cookbook version 2, tags)`.
  public var description: String {
    "PresetLibrary(\(catalogs.map(\.description).joined(separator: ", ")))"
  }
}

extension PresetCatalog {
  /// Whether it is known without making the objects that nothing is to be done.
  fileprivate func isSettled(_ record: CatalogRecord?) -> Bool {
    guard let version, let applied = record?.version else { return false }
    return applied >= version
  }
}

extension CatalogAssembly {
  /// The catalogs that a store has not, or not in this version.
  func due(
    _ catalogs: [PresetCatalog], _ records: [String: CatalogRecord]
  ) throws -> [PresetCatalog] {
    try catalogs.filter { catalog in
      guard let record = records[catalog.name] else { return true }
      if let version = catalog.version { return (record.version ?? .min) < version }
      return try record.fingerprint != contents.fingerprint(of: catalog.name)
    }
  }
}

extension CatalogAssembly {
  /// The names of the catalogs of which a store has no greater version.
  func current(_ records: [String: CatalogRecord]) -> Set<String> {
    Set(
      catalogs.lazy.filter { catalog in
        guard let version = catalog.version else { return true }
        return (records[catalog.name]?.version ?? .min) <= version
      }.map(\.name))
  }
}

extension PresetReport {
  fileprivate init(newerInStore catalogs: [PresetCatalog], than records: [String: CatalogRecord]) {
    self.init()
    for catalog in catalogs {
      guard let version = catalog.version, let applied = records[catalog.name]?.version,
        applied > version
      else { continue }
      newerInStore[catalog.name] = applied
    }
  }
}
