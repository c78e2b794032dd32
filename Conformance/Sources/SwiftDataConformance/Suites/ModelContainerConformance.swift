import Foundation
import SwiftData
import Testing

/// Containers: their initialisers, the main context, the identifiers of stores, erasing.
///
/// Checks every spelling of the initialisers, including a custom store in place of a file. The main
/// context is always the same one, and saves automatically. The container finds a store's configuration by
/// its identifier, and conversely.
@Suite("Conformance: ModelContainer")
struct ModelContainerConformance {
  @Test("All spellings of the initialisers")
  func initialisers() throws {
    let memory = ModelConfiguration(isStoredInMemoryOnly: true)
    let schema = Schema(Stage.types)
    let containers = [
      try ModelContainer(for: Expedition.self, Summit.self, configurations: memory),
      try ModelContainer(for: Expedition.self, migrationPlan: nil, configurations: memory),
      try ModelContainer(for: schema, configurations: memory),
      try ModelContainer(for: schema, migrationPlan: nil, configurations: memory),
      try ModelContainer(for: schema, configurations: [memory]),
      try ModelContainer(for: schema, migrationPlan: nil, configurations: [memory]),
      try ModelContainer(for: schema, configurations: [memory] as [any DataStoreConfiguration]),
    ]
    for container in containers {
      // Related models are included.
      #expect(container.schema.entitiesByName["Camp"] != nil)
      #expect(container.migrationPlan == nil)
      #expect(container.configurations.count == 1)
    }
    #expect(containers[0] == containers[0])
    #expect(containers[0] != containers[1])
  }

  @Test("A custom store takes the place of a file")
  func customStore() throws {
    try inDirectory { directory in
      let configuration = JSONStoreConfiguration(
        "mine", url: directory.appendingPathComponent("a.json"))
      let container = try ModelContainer(for: Summit.self, configurations: configuration)
      let context = ModelContext(container)
      try context.add(Summit("Nadelhorn", 4327))
      #expect(try context.all(Summit.self).map(\.height) == [4327])
      #expect(container.storeIdentifier(forConfigurationNamed: "mine") != nil)
    }
  }

  @Test("The main context is one, and saves by itself") @MainActor
  func mainContext() throws {
    let container = try memoryContainer()
    #expect(container.mainContext === container.mainContext)
    #expect(container.mainContext.autosaveEnabled)
    #expect(container.mainContext.container == container)
  }

  @Test("Stores and configurations find each other", arguments: Stage.allCases)
  func identifiers(stage: Stage) throws {
    try stage.with { context in
      let summit = Summit("Dom")
      try context.add(summit)
      let identifier = try #require(summit.persistentModelID.storeIdentifier)
      let name = try #require(context.container.configurationName(forStoreIdentifier: identifier))
      #expect(context.container.storeIdentifier(forConfigurationNamed: name) == identifier)
      #expect(context.container.storeIdentifier(forConfigurationNamed: "no such") == nil)
    }
  }

  @Test("Erasing empties every store", arguments: Stage.allCases)
  func erase(stage: Stage) throws {
    try stage.with { context in
      try context.add(Expedition("Everest"))
      try context.container.erase()
      try deviation("The container stays usable, and held objects readable") {
        #expect(try context.all(Expedition.self).isEmpty)
        try context.add(Expedition("K2"))
        context.container.deleteAllData()
        #expect(try context.fetchCount(FetchDescriptor<Expedition>()) == 0)
      }
    }
  }
}
