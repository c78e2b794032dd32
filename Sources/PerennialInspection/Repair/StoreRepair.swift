public import Foundation
import Perennial

/// The repair of a store: mends the problems of a verification that have one solution, and reports the others.
///
/// Links to objects that do not exist are removed, as SQLite does it when it deletes an object with foreign keys on:
/// to-one relationships become nil, and rows of join tables are deleted. Missing indices and triggers are created. All
/// of that is one transaction, which is in the history as an edit.
///
/// ```swift
/// let report = try StoreRepair(of: url).run()
/// if report.remaining.isSound { print("\(report.count) problems were mended") }
/// ```
public struct StoreRepair: Sendable {
  private let url: URL

  /// The author of the repair in the history of the store.
  public var author = "repair"

  /// Creates a repair of a store.
  ///
  /// ```swift
  /// var repair = StoreRepair(of: url)
  /// repair.author = "support"
  /// print(try repair.run().isComplete ? "repaired" : "not all problems were repaired")
  /// ```
  public init(of url: URL) { self.url = url }

  /// Repairs the store.
  ///
  /// A copy of the store is made first, in a file beside it. If there is nothing to mend, nothing is written.
  ///
  /// ```swift
  /// let report = try StoreRepair(of: url).run(isDryRun: true)
  /// for repair in report.repairs { print(repair.description) }
  /// for reason in report.obstacles { print("Not repaired: \(reason)") }
  /// ```
  ///
  /// - Parameters:
  ///   - isDryRun: `true` for a dry run: the repair is carried out and rolled back. No copy is made.
  ///   - progress: A closure that is called from time to time with the progress of a verification.
  /// - Throws: ``InspectionError/Code/damagedStore`` if pages, descriptions or files beside the store are damaged:
  ///   writing could lose more. ``InspectionError/Code/fileFailure`` if another process is writing to the store, or has
  ///   written to it meanwhile. `SwiftDataError`. In each case the store is unchanged.
  public func run(
    isDryRun: Bool = false, progress: @escaping TransferProgress = { _, _ in }
  ) throws -> RepairReport {
    let store = try InspectedStore(url)
    let found = try store.verify(progress: progress)
    try check(found)
    let template = try SchemaTemplate(of: store.database.connection)
    let missing = try SchemaObject.missing(on: store.database.connection, as: template)
    var report = RepairReport()
    let links = try danglingLinks(of: store, &report)
    if missing.isEmpty, links.isEmpty {
      report.remaining = found
      return report
    }
    let database = try StoreDatabase(url, isWritable: true, patience: 1)
    let target = InspectedStore(url, database)
    if isDryRun {
      try write(isDryRun: true, to: database) {
        try remove(links, from: target, &report)
        try create(missing, in: database, &report)
      }
      report.remaining = found.without(report)
      return report
    }
    // An empty transaction: a process that is writing is found before the copy, which can take long.
    try write(isDryRun: true, to: database) {}
    let version = try database.integer("PRAGMA data_version")
    let copy = try copy(database)
    do {
      try write(isDryRun: false, to: database) {
        if try database.integer("PRAGMA data_version") != version { throw changed() }
        try remove(links, from: target, &report)
        try create(missing, in: database, &report)
      }
    } catch {
      InspectedStore.remove(copy)
      throw error
    }
    report.copy = copy
    report.remaining = try InspectedStore(url).verify(progress: progress)
    return report
  }

  // MARK: Preparing

  private func check(_ found: Verification) throws {
    for kind in [Verification.Problem.Kind.integrity, .description, .external] {
      guard let problem = found.problems.first(where: { $0.kind == kind }) else { continue }
      throw InspectionError(
        .damagedStore,
        """
        \(url.path) cannot be repaired without the risk of losing more (\(kind.rawValue): \
        \(problem.description)). Restore a backup
        """)
    }
  }

  /// Returns the relationships with links to remove.
  private func danglingLinks(
    of store: InspectedStore, _ report: inout RepairReport
  ) throws -> [StoredRelationship] {
    let found = try store.schema.storedRelationships.filter {
      try store.stores($0) ? try store.countDanglingLinks(of: $0) > 0 : false
    }
    guard !found.isEmpty, try store.syncSummary() != nil else { return found }
    report.obstacles.append(
      """
      the store is synced, and the hub may have the objects that are missing here, so links to them are left. \
      Synchronize the store with its program
      """)
    return []
  }

  /// Copies the store to a file beside it, and compares the copy with the store.
  private func copy(_ database: StoreDatabase) throws -> URL {
    let time = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      .replacing(":", with: "-")
    let copy = URL(fileURLWithPath: "\(url.path)-before-repair-\(time)")
    do {
      try database.run("VACUUM INTO ?", [.text(copy.path)])
      // SQLite leaves the file in the memory of the system.
      let file = try FileHandle(forUpdating: copy)
      try file.synchronize()
      try file.close()
      let saved = try InspectedStore(copy)
      guard try saved.database.values("PRAGMA integrity_check(1)") == [[.text("ok")]],
        try StoreComparison(of: InspectedStore(url), with: saved).run().isEmpty
      else { throw changed() }
      return copy
    } catch {
      InspectedStore.remove(copy)
      throw error
    }
  }

  private func changed() -> InspectionError {
    InspectionError(
      .fileFailure,
      "\(url.path) was changed by another program meanwhile, and was not repaired. Repair it again")
  }

  /// Runs a block in a write transaction.
  ///
  /// - Throws: ``InspectionError/Code/fileFailure`` if the transaction cannot begin.
  private func write(
    isDryRun: Bool, to database: StoreDatabase, _ body: () throws -> Void
  ) throws {
    var hasBegun = false
    do {
      try database.transaction(isDryRun: isDryRun) {
        hasBegun = true
        try body()
      }
    } catch let error as SwiftDataError where !hasBegun {
      throw InspectionError(
        .fileFailure,
        """
        \(url.path) was not repaired, because it cannot be written now (\(error.explanation)). If another program \
        is writing to it, wait for it or end it
        """)
    }
  }

  // MARK: Mending

  private func remove(
    _ relationships: [StoredRelationship], from store: InspectedStore, _ report: inout RepairReport
  ) throws {
    var history = RepairHistory()
    for relationship in relationships {
      try store.danglingLinks(of: relationship) { link in
        report.add(.link, link.description)
        try history.add(link, of: store)
      }
      let table = SQLName.quoted(relationship.table)
      let condition = "WHERE \(relationship.isDangling)"
      if relationship.isJoin {
        try store.database.run("DELETE FROM \(table) \(condition)")
      } else {
        for reference in relationship.references {
          let column = SQLName.quoted(reference.column)
          try store.database.run("UPDATE \(table) SET \(column) = NULL \(condition)")
        }
      }
    }
    guard try !relationships.isEmpty && store.keepsHistory() else { return }
    // Triggers have noted the deleted links of catalogs.
    try PresetTables.stampDeletions(on: store.database.connection)
    try history.enter(in: store.database, author: author)
  }

  private func create(
    _ missing: [SchemaObject], in database: StoreDatabase, _ report: inout RepairReport
  ) throws {
    var created: [SchemaObject] = []
    for object in missing {
      do {
        try database.run(object.statement)
      } catch let error as SwiftDataError {
        // The rows have a value twice that has to be unique.
        guard let reason = database.refusal else { throw error }
        report.obstacles.append(
          "the \(object.kind.rawValue) \(object.name) cannot be created: \(reason)")
        continue
      }
      created.append(object)
      report.add(object.kind == .index ? .index : .trigger, object.name)
    }
    try SchemaObject.restoreContents(of: created, on: database.connection)
  }
}
