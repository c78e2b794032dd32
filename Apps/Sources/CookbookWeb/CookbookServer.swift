public import CookbookModel
import Foundation
import Hummingbird
public import Logging
import NIOCore
import UnixSignals

/// The web interface of a book.
public struct CookbookServer: Sendable {
  /// The address to listen on.
  public var host: String
  /// The port to listen on; 0 lets the system choose.
  public var port: Int
  /// The time between two signs of life on an event stream.
  public var heartbeat: Duration = .seconds(15)

  /// Whether an interrupt (Ctrl-C) or a request to terminate ends ``run(onRunning:)``.
  public var stopsOnSignals = true

  private let book: RecipeBook
  private let logger: Logger

  public init(
    book: RecipeBook,
    host: String,
    port: Int,
    logger: Logger
  ) {
    self.book = book
    self.host = host
    self.port = port
    self.logger = logger
  }

  /// Serves until the process gets a signal or the task is cancelled, then closes open connections
  /// in good order.
  ///
  /// - Parameter onRunning: is told the port once the server accepts connections.
  /// - Throws: ``ServerError``.
  public func run(onRunning: @escaping @Sendable (_ port: Int) async -> Void) async throws {
    let router = try makeRouter()
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
      onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
      logger: logger
    )
    do {
      try await application.runService(
        gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : []
      )
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw ServerError.portInUse(host: host, port: port)
    } catch let error as IOError {
      throw ServerError.cannotListen(host: host, port: port, reason: error.description)
    }
  }

  private func makeRouter() throws -> Router<BasicRequestContext> {
    let pages = try PageRenderer(book.starters)
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ErrorResponses(pages: pages))
    router.add(middleware: SameOriginOnly())
    try Assets().addRoutes(to: router)
    ListRoutes(book: book, pages: pages).addRoutes(to: router)
    RecipeRoutes(book: book, pages: pages).addRoutes(to: router)
    LogRoutes(book: book, pages: pages).addRoutes(to: router)
    StarterRoutes(book: book, pages: pages).addRoutes(to: router)
    APIRoutes(book: book).addRoutes(to: router)
    StarterAPIRoutes(book: book).addRoutes(to: router)
    EventRoutes(book: book, heartbeat: heartbeat).addRoutes(to: router)
    return router
  }
}
