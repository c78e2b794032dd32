import Foundation
import Observation
import SwiftData

/// Works in a context of its own, off the main actor.
@ModelActor
actor Gardener {
  private var calls = 0

  func found(_ names: [String]) throws -> [PersistentIdentifier] {
    calls += 1
    let nurseries = names.map { Nursery($0) }
    for nursery in nurseries {
      modelContext.insert(nursery)
      nursery.plant("oak")
    }
    try modelContext.save()
    return nurseries.map(\.persistentModelID)
  }

  func rename(_ identifier: PersistentIdentifier, _ name: String) throws {
    guard let nursery = self[identifier, as: Nursery.self] else { return }
    nursery.name = name
    nursery.kind = .retail
    nursery.place.number = 3
    nursery.beds = 12
    try modelContext.save()
  }

  func titles(_ wanted: String) throws -> [String] {
    let planted = #Predicate<Nursery> { $0.saplings.contains { $0.species == wanted } }
    return try modelContext.fetch(
      FetchDescriptor(predicate: planted, sortBy: [SortDescriptor(\.name)])
    ).map(\.title)
  }
}

/// The observable list that an app's view shows.
@Observable
final class NurseryList {
  let container: ModelContainer
  private(set) var names: [String] = []
  private let observer: ResultsObserver<Nursery, Never>

  init() throws {
    container = try ModelContainer(
      for: Nursery.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    observer = try ResultsObserver(
      sortBy: [SortDescriptor(\.name)], modelContext: container.mainContext)
  }

  var context: ModelContext { container.mainContext }
  var live: [String] { observer.results.map(\.name) }

  func load() throws { names = try context.fetch(FetchDescriptor<Nursery>()).map(\.name) }

  /// The first results that satisfy a condition.
  func wait(until condition: ([Nursery]) -> Bool) async -> [Nursery] {
    for await results in observer.values where condition(Array(results)) { return Array(results) }
    return []
  }
}
