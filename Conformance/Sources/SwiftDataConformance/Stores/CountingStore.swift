import Foundation
import SwiftData

/// A store that forwards its requests to a ``DefaultStore`` and counts them.
final class CountingStore: DataStore, DataStoreBatching, HistoryProviding {
  struct Configuration: DataStoreConfiguration {
    typealias Store = CountingStore
    var name: String { "counting" }
    var schema: Schema?
    let url: URL
    let counts: Counts

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.url == rhs.url }
    func hash(into hasher: inout Hasher) { hasher.combine(url) }
    func validate() throws { counts.validations += 1 }
  }

  final class Counts {
    var validations = 0
    var fetches = 0
    var saves = 0
    var states: Set<UUID> = []
    var authors: [String?] = []
    var deletions: [(author: String?, hasPredicate: Bool, includesSubclasses: Bool)] = []
  }

  typealias Snapshot = DefaultSnapshot
  typealias HistoryType = DefaultStore.HistoryType

  let configuration: Configuration
  let base: DefaultStore
  var identifier: String { base.identifier }
  var schema: Schema { base.schema }

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    base = try DefaultStore(
      ModelConfiguration("base", schema: configuration.schema, url: configuration.url),
      migrationPlan: migrationPlan)
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    configuration.counts.fetches += 1
    let result = try base.fetch(request)
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: result.fetchedSnapshots,
      relatedSnapshots: result.relatedSnapshots)
  }

  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
    try base.fetchCount(request)
  }

  func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try base.fetchIdentifiers(request)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    configuration.counts.saves += 1
    configuration.counts.authors.append(request.editingState.author)
    return try base.save(request)
  }

  func erase() throws { try base.erase() }

  func initializeState(for editingState: EditingState) {
    configuration.counts.states.insert(editingState.id)
    base.initializeState(for: editingState)
  }

  func invalidateState(for editingState: EditingState) {
    configuration.counts.states.remove(editingState.id)
    base.invalidateState(for: editingState)
  }

  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try base.cachedSnapshots(for: persistentIdentifiers, editingState: editingState)
  }

  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
    configuration.counts.deletions.append(
      (request.editingState.author, request.predicate != nil, request.includeSubclasses))
    try base.delete(request)
  }

  func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    try base.fetchHistory(descriptor)
  }

  func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try base.deleteHistory(descriptor)
  }
}
