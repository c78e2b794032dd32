import PerennialUI
import SwiftData
import SwiftUI
import Testing

private struct DishCount: View {
  @Query var dishes: [Dish]
  @Environment(\.modelContext) private var modelContext

  var body: some View {
    Text("\(dishes.count)")
    Text(modelContext.autosaveEnabled ? "saves" : "waits")
    Text(modelContext.undoManager == nil ? "no undo" : "undo")
    Text(_dishes.fetchError == nil ? "no error" : "error")
  }
}

private struct ByModifier: Scene {
  var body: some Scene {
    WindowGroup { DishCount() }
      .modelContainer(for: Dish.self, inMemory: true, isUndoEnabled: true) { result in
        if let container = try? result.get() { container.mainContext.insert(Dish("preloaded")) }
      }
  }
}

private struct ByModels: Scene {
  var body: some Scene {
    WindowGroup { DishCount() }
      .modelContainer(for: [Dish.self, Napkin.self], inMemory: true, isAutosaveEnabled: false)
  }
}

private struct ByContainer: Scene {
  let inner: ModelContainer
  let outer: ModelContainer

  var body: some Scene {
    WindowGroup { DishCount() }.modelContext(inner.mainContext).modelContainer(outer)
  }
}

@Suite("Containers and contexts of views and scenes")
@MainActor
struct ModelContainerTests {
  @Test("A view's container is made once, and set up before anything is fetched")
  func madeOnce() {
    var made: [ModelContainer] = []
    let host = Host()
    for _ in 0..<3 {
      host.show(
        DishCount().modelContainer(for: [Dish.self], inMemory: true, isAutosaveEnabled: false) {
          guard let container = try? $0.get() else { return }
          made.append(container)
          container.mainContext.insert(Dish("preloaded"))
        }
      )
      #expect(host.shown == ["1", "waits", "no undo", "no error"])
    }
    #expect(made.count == 1)
    #expect(made.first?.configurations.map(\.isStoredInMemoryOnly) == [true])
  }

  @Test("Undo is that of the environment")
  func undo() async throws {
    let undoManager = UndoManager()
    let host = Host(undoManager: undoManager)
    var context: ModelContext?
    host.show(
      DishCount().modelContainer(for: Dish.self, inMemory: true, isUndoEnabled: true) {
        context = try? $0.get().mainContext
      }
    )
    #expect(host.shown == ["0", "saves", "undo", "no error"])
    #expect(context?.undoManager === undoManager)
    context?.insert(Dish("soup"))
    #expect(await host.settle { host.shown.first == "1" })
    undoManager.undo()
    #expect(await host.settle { host.shown.first == "0" })
  }

  @Test("A container that cannot be made: the callback is told, and queries give the reason")
  func failure() {
    enum Unrelated: Error { case error }
    var error: any Error = Unrelated.error
    let host = Host()
    host.show(
      DishCount().modelContainer(for: Photograph.self, inMemory: true) {
        if case .failure(let failure) = $0 { error = failure }
      }
    )
    #expect(host.shown.first == "0")
    #expect(host.shown.last == "error")
    #expect(SwiftDataError.unsupportedFeature ~= error)
  }

  @Test("A scene's container")
  func scenes() throws {
    let host = Host()
    host.show(ByModifier())
    #expect(host.shown == ["1", "saves", "undo", "no error"])
    host.show(ByModels())
    #expect(host.shown == ["0", "waits", "no undo", "no error"])
    host.show(
      ByContainer(inner: try kitchen(with: Dish("soup"), Dish("stew")), outer: try kitchen())
    )
    #expect(host.shown == ["2", "saves", "no undo", "no error"])
  }

  @Test("The innermost counts")
  func innermost() throws {
    let inner = try kitchen(with: Dish("soup"))
    let host = Host()
    host.show(DishCount().modelContainer(inner).modelContainer(try kitchen()))
    #expect(host.shown.first == "1")
    host.show(DishCount().modelContainer(for: Dish.self, inMemory: true).modelContainer(inner))
    #expect(host.shown.first == "0")
  }

  @Test("The environment keeps the container")
  func keepsContainer() throws {
    var environment = EnvironmentValues()
    weak var container: ModelContainer?
    do {
      let made = try kitchen(with: Dish("soup"))
      container = made
      environment.modelContext = made.mainContext
    }
    #expect(container != nil)
    #expect(environment.modelContext.container === container)
  }
}
