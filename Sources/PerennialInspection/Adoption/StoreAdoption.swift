public import Foundation
import Perennial

/// The adoption of what other programs have written to a store: the changes are entered in its history.
///
/// Programs do that themselves when they next write to the store. An adoption does it at once, so that programs that
/// have the store open, and sync, get the changes. It also gives rows with the keys of presets that are none keys of
/// their own.
///
/// Triggers note the changes of all rows in synced stores, and edits of presets in all stores.
///
/// ```swift
/// let report = try StoreAdoption(of: url).run()
/// for (entity, changes) in report.entities { print(entity, changes.inserted) }
/// ```
public struct StoreAdoption: Sendable {
  private let url: URL

  /// The author of the changes in the history of the store.
  public var author = OtherPrograms.author

  /// Creates an adoption of what was written to a store.
  ///
  /// ```swift
  /// var adoption = StoreAdoption(of: url)
  /// adoption.author = "nightly script"
  /// print(try adoption.run().isEmpty ? "no changes" : "new changes")
  /// ```
  public init(of url: URL) { self.url = url }

  /// Enters the changes in one transaction. If there are none, nothing is written.
  ///
  /// ```swift
  /// let report = try StoreAdoption(of: url).run(isDryRun: true)
  /// for (entity, changes) in report.entities { print(entity, changes.updated) }
  /// ```
  ///
  /// - Parameter isDryRun: `true` to roll the transaction back.
  /// - Returns: The changes.
  /// - Throws: `SwiftDataError` if the file is no store, is damaged, or cannot be written. The store is unchanged then.
  /// - Complexity: O(*n*) in the number of changes.
  public func run(isDryRun: Bool = false) throws -> AdoptionReport {
    let database = try StoreDatabase(url, isWritable: true)
    guard !database.isEmpty else {
      throw InspectionError(.damagedStore, "\(url.path) is empty and not a store")
    }
    var report = AdoptionReport()
    try database.transaction(isDryRun: isDryRun) {
      let adopted = try database.adoptOtherPrograms(author: author)
      report = AdoptionReport(adopted.record)
      report.newKeys = adopted.newKeys
    }
    return report
  }
}

extension AdoptionReport {
  fileprivate init(_ record: HistoryRecord) {
    for group in record.groups {
      var changes = entities[group.entityName] ?? EntityChanges()
      switch group.kind {
      case .insert: changes.inserted += group.rowIDs.count
      case .update: changes.updated += group.rowIDs.count
      case .delete: changes.deleted += group.rowIDs.count
      }
      entities[group.entityName] = changes
    }
    links = record.links.reduce(0) { $0 + $1.pairs.count + $1.rowIDs.count }
  }
}
