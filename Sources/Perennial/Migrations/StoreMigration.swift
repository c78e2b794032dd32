/// Brings a store's file to the schema of a container, when it is opened.
///
/// All steps are one transaction. Until it is committed the file has what it had, and SQLite goes
/// back to that after an error, a crash or a kill; so there is no copy of the file that would have
/// to be made, verified and exchanged. See Documentation/Migrations.md.
struct StoreMigration {
  let configuration: ModelConfiguration
  let layouts: [ModelLayout]
  /// The version that the file is given; nil if the program does not number its schemas.
  let version: Schema.Version?

  /// Migrates the file if it needs to be.
  ///
  /// - Returns: The store's identifier, and what was done; nil if nothing was.
  /// - Throws: ``SwiftDataError/migrationFailure``, ``SwiftDataError/backwardMigration``,
  ///   ``SwiftDataError/loadIssueModelContainer``. The file is left as it was.
  func run(
    on connection: Connection, _ wanted: [EntityDescription]
  ) throws -> (identifier: String, MigrationReport?) {
    let found = try present(on: connection, wanted)
    if found.holds(wanted) {
      try raiseVersion(found, on: connection)
      return (found.identifier, nil)
    }
    try checkWritable(connection, "was made with another schema")
    ConversionFunction.install(on: connection.handle)
    do {
      let report = try connection.withoutForeignKeys {
        try connection.transaction { try migrate(connection, wanted) }
      }
      if let report { Log.container.notice("migrated \(report)") }
      return (found.identifier, report)
    } catch let error as SwiftDataError where error == .storeFailure {
      throw SwiftDataError.migrationFailure.because(
        "\(error.explanation) The store was not migrated, and is as it was.", underlying: error)
    }
  }

  /// What the file says, in the present format.
  private func present(
    on connection: Connection, _ wanted: [EntityDescription]
  ) throws -> StoreMetadata {
    var found = try StoreMetadata.read(on: connection)
    if let old = found, old.format < StoreMetadata.formatVersion {
      try checkWritable(connection, "has format \(old.format)")
      try StoreMetadata.upgradeFirstFormat(on: connection, wanted, version: version)
      found = try StoreMetadata.read(on: connection)
    }
    guard let found else {
      throw SwiftDataError.loadIssueModelContainer.because(
        "\(connection.path): the store cannot be read")
    }
    return found
  }

  private func migrate(
    _ connection: Connection,
    _ wanted: [EntityDescription]
  ) throws -> MigrationReport? {
    // Another process may have done it in the meantime.
    guard let found = try StoreMetadata.read(on: connection), !found.holds(wanted) else {
      return nil
    }
    try checkDirection(found, connection)
    var report = MigrationReport(configuration)
    let comparison = try SchemaComparison(
      from: StoreMetadata.descriptions(on: connection),
      to: layouts,
      on: connection
    )
    report.steps.append(
      .init(
        source: found.version?.description ?? "what the file has",
        target: version?.description ?? "the container's schema",
        isCustom: false,
        changes: comparison.changes
      )
    )
    let lightweight = LightweightMigration(
      comparison: comparison,
      connection: connection,
      store: found.identifier
    )
    let obstacles = try lightweight.obstacles(isRehearsal: false)
    guard obstacles.isEmpty else {
      throw MigrationObstacle.error(obstacles, path: connection.path)
    }
    try lightweight.run()
    report.steps[0].changes += try comparison.retired.map { entity in
      let objects = try connection.integers(
        "SELECT count(*) FROM \(SQLName.quoted(entity.table))"
      )
      return .retiredEntity(entity.name, objects: Int(objects.first ?? 0))
    }
    try StoreMetadata.describe(wanted, on: connection, version: version)
    return report
  }

  /// A program that numbers its schemas does not take away what a newer one has added.
  private func checkDirection(_ found: StoreMetadata, _ connection: Connection) throws {
    let own = version ?? Schema.Version(1, 0, 0)
    guard let recorded = found.version, recorded > own else { return }
    throw SwiftDataError.backwardMigration.because(
      """
      \(connection.path) has version \(recorded) of the schema, and this program has \(own). \
      Update the program, or give it a migration plan that leads back. Nothing was changed.
      """
    )
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

  private func checkWritable(_ connection: Connection, _ reason: String) throws {
    if configuration.allowsSave { return }
    throw SwiftDataError.loadIssueModelContainer.because(
      """
      \(connection.path) \(reason), and is opened with allowsSave: false. Open it once with \
      allowsSave: true, so that it can be migrated.
      """
    )
  }
}
