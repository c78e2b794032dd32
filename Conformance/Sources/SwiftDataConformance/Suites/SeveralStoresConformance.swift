import Foundation
import SwiftData
import Testing

/// The behaviour of a container with several configurations.
///
/// With disjoint schemas, each model has its own store, and a save is one transaction in each store that it
/// writes to. With a shared schema, a fetch returns the objects of all stores in one order. New objects are
/// inserted into the first store that allows it, and a change of an object in a read-only store makes the
/// save throw.
@Suite("Conformance: several stores")
struct SeveralStoresConformance {
  private static let journeys: [any PersistentModel.Type] = [
    Expedition.self, Camp.self, Cache.self, Climber.self,
  ]

  /// Runs a test with a context of a container whose stores are in a directory.
  private func with(
    _ container: (URL) throws -> ModelContainer, _ body: (ModelContext) throws -> Void
  ) throws {
    try inDirectory { try body(ModelContext(container($0))) }
  }

  // MARK: Disjoint schemas

  private func journeys(_ directory: URL) -> ModelConfiguration {
    ModelConfiguration(
      "journeys", schema: Schema(Self.journeys),
      url: directory.appendingPathComponent("journeys.store"))
  }

  private func disjoint(_ directory: URL) throws -> ModelContainer {
    let summits = ModelConfiguration(
      "summits", schema: Schema([Summit.self]),
      url: directory.appendingPathComponent("summits.store"))
    return try ModelContainer(
      for: Schema(Stage.types), configurations: [journeys(directory), summits])
  }

  private func ofTwoKinds(_ directory: URL) throws -> ModelContainer {
    let summits = JSONStoreConfiguration(
      "summits", schema: Schema([Summit.self]),
      url: directory.appendingPathComponent("summits.json"))
    return try ModelContainer(
      for: Schema(Stage.types), configurations: [journeys(directory), summits])
  }

  @Test("Each model has its store, and both find theirs again")
  func models() throws {
    try inDirectory { directory in
      do {
        let container = try disjoint(directory)
        #expect(Set(container.configurations.map(\.name)) == ["journeys", "summits"])
        let context = ModelContext(container)
        let (expedition, summit) = (Expedition("Cho Oyu", 1954), Summit("Cho Oyu", 8188))
        expedition.camps = [Camp("I", 6000)]
        try context.add(expedition, summit)
        for (model, name) in [(expedition, "journeys"), (summit, "summits")]
          as [(any PersistentModel, String)]
        {
          let store = try #require(model.persistentModelID.storeIdentifier)
          #expect(container.configurationName(forStoreIdentifier: store) == name)
          #expect(container.storeIdentifier(forConfigurationNamed: name) == store)
          #expect(context.model(for: model.persistentModelID) === model)
        }
      }
      let context = ModelContext(try disjoint(directory))
      #expect(try context.all(Expedition.self).map(\.camps.count) == [1])
      #expect(try context.all(Summit.self).map(\.height) == [8188])
    }
  }

