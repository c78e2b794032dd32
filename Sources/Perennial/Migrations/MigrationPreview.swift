/// Finds out, in a dry run, what a migration would do to a file.
///
/// The steps up to the first that runs code of the program are carried out in a transaction that is rolled
/// back. Therefore the issues that these steps find are those that the migration would find.
///
/// If the migration has only one step, nothing is written, unless objects get individual defaults that must
/// be unique. The changes of steps after the program's code are derived from the schemas alone.
struct MigrationPreview {
  let migration: StoreMigration
  let connection: Connection
  private var report: MigrationReport
  /// The entities that the file has after the steps so far.
  private var entities: [EntityDescription] = []
  /// `true` if the file's rows are those that the migration would have at this step.
  private var isExact = true

  init(_ migration: StoreMigration, on connection: Connection) {
    self.migration = migration
    self.connection = connection
    report = MigrationReport(migration.configuration)
  }

  /// Carries out the dry run.
  ///
  /// - Throws: The errors that the migration throws before it reads rows.
  mutating func run() throws -> MigrationReport {
    guard let found = try StoreMetadata.read(on: connection) else { return report }
    guard let path = try MigrationPath(migration, from: found, on: connection) else {
      return report
    }
    let isWriting =
      try migration.configuration.allowsSave
      && (path.steps.count > 1 || needsTrial(path.steps))
    ConversionFunction.install(on: connection.handle)
    try connection.dryRun(isWriting: isWriting, checksReferences: false) {
      entities = try StoreMetadata.descriptions(on: connection)
      for (number, step) in path.steps.enumerated() {
        let isLast = number == path.steps.count - 1
        try dryRun(step, found.identifier, isFollowed: !isLast, isWriting: isWriting)
      }
    }
    return report
  }

  /// `true` if the issues of the first step can only be found by carrying it out.
  private func needsTrial(_ steps: [MigrationStep]) throws -> Bool {
    guard let step = steps.first, step.willMigrate == nil else { return false }
    return try SchemaComparison(
      from: StoreMetadata.descriptions(on: connection), to: step.after,
      isSupervised: step.isCustom, on: connection
    ).hasUnknownUniqueness
  }

  private mutating func dryRun(
    _ step: MigrationStep, _ store: String, isFollowed: Bool, isWriting: Bool
  ) throws {
    if step.willMigrate != nil { isExact = false }
    let comparison = try SchemaComparison(
      from: entities, to: step.after, isSupervised: step.isCustom, on: connection)
    let counts = try comparison.retired.map { entity in
      MigrationChange.retiredEntity(entity.name, objects: try count(entity))
    }
    report.steps.append(
      .init(
        source: step.source, target: step.target, isCustom: step.isCustom,
        changes: comparison.changes + counts))
    let wanted = step.after.map(EntityDescription.init)
    let names = Set(wanted.map(\.name))
    entities = entities.filter { !names.contains($0.name) } + wanted
    guard isExact else { return }
    let lightweight = LightweightMigration(
      comparison: comparison, connection: connection, store: store)
    report.issues += try lightweight.issues(isDryRun: true)
    if !step.isPlanned,
      try comparison.removals.contains(where: { try $0.found(on: connection) != nil })
    {
      report.needsBackup = true
    }
    isExact = isWriting && report.issues.isEmpty
    guard isExact, isFollowed && step.didMigrate == nil || comparison.hasUnknownUniqueness else {
      isExact = false
      return
    }
    report.issues += try lightweight.run()
    isExact = step.didMigrate == nil && report.issues.isEmpty
  }

  /// Returns the number of objects of an entity; 0 if the file does not have its table yet.
  private func count(_ entity: EntityDescription) throws -> Int {
    let tables = try StoreMetadata.tables(on: connection)
    guard tables.contains(entity.table) else { return 0 }
    return try StoreMetadata.count(entity, on: connection).objects
  }
}
