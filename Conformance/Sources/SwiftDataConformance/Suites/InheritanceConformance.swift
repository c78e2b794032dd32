import Foundation
import SwiftData
import Testing

/// Models that inherit from models: schema, fetching, changes, relationships, batch deletion, history.
///
/// Checks a chain of three classes in every kind of store. A fetch of a base class returns objects of its
/// subclasses, each as an instance of its own class. A relationship to the base class can contain any of
/// them. `delete(model:where:includeSubclasses:)` deletes or keeps objects of subclasses as its parameter
/// says.
@Suite("Conformance: inheritance")
struct InheritanceConformance {
  private static let types: [any PersistentModel.Type] = [
    Route.self, IceRoute.self, RockRoute.self, Couloir.self, Variant.self, Pathfinder.self,
  ]

  private func fill(_ context: ModelContext) throws {
    try context.add(
      Route("path"), IceRoute("wall", grade: 4, steepness: 60),
      RockRoute("ridge", grade: 5, bolts: ["old", "new"]),
      Couloir("gully", steepness: 50, season: "winter"))
  }

  @Test("The schema tells what inherits from what")
  func schema() throws {
    let schema = Schema(Self.types)
    let route = try #require(schema.entitiesByName["Route"])
    let ice = try #require(schema.entitiesByName["IceRoute"])
    let couloir = try #require(schema.entitiesByName["Couloir"])
    #expect(Set(route.subentities.map(\.name)) == ["IceRoute", "RockRoute"])
    #expect(route.superentityName == nil)
    #expect(route.superentity == nil)
    #expect(route.inheritedProperties.isEmpty)
    #expect(ice.superentityName == "Route")
    #expect(ice.superentity?.name == "Route")
    #expect(ice.storedProperties.map(\.name) == ["steepness"])
    #expect(Set(ice.inheritedProperties.map(\.name)) == ["name", "grade", "guide"])
    #expect(ice.properties.count == 4)
    #expect(couloir.superentity?.superentityName == "Route")
    #expect(couloir.inheritedPropertiesByName["steepness"]?.isAttribute == true)
    #expect(couloir.inheritedPropertiesByName["season"] == nil)
  }

  @Test("A chain has one root")
  func root() {
    func root<Model: PersistentModel>(_ type: Model.Type) -> Any.Type { Model.Root.self }
    #expect(root(Route.self) is Route.Type)
    #expect(root(Couloir.self) is Route.Type)
    #expect(root(Pathfinder.self) is Pathfinder.Type)
  }

