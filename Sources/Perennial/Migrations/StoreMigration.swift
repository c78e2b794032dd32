import Foundation

/// Brings a store's file to the schema of a container, when it is opened.
///
/// All steps are one transaction. Until it is committed the file has what it had, and SQLite goes
/// back to that after an error, a crash or a kill; so there is no copy of the file that would have
/// to be made, verified and exchanged. See Documentation/Migrations.md.
struct StoreMigration {
  private(set) var configuration: ModelConfiguration
  let layouts: [ModelLayout]
  /// The descriptions of ``layouts``.
  let entities: [EntityDescription]
  /// The version that the file is given; nil if the program does not number its schemas.
  let version: Schema.Version?
  let plan: ResolvedPlan?
  /// Whether a backup is made before values are removed without a plan.
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
      // That of a schema to which nobody gave one.
      self.version = version == Schema.Version(1, 0, 0) ? nil : version
    }
  }

  /// The same migration of a copy of the store, of which no backup is made.
  func moved(to url: URL) -> StoreMigration {
    var migration = self
    migration.makesBackups = false
    migration.configuration = configuration.moved(to: url)
    return migration
  }

  /// Migrates the file if it needs to be.
  ///
  /// - Returns: The store's identifier, and what was done; nil if nothing was.
  /// - Throws: ``SwiftDataError/migrationFailure``, ``SwiftDataError/backwardMigration``,
  ///   ``SwiftDataError/unknownSchema``, ``SwiftDataError/loadIssueModelContainer``. The file is
  ///   left as it was.
  func run(on connection: Connection) throws -> (identifier: String, MigrationReport?) {
    let found = try present(on: connection)
    if try MigrationItinerary(self, from: found, on: connection) == nil {
      try convertPresets(found, on: connection)
      try raiseVersion(found, on: connection)
      try noteRules(found, on: connection)
      try noteCases(on: connection)
      return (found.identifier, nil)
    }
    try checkWritable(connection, "was made with another schema")
    ConversionFunction.install(on: connection.handle)
    do {
      let report = try connection.withoutForeignKeys {
        try connection.transaction { try migrate(connection) }
      }
      try noteRules(found, on: connection)
      try noteCases(on: connection)
      if let report { Log.container.notice("migrated \(report)") }
      return (found.identifier, report)
    } catch let error as SwiftDataError where error == .storeFailure {
      throw SwiftDataError.migrationFailure.because(
        "\(error.explanation) The store was not migrated, and is as it was.", underlying: error)
    }
  }

  private func migrate(_ connection: Connection) throws -> MigrationReport? {
    // Another process may have done it in the meantime.
    try PresetMarkConversion.runIfNeeded(on: connection)
    guard let found = try StoreMetadata.read(on: connection),
      let itinerary = try MigrationItinerary(self, from: found, on: connection)
    else { return nil }
    var report = MigrationReport(configuration)
    for step in itinerary.steps {
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

  /// What the file says, in a format that describes its entities.
  private func present(on connection: Connection) throws -> StoreMetadata {
    var found = try StoreMetadata.read(on: connection)
    if let old = found, old.format < StoreMetadata.firstDescribedFormat {
      try checkWritable(connection, "has format \(old.format)")
      try StoreMetadata.upgradeFirstFormat(on: connection, entities, version: version)
      found = try StoreMetadata.read(on: connection)
    }
    guard let found else {
      throw SwiftDataError.loadIssueModelContainer.because(
        "\(connection.path): the store cannot be read")
    }
    return found
  }

  /// Brings presets to the present form in a file that has the schema already. Where it is only read, they
  /// stay as they are.
  private func convertPresets(_ found: StoreMetadata, on connection: Connection) throws {
    guard configuration.allowsSave, found.format == PresetMarkConversion.formerFormat else {
      return
    }
    // Another process may have done it in the meantime.
    try connection.transaction { try PresetMarkConversion.runIfNeeded(on: connection) }
  }

  /// Notes the version of a file that has the schema already.
  private func raiseVersion(_ found: StoreMetadata, on connection: Connection) throws {
    guard let version, configuration.allowsSave, !configuration.isStoredInMemoryOnly,
      found.version.map({ $0 < version }) ?? true
    else { return }
    try connection.transaction {
      try StoreMetadata.set("version", version.description, on: connection)
    }
  }

  /// Writes down what properties do, if it is not what is written there. What is said of entities that the
  /// container does not have stays.
  private func noteRules(_ found: StoreMetadata, on connection: Connection) throws {
    guard configuration.allowsSave, !configuration.isStoredInMemoryOnly else { return }
    let own = PropertyRule.table(
      of: layouts.filter { ($0.type as? any DescribedModel.Type)?.hasKnownRules ?? true })
    if own.isEmpty { return }
    var text = try PropertyRule.text(of: own)
    if text == found.rules { return }
    let former = found.rules.flatMap { PropertyRule.table(of: $0) } ?? [:]
    text = try PropertyRule.text(of: former.merging(own) { $1 })
    if text == found.rules { return }
    try connection.transaction { try StoreMetadata.set("rules", text, on: connection) }
  }

  /// Records the cases of enumerations, and has the file find values that are none of them. Both are brought
  /// up to date whenever a program opens the file to write.
  private func noteCases(on connection: Connection) throws {
    guard configuration.allowsSave || configuration.isStoredInMemoryOnly else { return }
    // Classes that were made of what the file says have nothing to add to it.
    let layouts = layouts.filter { !($0.type is any DescribedModel.Type) }
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
      try CaseIndices.install(layouts, on: connection)
    }
  }

  /// What the file is to say of cases; nil for nothing. What it says of entities that the container does not
  /// have stays.
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

  private func checkWritable(_ connection: Connection, _ reason: String) throws {
    if configuration.allowsSave { return }
    throw SwiftDataError.loadIssueModelContainer.because(
      """
      \(connection.path) \(reason), and is opened with allowsSave: false. Open it once with \
      allowsSave: true, so that it can be migrated.
      """)
  }
}