  @Test("One save is one transaction of each store that it writes to")
  func history() throws {
    try with(disjoint) { context in
      context.author = "both"
      try context.add(Expedition("Lhotse", 1956), Summit("Lhotse", 8516))
      context.author = "one"
      try context.add(Summit("Nuptse", 7861))
      typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>
      let found = try context.fetchHistory(Descriptor())
      #expect(found.filter { $0.author == "both" }.count == 2)
      #expect(found.filter { $0.author == "one" }.count == 1)
      #expect(Set(found.map(\.storeIdentifier)).count == 2)
      let summits = try #require(
        context.container.storeIdentifier(forConfigurationNamed: "summits"))
      let some = try context.fetchHistory(
        Descriptor(predicate: #Predicate { $0.storeIdentifier == summits }))
      #expect(some.map(\.author) == ["both", "one"])
    }
  }

  @Test("Deleting, rolling back and erasing reach every store")
  func changes() throws {
    try with(disjoint) { context in
      let (expedition, summit) = (Expedition("Manaslu", 1956), Summit("Manaslu", 8163))
      try context.add(expedition, summit)
      context.delete(expedition)
      summit.height = 0
      context.rollback()
      #expect(try context.fetchCount(FetchDescriptor<Expedition>()) == 1)
      #expect(summit.height == 8163)
      context.delete(expedition)
      context.delete(summit)
      try context.save()
      let other = context.another
      #expect(try other.fetchCount(FetchDescriptor<Expedition>()) == 0)
      #expect(try other.fetchCount(FetchDescriptor<Summit>()) == 0)
      try context.add(Expedition("Makalu"), Summit("Makalu"))
      try context.container.erase()
      try deviation("The container stays usable") { () throws in
        #expect(try other.fetchCount(FetchDescriptor<Expedition>()) == 0)
        #expect(try other.fetchCount(FetchDescriptor<Summit>()) == 0)
      }
    }
  }

  @Test("Stores of different kinds")
  func kinds() throws {
    try with(ofTwoKinds) { context in
      let (expedition, summit) = (Expedition("Shisha Pangma"), Summit("Shisha Pangma", 8027))
      try context.add(expedition, summit)
      let (one, two) = (expedition.persistentModelID, summit.persistentModelID)
      #expect(one.storeIdentifier != two.storeIdentifier)
      let other = context.another
      #expect((other.model(for: one) as? Expedition)?.name == "Shisha Pangma")
      #expect((other.model(for: two) as? Summit)?.height == 8027)
    }
  }

  // MARK: One schema

  /// Creates a store with the summits of a region, and returns a read-only configuration for it.
  private func region(
    _ name: String, heights: [Int], in directory: URL
  ) throws -> ModelConfiguration {
    let url = directory.appendingPathComponent("\(name).store")
    let context = ModelContext(
      try ModelContainer(
        for: Summit.self, configurations: ModelConfiguration(name, url: url)))
    for height in heights { context.insert(Summit(name, height)) }
    try context.save()
    return ModelConfiguration(name, url: url, allowsSave: false)
  }

  private func shared(_ directory: URL) throws -> ModelContainer {
    let alps = try region("alps", heights: [4808, 4634], in: directory)
    let andes = try region("andes", heights: [6961, 6893], in: directory)
    let own = ModelConfiguration("own", url: directory.appendingPathComponent("own.store"))
    return try ModelContainer(for: Schema([Summit.self]), configurations: [own, alps, andes])
  }

  @Test("A fetch spans all stores, and what is new goes where it can be written")
  func spanning() throws {
    try with(shared) { context in
      let new = Summit("own", 5000)
      try context.add(new)
      let own = try #require(context.container.storeIdentifier(forConfigurationNamed: "own"))
      #expect(new.persistentModelID.storeIdentifier == own)
      var descriptor = FetchDescriptor<Summit>(sortBy: [SortDescriptor(\.height, order: .reverse)])
      #expect(try context.fetchCount(descriptor) == 5)
      #expect(try context.fetch(descriptor).map(\.height) == [6961, 6893, 5000, 4808, 4634])
      descriptor.predicate = #Predicate { $0.height < 6900 }
      descriptor.fetchLimit = 2
      #expect(try context.fetch(descriptor).map(\.name) == ["andes", "own"])
      descriptor.fetchLimit = nil
      let stores = try context.fetchIdentifiers(descriptor).map(\.storeIdentifier)
      #expect(Set(stores).count == 3)
      for summit in try context.fetch(descriptor) {
        let store = try #require(summit.persistentModelID.storeIdentifier)
        #expect(context.container.configurationName(forStoreIdentifier: store) == summit.name)
      }
    }
  }

  @Test("What cannot be written is refused, and the file stays as it is")
  func readOnly() throws {
    try with(shared) { context in
      let summits = try context.all(Summit.self, by: SortDescriptor(\.height))
      summits[0].height = 1
      #expect(throws: (any Error).self) { try context.save() }
      context.rollback()
      #expect(summits[0].height == 4634)
      context.delete(summits[3])
      #expect(throws: (any Error).self) { try context.save() }
      context.rollback()
      let heights = try context.another.all(Summit.self, by: SortDescriptor(\.height))
      #expect(heights.map(\.height) == [4634, 4808, 6893, 6961])
    }
  }

  @Test("Live results over all stores") @MainActor
  func results() throws {
    try with(shared) { context in
      let observer = try ResultsObserver<Summit, String>(
        sortBy: [SortDescriptor(\.height)], sectionBy: \.name, modelContext: context)
      #expect(observer.sections?.sectionTitles == ["alps", "andes"])
      context.insert(Summit("own", 9000))
      context.processPendingChanges()
      #expect(observer.sections?.sectionTitles == ["alps", "andes", "own"])
      #expect(observer.results.count == 5)
    }
  }
}