  @Test(
    "A fetch of a class gives objects of its subclasses as what they are", arguments: Stage.allCases
  )
  func fetches(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      let routes = try context.all(Route.self, by: SortDescriptor(\.name))
      #expect(routes.map(\.name) == ["gully", "path", "ridge", "wall"])
      #expect((routes[0] as? Couloir)?.season == "winter")
      #expect((routes[0] as? IceRoute)?.steepness == 50)
      #expect(type(of: routes[1]) == Route.self)
      #expect((routes[2] as? RockRoute)?.bolts == ["old", "new"])
      #expect(
        try context.all(IceRoute.self, by: SortDescriptor(\.steepness)).map(\.name)
          == ["gully", "wall"])
      #expect(try context.fetchCount(FetchDescriptor<Route>()) == 4)
      #expect(try context.fetchCount(FetchDescriptor<Couloir>()) == 1)
      let identifiers = try context.fetchIdentifiers(FetchDescriptor<RockRoute>())
      #expect(identifiers == [routes[2].persistentModelID])
      #expect(routes[2].persistentModelID.entityName == "RockRoute")
      #expect(context.model(for: identifiers[0]) === routes[2])
    }
  }

  @Test("Casts in predicates", arguments: Stage.allCases)
  func casts(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      func names(_ predicate: Predicate<Route>) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
          .map(\.name)
      }
      let icy = try names(#Predicate { $0 is IceRoute })
      let others = try names(#Predicate { !($0 is IceRoute) })
      let steep = try names(#Predicate { ($0 as? IceRoute)?.steepness ?? 0 > 55 })
      let winter = try names(
        #Predicate { route in
          if let couloir = route as? Couloir { couloir.season == "winter" } else { false }
        })
      let hard = try names(#Predicate { $0.grade > 3 && $0 is RockRoute })
      #expect(icy == ["gully", "wall"])
      #expect(others == ["path", "ridge"])
      #expect(steep == ["wall"])
      #expect(winter == ["gully"])
      #expect(hard == ["ridge"])
    }
  }

  @Test("Changes of objects of every class", arguments: Stage.allCases)
  func changes(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      let couloir = try #require(try context.all(Couloir.self).first)
      couloir.season = "spring"
      couloir.steepness = 45
      couloir.grade = 2
      #expect(context.changedModelsArray.count == 1)
      try context.save()
      let copy = try #require(
        try context.another.fetch(
          FetchDescriptor<Route>(predicate: #Predicate { $0.grade == 2 })
        ).first as? Couloir)
      #expect(copy.season == "spring")
      #expect(copy.steepness == 45)
      context.delete(couloir)
      try context.save()
      #expect(try context.another.fetchCount(FetchDescriptor<IceRoute>()) == 1)
    }
  }

  @Test("Relationships to the base class, and of a subclass", arguments: Stage.allCases)
  func relationships(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      let guide = Pathfinder("Moser")
      context.insert(guide)
      guide.routes = try context.all(Route.self, by: SortDescriptor(\.name))
      let ridge = try #require(try context.all(RockRoute.self).first)
      ridge.variants = [Variant("direct"), Variant("left")]
      try context.save()

      let other = context.another
      let found = try #require(try other.all(Pathfinder.self).first)
      #expect(found.routes.map(\.name) == ["gully", "path", "ridge", "wall"])
      #expect(found.routes.compactMap { $0 as? IceRoute }.count == 2)
      let rock = try #require(found.routes.compactMap { $0 as? RockRoute }.first)
      #expect(Set(rock.variants.map(\.name)) == ["direct", "left"])
      #expect(rock.guide === found)
      other.delete(found)
      try other.save()
      #expect(try context.another.fetchCount(FetchDescriptor<Route>()) == 0)
      #expect(try context.another.fetchCount(FetchDescriptor<Variant>()) == 2)
    }
  }

  @Test("Deleting a set takes subclasses along, or leaves them", arguments: Stage.allCases)
  func sets(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      try context.delete(model: Route.self, includeSubclasses: false)
      try context.save()
      #expect(
        try context.another.all(Route.self, by: SortDescriptor(\.name)).map(\.name)
          == ["gully", "ridge", "wall"])
      try context.delete(model: IceRoute.self, where: #Predicate { $0.steepness < 55 })
      try context.save()
      #expect(
        try context.another.all(Route.self, by: SortDescriptor(\.name)).map(\.name)
          == ["ridge", "wall"])
      try context.delete(model: Route.self)
      try context.save()
      #expect(try context.another.fetchCount(FetchDescriptor<Route>()) == 0)
    }
  }

  @Test("History names each object by its own class", arguments: Stage.allCases)
  func history(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      let found = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      let names = found.flatMap(\.changes).map(\.changedPersistentIdentifier.entityName)
      #expect(Set(names) == ["Route", "IceRoute", "RockRoute", "Couloir"])
      #expect(names.count == 4)
    }
  }

  @Test("Live results of the base class", arguments: Stage.allCases) @MainActor
  func results(stage: Stage) throws {
    try stage.with(Self.types, filledBy: fill) { context in
      let observer = try ResultsObserver<Route, Never>(
        sortBy: [SortDescriptor(\.name)], modelContext: context)
      #expect(observer.results.count == 4)
      context.insert(Couloir("chute", steepness: 40, season: "summer"))
      context.processPendingChanges()
      #expect(observer.results.map(\.name) == ["chute", "gully", "path", "ridge", "wall"])
      #expect(observer.results[0] is Couloir)
    }
  }

  @Test("Backing data of one class of a chain, seen as that of another")
  func backingData() throws {
    let route = IceRoute("face", grade: 3, steepness: 70)
    let own = route.persistentBackingData
    let above: any BackingData<Route> = own._superClassBackingData(of: IceRoute.self)
    let again: any BackingData<IceRoute> = above._generateCurrentClassBackingData()
    func name(_ data: some BackingData<Route>) -> String { data.getValue(forKey: \.name) }
    func steepness(_ data: some BackingData<IceRoute>) -> Int {
      data.getValue(forKey: \.steepness)
    }
    #expect(name(above) == "face")
    #expect(steepness(again) == 70)
  }
}
