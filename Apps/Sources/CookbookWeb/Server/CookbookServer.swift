public import CookbookModel
import Foundation
public import HardenedHTTP
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

  /// More names under which the server answers; see ``AllowedHosts``.
  public var hostNames: [String] = []
  /// The sizes, numbers and times that the server allows its clients.
  public var limits = ServerLimits()

  /// A Boolean value that indicates whether an interrupt (Ctrl-C) or a request to terminate ends
  /// ``run(onRunning:)``.
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
    let hardened = HardenedServer(limits)
    let router = try makeRouter(streams: hardened.streams)
    let application = Application(
      router: router,
      server: hardened.channels,
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port),
        availableConnectionsDelegate: hardened.connections
      ),
      onServerRunning: { channel in
        await hardened.protect(channel)
        await onRunning(channel.localAddress?.port ?? port)
      },
      logger: logger
    )
    defer { hardened.connections.end() }
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

  func makeRouter(
    streams: StreamLimit
  ) throws -> Router<BasicConnectionRequestContext> {
    guard let hosts = AllowedHosts(listeningOn: host, adding: hostNames) else {
      throw ServerError.invalidHostName(hostNames)
    }
    let pages = try PageRenderer(book)
    let cache = PageCache(book, pages)
    let router = Router(
      context: BasicConnectionRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders())
    router.add(middleware: CompressedResponses())
    router.add(middleware: AllowedHostsOnly(hosts, advice: Self.hostAdvice))
    router.add(middleware: ErrorResponses(pages: pages))
    router.add(middleware: SameOriginOnly())
    do throws(StaticAssets.Missing) {
      let names = ["cookbook.css", "cookbook.js", "icon.svg", "tiles.svg", "tiles-dark.svg"]
      try StaticAssets(names, in: "Assets", of: .module).addRoutes(to: router)
    } catch {
      throw ServerError.missingResource(error.name)
    }
    ListRoutes(book: book, pages: pages, cache: cache).addRoutes(to: router)
    HistoryRoutes(book: book, pages: pages).addRoutes(to: router)
    TourRoutes(book: book, pages: pages, folder: ProjectFolder()).addRoutes(to: router)
    RecipeRoutes(book: book, pages: pages).addRoutes(to: router)
    LogRoutes(book: book, pages: pages).addRoutes(to: router)
    StarterRoutes(book: book, pages: pages).addRoutes(to: router)
    APIRoutes(book: book).addRoutes(to: router)
    StarterAPIRoutes(book: book).addRoutes(to: router)
    SyncRoutes(book: book, pages: pages).addRoutes(to: router)
    SyncAPIRoutes(book: book).addRoutes(to: router)
    EventRoutes(book: book, heartbeat: heartbeat, streams: streams).addRoutes(to: router)
    return router
  }

  private static let hostAdvice = """
    Use “localhost” or the address of this machine, or start Cookbook with --host-name and this name.
    """
}
