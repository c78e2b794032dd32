import Foundation

/// Migrates a store's file to the schema of a container when the store is opened.
///
/// All steps are one transaction. Until it is committed the file keeps its contents, and SQLite restores them
/// after an error, a crash or a kill. Therefore no copy of the file has to be made, verified and exchanged.
/// See Documentation/Migrations.md.
struct StoreMigration {
  private(set) var configuration: ModelConfiguration
  let layouts: [ModelLayout]
  /// The descriptions of ``layouts``.
  let entities: [EntityDescription]
  /// The version that the file gets; nil if the program does not number its schemas.
  let version: Schema.Version?
  let plan: ResolvedPlan?
  /// `true` if a backup is made before values are removed without a plan.
  private var makesBackups = true

  init(
    _ configuration: ModelConfiguration, _ layouts: [ModelLayout], version: Schema.Version,
    plan: ResolvedPlan?
  ) {
    self.configuration = configuration
    self.layouts = layouts
    self.plan = plan
    entities = layouts.map(EntityDescription.init)
    if let plan {
      self.version = plan.versions[plan.target].identifier
    } else {
      // 1.0.0 is the version of a schema that was given none.
      self.version = version == Schema.Version(1, 0, 0) ? nil : version
    }
  }

  /// Returns the same migration for a copy of the store, of which no backup is made.
  func moved(to url: URL) -> StoreMigration {
    var migration = self
    migration.makesBackups = false
    migration.configuration = configuration.moved(to: url)
    return migration
  }

  /// Migrates the file if necessary.
  ///
  /// - Parameter found: The metadata of the file.
  /// - Returns: The store's identifier, and a report of the migration; nil if none was necessary.
  /// - Throws: ``SwiftDataError/migrationFailure``, ``SwiftDataError/backwardMigration``,
  ///   ``SwiftDataError/unknownSchema``, ``SwiftDataError/loadIssueModelContainer``. The file is left as it
  ///   was.
  func run(
    on connection: Connection, _ found: StoreMetadata?
  ) throws -> (identifier: String, MigrationReport?) {
    guard let found else {
      throw SwiftDataError.loadIssueModelContainer.because(
        "\(connection.path): the store cannot be read")
    }
    if try MigrationPath(self, from: found, on: connection) == nil {
      try raiseVersion(found, on: connection)
      try noteRules(found, on: connection)
      try noteCases(on: connection)
      return (found.identifier, nil)
    }
    try checkHasClasses(connection)
    try checkWritable(connection, "was made with another schema")
    ConversionFunction.install(on: connection.handle)
    do {
      let report = try connection.transaction(checksReferences: false) {
        try SchemaCheck.trusting(connection) { try migrate(connection) }
      }
      try noteRules(found, on: connection)
      try noteCases(on: connection)
      if let report { Log.container.notice("migrated \(report)") }
      return (found.identifier, report)
    } catch let error as SwiftDataError where error == .storeFailure {
      throw SwiftDataError.migrationFailure.because(
        "\(error.explanation) The store was not migrated and is unchanged.", underlying: error)
    }
  }

  private func migrate(_ connection: Connection) throws -> MigrationReport? {
    // Another process may have migrated the file in the meantime.
    guard let found = try StoreMetadata.read(on: connection),
      let path = try MigrationPath(self, from: found, on: connection)
    else { return nil }
    var report = MigrationReport(configuration)
    for step in path.steps {
      let stage = StageMigration(
        step: step, migration: self, connection: connection, store: found.identifier)
      let done = try stage.run { removals in
        report.needsBackup = true
        guard makesBackups, report.backup == nil else { return }
        report.backup = try MigrationBackup(configuration: configuration).make(before: removals)
      }
      report.steps.append(done)
    }
    return report
  }

  /// Records the version of a file that already has the schema.
  private func raiseVersion(_ found: StoreMetadata, on connection: Connection) throws {
    guard let version, configuration.allowsSave, !configuration.isStoredInMemoryOnly,
      found.version.map({ $0 < version }) ?? true
    else { return }
    try connection.transaction {
      try StoreMetadata.set("version", version.description, on: connection)
    }
  }

  /// Records the rules of the properties if the file's record differs. The record of entities that the
  /// container does not have is kept.
  private func noteRules(_ found: StoreMetadata, on connection: Connection) throws {
    guard configuration.allowsSave, !configuration.isStoredInMemoryOnly else { return }
    let own = PropertyRule.table(
      of: layouts.filter(\.hasKnownRules))
    if own.isEmpty { return }
    var text = try PropertyRule.text(of: own)
    if text == found.rules { return }
    let former = found.rules.flatMap { PropertyRule.table(of: $0) } ?? [:]
    text = try PropertyRule.text(of: former.merging(own) { $1 })
    if text == found.rules { return }
    try connection.transaction { try StoreMetadata.set("rules", text, on: connection) }
  }

  /// Records the cases of enumerations, and adds indices that find values that are none of these cases. Both
  /// are updated whenever a program opens the file for writing.
  private func noteCases(on connection: Connection) throws {
    guard configuration.allowsSave || configuration.isStoredInMemoryOnly else { return }
    // Layouts that were made from the file's metadata have nothing to add to it.
    let layouts = layouts.filter { !$0.isDescribed }
    if layouts.isEmpty { return }
    let own = RecordedCases.table(of: layouts)
    func isUpToDate() throws -> Bool {
      let text = try StoreMetadata.value("cases", on: connection)
      return try text == merged(own, into: text, layouts)
        && CaseIndices.areInstalled(layouts, on: connection)
    }
    if try isUpToDate() { return }
    try connection.transaction {
      let former = try StoreMetadata.value("cases", on: connection)
      try StoreMetadata.set("cases", try merged(own, into: former, layouts), on: connection)
      try SchemaCheck.trusting(connection) { try CaseIndices.install(layouts, on: connection) }
    }
  }

  /// Returns the new record of cases for the file; nil for none. The record of entities that the container
  /// does not have is kept.
  private func merged(
    _ own: RecordedCases.Table, into text: String?, _ layouts: [ModelLayout]
  ) throws -> String? {
    var table = text.flatMap { RecordedCases.table(of: $0) } ?? [:]
    for layout in layouts {
      let former = table[layout.entityName]
      table[layout.entityName] = own[layout.entityName]?.reduce(into: [:]) { rules, entry in
        rules[entry.key] = entry.value.adding(former?[entry.key])
      }
    }
    return table.isEmpty ? nil : try RecordedCases.text(of: table)
  }

  /// Throws if layouts were made from the description of a store. Only the program can migrate its objects.
  private func checkHasClasses(_ connection: Connection) throws {
    guard layouts.contains(where: \.isDescribed) else { return }
    throw SwiftDataError.loadIssueModelContainer.because(
      """
      \(connection.path) has another schema than the descriptions with which it is opened. Open it with \
      its own program, or read its descriptions again. Nothing was changed.
      """)
  }

  private func checkWritable(_ connection: Connection, _ reason: String) throws {
    if configuration.allowsSave { return }
    throw SwiftDataError.loadIssueModelContainer.because(
      """
      \(connection.path) \(reason), but is opened with allowsSave: false. Open it once with \
      allowsSave: true, so that it can be migrated.
      """)
  }
}
