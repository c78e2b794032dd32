import PerennialUI
import SwiftData
import SwiftUI
import Testing

/// A screen as in `DataModuleTests`: it shows what a query fetches, and hands work to a model actor.
private struct Pass: View {
  @Query(sort: \Dish.price) private var dishes: [Dish]
  @Environment(\.modelHandlers) private var handlers
  private let published: Published

  init(published: Published) { self.published = published }

  var body: some View {
    let _ = published.handlers = handlers
    Text(names(dishes))
  }
}

@MainActor
private final class Published {
  var handlers: ModelHandlers?
}

@Suite("Handlers of the environment")
@MainActor
struct ModelHandlerTests {
  @Test("A view hands work to a model actor, and shows what it saved")
  func factory() async throws {
    let container = try kitchen()
    let published = Published()
    let host = Host()
    host.show(
      Pass(published: published).modelHandler { Cook(modelContainer: $0) }.modelContainer(container)
    )
    let handlers = try #require(published.handlers)
    let cook = try await handlers.make(Cook.self)
    try await cook.add("soup", price: 5)
    #expect(await host.settle { host.shown == ["soup"] })
    // A value that can be sent, and a handler for one call.
    _ = try await Task.detached { try await handlers.make(Cook.self).add("bread", price: 1) }.value
    #expect(await host.settle { host.shown == ["bread soup"] })
  }

  @Test("Handlers of the main context")
  func mainFactory() async throws {
    let container = try kitchen()
    let published = Published()
    let host = Host()
    host.show(
      Pass(published: published)
        .modelContainer(container)
        .modelHandler { @MainActor in Cook(mainContextOf: $0) }
    )
    let handlers = try #require(published.handlers)
    let cook: Cook = try await handlers.make()
    #expect(await cook.contextIdentity == ObjectIdentifier(container.mainContext))
    try await cook.add("soup")
    #expect(await host.settle { host.shown == ["soup"] })
  }

  @Test("What is missing is said")
  func missing() async throws {
    let published = Published()
    let host = Host()
    host.show(Pass(published: published).modelHandler { Cook(modelContainer: $0) })
    await #expect(throws: SwiftDataError.missingModelContext) {
      try await published.handlers?.make(Cook.self)
    }
    host.show(Pass(published: published).modelContainer(try kitchen()))
    await #expect(throws: SwiftDataError.missingModelHandler) {
      try await published.handlers?.make(Cook.self)
    }
  }
}
