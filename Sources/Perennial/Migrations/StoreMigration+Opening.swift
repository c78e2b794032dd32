import Foundation

// The opening of a store: the migration of its file, and the store of the result.

extension StoreMigration {
  /// Opens the store. Creates it if there is none, and migrates it if it has another schema.
  ///
  /// - Parameter keys: The keys of the custom store's objects, if its mirror is opened.
  /// - Returns: The store, and the report of its migration; nil if the file had the schema already.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` with the reason, and the errors of a migration.
  func open(
    keys: IdentifierMap? = nil
  ) throws -> (store: SQLiteStore, report: MigrationReport?) {
    let file = StoreFile(configuration)
    do {
      let writer = try file.connect()
      writer.files = ExternalFiles(writer)
      let (identifier, report) = try prepare(file, writer)
      let store = try SQLiteStore(
        file, layouts, identifier: keys?.storeIdentifier ?? identifier, on: writer,
        keys: keys)
      return (store, report)
    } catch let error as SwiftDataError {
      throw file.loadIssue(error)
    }
  }

  /// Sets up a connection, and creates or migrates the tables of the schema.
  private func prepare(
    _ file: StoreFile, _ connection: Connection
  ) throws -> (identifier: String, MigrationReport?) {
    var found = try file.setUp(connection)
    if found == nil {
      guard file.isWritable else {
        throw SwiftDataError.loadIssueModelContainer.because(
          "\(file.path) is not a store of this framework, and it is opened read-only")
      }
      // A copy of the main file alone is a store with these entities at any time, and never an empty one, in which a
      // program would begin anew without noticing.
      try StoreMetadata.create(
        on: connection, FirstNames.initial(entities, plan), version: version)
      try file.keepLog(connection)
      found = try StoreMetadata.read(on: connection)
    } else if !configuration.isStoredInMemoryOnly {
      try SchemaCheck(connection: connection, isWritable: configuration.allowsSave).run()
    }
    return try run(on: connection, found)
  }

  /// Returns the report of a dry run of ``open(keys:)``.
  ///
  /// - Throws: The errors of opening a store before it reads objects.
  func dryRun() throws -> MigrationReport {
    let isThere =
      !configuration.isStoredInMemoryOnly
      && FileManager.default.fileExists(atPath: configuration.url.path)
    guard isThere else { return MigrationReport(configuration) }
    let file = StoreFile(configuration)
    do {
      let connection = try file.connect()
      try file.tune(connection)
      var preview = MigrationPreview(self, on: connection)
      return try preview.run()
    } catch let error as SwiftDataError {
      throw file.loadIssue(error)
    }
  }
}
