import Foundation
import SwiftData
import Testing

/// A module whose declarations belong to the main actor unless they say otherwise, and whose functions
/// run where their callers do, as new apps are set up.
@Suite("A client of the main actor")
struct MainActorClientTests {
  @Test("Models, queries and observers in the main context")
  func mainContext() throws {
    let list = try NurseryList()
    let nursery = Nursery("Ash")
    list.context.insert(nursery)
    nursery.plant("ash")
    nursery.beds = 20
    try list.context.save()
    try list.load()
    #expect(list.names == ["Ash"])
    #expect(list.live == ["Ash"])
    #expect(nursery.beds == 9)
    #expect(try list.context.fetch(Nursery.named("Ash")).first === nursery)
    #expect(nursery.saplings.first?.nursery == nursery)
    list.context.delete(nursery)
    try list.context.save()
    #expect(try list.context.fetchCount(FetchDescriptor<Sapling>()) == 0)
  }

  @Test("A model actor works elsewhere, and the main context follows")
  func actors() async throws {
    let list = try NurseryList()
    let gardener = Gardener(modelContainer: list.container)
    let identifiers = try await gardener.found(["Elm", "Fir"])
    let both = await list.wait { $0.count == 2 }
    #expect(both.map(\.name) == ["Elm", "Fir"])
    try await gardener.rename(identifiers[0], "Gum")
    let gum = try #require(list.context.model(for: identifiers[0]) as? Nursery)
    #expect(gum.title == "Gum (retail)")
    #expect(gum.place.number == 3)
    #expect(gum.beds == 9)
    #expect(try await gardener.titles("oak") == ["Fir (wholesale)", "Gum (retail)"])
  }

  @Test("A context of no actor, in a task that is detached")
  func detached() async throws {
    let list = try NurseryList()
    let container = list.container
    try await Task.detached {
      let context = ModelContext(container)
      let nursery = Nursery("Yew")
      nursery.visits = 1
      context.insert(nursery)
      try context.transaction { nursery.plant("yew") }
      let copy = try ModelContext(container).fetch(FetchDescriptor<Nursery>())
      #expect(copy.map(\.name) == ["Yew"])
      #expect(copy.first?.visits == 0)
    }.value
    try list.load()
    #expect(list.names == ["Yew"])
  }

  @Test("Observation, on the main actor")
  func observation() throws {
    let nursery = Nursery("Ash")
    nonisolated(unsafe) var told = 0
    withObservationTracking {
      _ = nursery.name
    } onChange: {
      told += 1
    }
    nursery.name = "Beech"
    #expect(told == 1)
  }

  @Test("Inheritance and a migration by code")
  func migration() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("trees-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let configuration = ModelConfiguration(url: directory.appendingPathComponent("trees.store"))
    do {
      let context = ModelContext(
        try ModelContainer(
          for: Schema(versionedSchema: TreesV1.self), configurations: configuration))
      context.insert(TreesV1.Oak(height: 20, acorns: 3))
      try context.save()
    }
    let container = try ModelContainer(
      for: Schema(versionedSchema: TreesV2.self), migrationPlan: TreesPlan.self,
      configurations: configuration)
    let trees = try container.mainContext.fetch(
      FetchDescriptor<TreesV2.Tree>(predicate: #Predicate { $0 is TreesV2.Oak }))
    #expect(trees.map(\.label) == ["20 m"])
    #expect((trees.first as? TreesV2.Oak)?.acorns == 3)
  }

  @Test("13.8 Models of the main actor are saved there, and described and counted anywhere")
  func modelsOfTheMainActor() async throws {
    // The schema is read where it is first asked for.
    let container = try await Task.detached {
      try ModelContainer(
        for: Almanac.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }.value
    let almanac = Almanac("1987")
    container.mainContext.insert(almanac)
    almanac.chapters = [Chapter("May"), Chapter("June")]
    almanac.pages += 1
    try container.mainContext.save()
    let copy = try #require(ModelContext(container).fetch(FetchDescriptor<Almanac>()).first)
    #expect(copy.title == "1987")
    #expect(copy.pages == 13)
    #expect(copy.founded == Date(timeIntervalSinceReferenceDate: 0))
    #expect(copy.chapters.map(\.heading) == ["May", "June"])
    #expect(identity(of: copy) == almanac.id)
    let identifiers = try await Task.detached {
      try ModelContext(container).fetchIdentifiers(FetchDescriptor<Chapter>())
    }.value
    #expect(identifiers.count == 2)
    #expect(almanac.chapters.allSatisfy { $0.almanac === almanac })
  }

  private nonisolated func identity<T: Identifiable>(of value: T) -> T.ID { value.id }
}
