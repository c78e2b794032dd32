import Foundation
import SwiftData
import Testing

/// Custom stores: the protocols `DataStore`, `DataStoreBatching`, `DataStoreSnapshot`, and `DefaultStore`.
///
/// `CountingStore` forwards every request to a `DefaultStore`. The suite pins which requests a container
/// makes of a store, with which author and editing state, and that forwarding changes no result. It also
/// checks that a snapshot survives encoding, copying with other identifiers, and being applied to an
/// object.
@Suite("Conformance: DataStore")
struct DataStoreConformance {
  private func with(_ body: (ModelContainer, CountingStore.Counts) throws -> Void) throws {
    try inDirectory { directory in
      let counts = CountingStore.Counts()
      let configuration = CountingStore.Configuration(
        url: directory.appendingPathComponent("a.store"), counts: counts)
      try body(
        ModelContainer(
          for: Schema(Stage.types), configurations: [configuration] as [any DataStoreConfiguration]),
        counts)
    }
  }

  @Test("A store before the default store sees everything, and changes nothing")
  func forwarding() throws {
    try with { container, counts in
      #expect(counts.validations > 0)
      let context = ModelContext(container)
      context.author = "me"
      let expedition = Expedition("Makalu", 1955)
      expedition.camps = [Camp("a", 1), Camp("b", 2)]
      try context.add(expedition)
      #expect(counts.saves == 1)
      #expect(counts.authors == ["me"])
      let fresh = ModelContext(container)
      let found = try fresh.fetch(
        FetchDescriptor<Expedition>(predicate: #Predicate { $0.year == 1955 }))
      #expect(found.map(\.camps.count) == [2])
      #expect(counts.fetches > 0)
      #expect(counts.states.contains(fresh.editingState.id))
      found.first?.camps[0].altitude = 10
      try fresh.save()
      let camps = try ModelContext(container).all(Camp.self, by: SortDescriptor(\.altitude))
      #expect(camps.map(\.altitude) == [2, 10])
      fresh.author = "you"
      try fresh.delete(model: Summit.self, where: #Predicate { $0.height > 1 })
      #expect(counts.deletions.map(\.author) == ["you"])
      #expect(counts.deletions.map(\.hasPredicate) == [true])
      #expect(counts.deletions.map(\.includesSubclasses) == [true])
      fresh.delete(found[0])
      try fresh.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Camp>()) == 0)
      let history = try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(history.map(\.author).contains("me"))
      try container.erase()
      #expect(try ModelContext(container).all(Expedition.self).isEmpty)
    }
  }

  @Test("The default store by itself")
  func defaultStore() throws {
    try inDirectory { directory in
      let configuration = ModelConfiguration(
        "own", schema: Schema([Summit.self]), url: directory.appendingPathComponent("a.store"))
      let store = try DefaultStore(configuration)
      #expect(store.name == "own")
      #expect(store.configuration == configuration)
      #expect(!store.identifier.isEmpty)
      #expect(store.schema.entitiesByName["Summit"] != nil)
      #expect(DefaultStore.Configuration.self == ModelConfiguration.self)
      #expect(DefaultStore.Snapshot.self == DefaultSnapshot.self)
      #expect(DefaultStore.TokenType.self == DefaultHistoryToken.self)
      #expect(DefaultStore.HistoryType.self == DefaultHistoryTransaction.self)
    }
  }

  @Test("Snapshots copy values, and their identifiers can be exchanged")
  func snapshots() throws {
    let context = ModelContext(try memoryContainer())
    let expedition = Expedition("Dhaulagiri", 1960)
    let camp = Camp("col")
    expedition.camps = [camp]
    context.insert(expedition)
    var related: [PersistentIdentifier: any BackingData] = [:]
    let snapshot = DefaultSnapshot.init(
      from: camp.persistentBackingData, relatedBackingDatas: &related)
    #expect(snapshot.persistentIdentifier == camp.persistentModelID)
    let other = try PersistentIdentifier.identifier(
      for: "s", entityName: "Camp", primaryKey: "1")
    let home = try PersistentIdentifier.identifier(
      for: "s", entityName: "Expedition", primaryKey: "2")
    let copy = snapshot.copy(
      persistentIdentifier: other,
      remappedIdentifiers: [expedition.persistentModelID: home])
    #expect(copy.persistentIdentifier == other)
    #expect(snapshot.copy(persistentIdentifier: other).persistentIdentifier == other)
    struct Envelope: Codable {
      let snapshot: DefaultSnapshot
      init(_ snapshot: DefaultSnapshot) { self.snapshot = snapshot }
      init(from decoder: any Decoder) throws { snapshot = try DefaultSnapshot(from: decoder) }
      func encode(to encoder: any Encoder) throws { try snapshot.encode(to: encoder) }
    }
    let text = try JSONEncoder().encode(Envelope(copy))
    let decoded = try JSONDecoder().decode(Envelope.self, from: text).snapshot
    #expect(decoded.persistentIdentifier == other)

    struct Named: Decodable {
      let name: String
      let target: PersistentIdentifier
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        _ = try values.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
        name = try values.decode(String.self, forKey: .modeledProperty("name"))
        target = try values.decode(
          PersistentIdentifier.self, forKey: .modeledProperty("expedition"))
      }
    }
    let named = try JSONDecoder().decode(Named.self, from: text)
    #expect(named.name == "col")
    #expect(named.target == home)

    let summit = Summit("a", 3)
    let values = DefaultSnapshot(
      from: summit.persistentBackingData, relatedBackingDatas: &related)
    let twin = Summit("", 0)
    #expect(values._applyToBackingData(twin.persistentBackingData))
    #expect(twin.height == 3)
    let value: any DataStoreSnapshotValue = 3
    #expect(value as? Int == 3)
  }

