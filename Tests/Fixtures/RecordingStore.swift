import Foundation
import SwiftData

/// The instructions for a ``RecordingStore``, and the calls that it has recorded.
final class RecordingStoreScript: Hashable {
  var identifier = "recording-\(UUID().uuidString)"
  /// The calls, each as a word.
  var calls: [String] = []
  var snapshots: [PersistentIdentifier: ShipSnapshot] = [:]
  /// Thrown by the next save.
  var refusal: (any Error)?
  /// Gives a new object the key that it is to have.
  var key: (ShipSnapshot) -> String = { _ in UUID().uuidString }
  /// Changes what is saved, on the side of the store.
  var correction: (ShipSnapshot) -> ShipSnapshot? = { _ in nil }
  var filters = true
  var canDeleteSets = true
  var states: [UUID] = []
  var authors: [String?] = []

  static func == (lhs: RecordingStoreScript, rhs: RecordingStoreScript) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

struct RecordingStoreConfiguration: DataStoreConfiguration {
  typealias Store = RecordingStore
  let name = "recording"
  var schema: Schema?
  let script: RecordingStoreScript
}

/// A program's own kind of snapshot, of ``Buoy``s.
struct ShipSnapshot: DataStoreSnapshot {
  let persistentIdentifier: PersistentIdentifier
  var number: Int
  var colour: String

  init(_ identifier: PersistentIdentifier, number: Int, colour: String) {
    persistentIdentifier = identifier
    self.number = number
    self.colour = colour
  }

  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    let data = backingData as? any BackingData<Buoy>
    persistentIdentifier =
      backingData.persistentModelID ?? Buoy(0).persistentModelID
    number = data?.getValue(forKey: \.number) ?? 0
    colour = data?.getValue(forKey: \.colour) ?? ""
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    persistentIdentifier = try values.decode(
      PersistentIdentifier.self, forKey: .persistentIdentifier)
    number = try values.decode(Int.self, forKey: .modeledProperty("number"))
    colour = try values.decode(String.self, forKey: .modeledProperty("colour"))
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try values.encode(persistentIdentifier, forKey: .persistentIdentifier)
    try values.encode(number, forKey: .modeledProperty("number"))
    try values.encode(colour, forKey: .modeledProperty("colour"))
  }

  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> ShipSnapshot {
    ShipSnapshot(persistentIdentifier, number: number, colour: colour)
  }
}

/// A store of ``Buoy``s in memory that does everything itself: it filters by number, sorts, counts,
/// deletes sets, keeps a history, and does what its script says.
final class RecordingStore: DataStore, DataStoreBatching, HistoryProviding {
  typealias Configuration = RecordingStoreConfiguration
  typealias Snapshot = ShipSnapshot
  typealias HistoryType = BuoyTransaction

  let configuration: RecordingStoreConfiguration
  let schema: Schema
  private var history: [BuoyTransaction] = []

  var identifier: String { configuration.script.identifier }
  private var script: RecordingStoreScript { configuration.script }

  init(
    _ configuration: RecordingStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, ShipSnapshot> where T: PersistentModel {
    script.calls.append("fetch")
    var found = try matching(request.descriptor.predicate)
    for order in request.descriptor.sortBy.reversed() {
      guard order.keyPath as AnyKeyPath? == \Buoy.number else {
        throw DataStoreError.preferInMemorySort
      }
      found.sort {
        order.order == .forward ? $0.number < $1.number : $0.number > $1.number
      }
    }
    if let limit = request.descriptor.fetchLimit { found = Array(found.prefix(limit)) }
    return DataStoreFetchResult(descriptor: request.descriptor, fetchedSnapshots: found)
  }

  /// The snapshots that a predicate of the form `$0.number < n` holds for, or of any, if it is nil.
  private func matching<T>(_ predicate: Predicate<T>?) throws -> [ShipSnapshot] {
    let all = script.snapshots.values.sorted { $0.persistentIdentifier < $1.persistentIdentifier }
    guard let predicate else { return all }
    typealias Number = PredicateExpressions.KeyPath<PredicateExpressions.Variable<Buoy>, Int>
    typealias Less = PredicateExpressions.Comparison<Number, PredicateExpressions.Value<Int>>
    guard script.filters, let less = predicate.expression as? Less else {
      throw DataStoreError.preferInMemoryFilter
    }
    return all.filter { $0.number < less.rhs.value }
  }

  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel {
    script.calls.append("count")
    return try matching(request.descriptor.predicate).count
  }

  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: ShipSnapshot] {
    script.calls.append("cached")
    return script.snapshots.filter { persistentIdentifiers.contains($0.key) }
  }

