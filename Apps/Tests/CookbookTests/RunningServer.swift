import CookbookModel
import CookbookWeb
import Foundation
import Logging

/// Starts a server with a book of its own on a free port of the loopback interface, hands a client
/// to `body`, and stops the server whatever happens.
///
/// - Parameters:
///   - location: Where the book is kept.
///   - recipes: What the book comes with; the newest recipes, if nothing is said.
///   - newer: What is offered in their place.
///   - hub: The hub that the book syncs with.
///   - logger: The server's log; by default it says nothing short of a catastrophe.
///   - configure: Sets up the server before it starts.
func withServer(
  at location: BookLocation = .memory,
  recipes: RecipeSeeds? = nil,
  offering newer: RecipeSeeds? = nil,
  syncingWith hub: BookHub? = nil,
  logger: Logger? = nil,
  configuring configure: (inout CookbookServer) -> Void = { _ in },
  _ body: @Sendable (Client, RecipeBook) async throws -> Void
) async throws {
  let book = try RecipeBook(
    at: location, recipes: try recipes ?? .bundled(), offering: newer, syncingWith: hub)
  var silent = Logger(label: "Tests")
  silent.logLevel = .critical
  var server = CookbookServer(
    book: book,
    host: "127.0.0.1",
    port: 0,
    logger: logger ?? silent
  )
  server.stopsOnSignals = false
  server.heartbeat = .milliseconds(200)
  configure(&server)
  let running = server
  let (ports, port) = AsyncStream.makeStream(of: Int.self)
  try await withThrowingTaskGroup(of: Void.self) { group in
    defer { group.cancelAll() }
    group.addTask {
      defer { port.finish() }
      do {
        try await running.run { port.yield($0) }
      } catch is CancellationError {
        // The test is over.
      }
    }
    guard let number = await ports.first(where: { _ in true }) else { throw ServerDidNotStart() }
    try await body(Client(port: number), book)
  }
}

/// The server ended before it told its port.
struct ServerDidNotStart: Error {}
