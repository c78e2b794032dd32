import Foundation
import SwiftData
import Testing

@ModelActor
actor Guide {
  func add(_ name: String) throws -> PersistentIdentifier {
    let summit = Summit(name)
    try modelContext.add(summit)
    return summit.persistentModelID
  }

  func rename(_ identifier: PersistentIdentifier, _ name: String) throws {
    self[identifier, as: Summit.self]?.name = name
    try modelContext.save()
  }

  func isSameContext() -> Bool { modelExecutor.modelContext === modelContext }
}

/// A model actor that is written without the macro.
actor Porter: ModelActor {
  nonisolated let modelContainer: ModelContainer
  nonisolated let modelExecutor: any ModelExecutor

  init(_ container: ModelContainer) {
    let context = ModelContext(container)
    context.autosaveEnabled = false
    modelContainer = container
    modelExecutor = DefaultSerialModelExecutor(modelContext: context)
  }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Summit>()) }
}

/// Model actors and their executors: `ModelActor`, `ModelExecutor`, `DefaultSerialModelExecutor`.
///
/// Checks an actor that `@ModelActor` writes, and one written by hand. An actor works in a context of its
/// own. Its saves reach the other contexts of the container, and an object crosses to it as a
/// `PersistentIdentifier`:
///
/// ```swift
/// let guide = Guide(modelContainer: container)
/// let identifier = try await guide.add("Pollux")
/// try await guide.rename(identifier, "Castor")
/// ```
@Suite("Conformance: concurrency")
struct ConcurrencyConformance {
  @Test("An actor works in a context of its own")
  func actors() async throws {
    let container = try memoryContainer()
    let guide = Guide(modelContainer: container)
    let identifier = try await guide.add("Pollux")
    try await guide.rename(identifier, "Castor")
    #expect(await guide.isSameContext())
    #expect(guide.modelContainer == container)
    let names = try ModelContext(container).all(Summit.self).map(\.name)
    #expect(names == ["Castor"])
    #expect(try await Porter(container).count() == 1)
  }

  @Test("Executors")
  func executors() throws {
    let context = ModelContext(try memoryContainer())
    let executor = DefaultSerialModelExecutor(modelContext: context)
    #expect(executor.modelContext === context)
    let serial: any SerialModelExecutor = executor
    let plain: any ModelExecutor = executor
    #expect(plain.modelContext === serial.modelContext)
    _ = executor.asUnownedSerialExecutor()
    _ = { (executor: DefaultSerialModelExecutor, job: consuming ExecutorJob) in
      executor.enqueue(job)
    }
    let porter = Porter(context.container)
    _ = porter.unownedExecutor
  }
}