  func save(
    _ request: DataStoreSaveChangesRequest<ShipSnapshot>
  ) throws -> DataStoreSaveChangesResult<ShipSnapshot> {
    script.calls.append(
      "save +\(request.inserted.count) ~\(request.updated.count) -\(request.deleted.count)")
    script.authors.append(request.editingState.author)
    if let refusal = script.refusal {
      script.refusal = nil
      throw refusal
    }
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    var corrected: [PersistentIdentifier: ShipSnapshot] = [:]
    func keep(_ snapshot: ShipSnapshot) {
      if let correction = script.correction(snapshot) {
        corrected[snapshot.persistentIdentifier] = correction
      }
      script.snapshots[snapshot.persistentIdentifier] =
        corrected[snapshot.persistentIdentifier] ?? snapshot
    }
    for snapshot in request.inserted {
      let identifier = try PersistentIdentifier.identifier(
        for: identifier, entityName: "Buoy", primaryKey: script.key(snapshot))
      remapped[snapshot.persistentIdentifier] = identifier
      keep(snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: nil))
    }
    for snapshot in request.updated { keep(snapshot) }
    for snapshot in request.deleted { script.snapshots[snapshot.persistentIdentifier] = nil }
    history.append(
      BuoyTransaction(number: history.count + 1, author: request.editingState.author, identifier))
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: corrected,
      historyToken: BuoyToken(number: history.count))
  }

  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
    script.calls.append("delete set")
    guard script.canDeleteSets else { throw DataStoreError.unsupportedFeature }
    for snapshot in try matching(request.predicate) {
      script.snapshots[snapshot.persistentIdentifier] = nil
    }
  }

  func initializeState(for editingState: EditingState) { script.states.append(editingState.id) }

  func invalidateState(for editingState: EditingState) {
    script.states.removeAll { $0 == editingState.id }
  }

  func fetchHistory(_ descriptor: HistoryDescriptor<BuoyTransaction>) throws -> [BuoyTransaction] {
    try history.filter { try descriptor.predicate?.evaluate($0) ?? true }
  }

  func deleteHistory(_ descriptor: HistoryDescriptor<BuoyTransaction>) throws {
    let gone = try fetchHistory(descriptor)
    history.removeAll { gone.contains($0) }
  }
}

/// A place in the history of a ``RecordingStore``.
struct BuoyToken: HistoryToken {
  let number: Int
  var id: Int { number }
  var tokenValue: [String: Int64]? { ["buoys": Int64(number)] }
  static func < (lhs: BuoyToken, rhs: BuoyToken) -> Bool { lhs.number < rhs.number }
}

struct BuoyTransaction: HistoryTransaction {
  let number: Int
  let author: String?
  let storeIdentifier: String

  init(number: Int, author: String?, _ storeIdentifier: String) {
    self.number = number
    self.author = author
    self.storeIdentifier = storeIdentifier
  }

  var id: Int { number }
  var timestamp: Date { Date(timeIntervalSinceReferenceDate: Double(number)) }
  var changes: [HistoryChange] { [] }
  var token: BuoyToken { BuoyToken(number: number) }
  var transactionIdentifier: Int { number }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