  @Test("What holds for every kind of snapshot")
  func genericSnapshots() throws {
    func copy<Snapshot: DataStoreSnapshot>(
      _ model: some PersistentModel, to identifier: PersistentIdentifier, _ type: Snapshot.Type
    ) throws -> Snapshot {
      var related: [PersistentIdentifier: any BackingData] = [:]
      let snapshot = Snapshot(
        from: model.persistentBackingData, relatedBackingDatas: &related)
      #expect(snapshot.persistentIdentifier == model.persistentModelID)
      return snapshot.copy(persistentIdentifier: identifier, remappedIdentifiers: nil)
    }
    let identifier = try PersistentIdentifier.identifier(
      for: "s", entityName: "Summit", primaryKey: 1)
    let summit = Summit("Lyskamm", 4533)
    let copied = try copy(summit, to: identifier, DefaultSnapshot.self)
    #expect(copied.persistentIdentifier == identifier)
  }

  @Test("Requests and results as values")
  func values() {
    func use<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) -> FetchDescriptor<T> {
      _ = request.editingState
      return request.descriptor
    }
    func use<T: DataStoreSnapshot>(_ request: DataStoreSaveChangesRequest<T>) -> [[T]] {
      _ = request.editingState.id
      return [request.inserted, request.updated, request.deleted]
    }
    let found = DataStoreFetchResult<Summit, DefaultSnapshot>(
      descriptor: FetchDescriptor(), fetchedSnapshots: [], relatedSnapshots: [:])
    #expect(found.fetchedSnapshots.isEmpty)
    #expect(found.relatedSnapshots.isEmpty)
    #expect(found.descriptor.fetchLimit == nil)
    let result = DataStoreSaveChangesResult<DefaultSnapshot>(
      for: "store", remappedIdentifiers: [:], snapshotsToReregister: [:])
    #expect(result.storeIdentifier == "store")
    #expect(result.remappedIdentifiers.isEmpty)
    #expect(result.snapshotsToReregister.isEmpty)
    let token: (any HistoryToken)? = nil
    let later = DataStoreSaveChangesResult<DefaultSnapshot>(
      for: "store", remappedIdentifiers: [:], snapshotsToReregister: [:], historyToken: token)
    #expect(later.historyToken == nil)
  }
}
