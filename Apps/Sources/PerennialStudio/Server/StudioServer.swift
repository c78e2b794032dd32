public import Foundation
import HardenedHTTP
import Hummingbird
public import Logging
import NIOCore
import UnixSignals

/// A browser for the contents of a store, as pages for a web browser on this machine.
///
/// The store is only read, unless the studio is created for editing. Its program may use it at the same time.
public struct StudioServer: Sendable {
  /// The port to listen on; 0 lets the system choose.
  public var port: Int
  /// The time between two signs of life on an event stream.
  public var heartbeat: Duration = .seconds(15)
  /// A Boolean value that indicates whether an interrupt (Ctrl-C) or a request to terminate ends
  /// ``run(onRunning:)``.
  public var stopsOnSignals = true

  private let store: StudioStore
  private let logger: Logger

  /// The only address that the server listens on.
  static let host = "127.0.0.1"

  /// - Parameters:
  ///   - url: The file of the store. It need not be readable: the pages then say what can be done.
  ///   - isEditing: `true` to edit the objects of the store, with undo.
  public init(store url: URL, port: Int, isEditing: Bool = false, logger: Logger) {
    store = StudioStore(url: url, edits: isEditing ? EditHistory() : nil)
    self.port = port
    self.logger = logger
  }

  /// Serves until the process gets a signal or the task is cancelled.
  ///
  /// - Parameter onRunning: A closure that receives the address of the first page. A browser can use it once.
  /// - Throws: ``StudioError``.
  public func run(onRunning: @escaping @Sendable (_ address: String) async -> Void) async throws {
    let hardened = HardenedServer(ServerLimits())
    let access = OneTimeAccess(named: "perennial-studio")
    let watch = ChangeWatch(store)
    defer { watch.finish() }
    let router = try makeRouter(access: access, watch: watch, streams: hardened.streams)
    let application = Application(
      router: router,
      server: hardened.channels,
      configuration: ApplicationConfiguration(
        address: .hostname(Self.host, port: port),
        availableConnectionsDelegate: hardened.connections),
      onServerRunning: { channel in
        await hardened.protect(channel)
        let port = channel.localAddress?.port ?? port
        await onRunning("http://\(Self.host):\(port)/?token=\(access.token)")
      },
      logger: logger)
    defer { hardened.connections.end() }
    do {
      try await application.runService(
        gracefulShutdownSignals: stopsOnSignals ? [.sigterm, .sigint] : [])
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw StudioError.portInUse(port)
    } catch let error as IOError {
      throw StudioError.cannotListen(port: port, reason: error.description)
    }
  }

  private func makeRouter(
    access: OneTimeAccess, watch: ChangeWatch, streams: StreamLimit
  ) throws -> Router<BasicConnectionRequestContext> {
    guard let hosts = AllowedHosts(listeningOn: Self.host) else {
      throw StudioError.cannotListen(port: port, reason: "\(Self.host) isn't a host name")
    }
    let pages = try PageRenderer()
    let router = Router(
      context: BasicConnectionRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders(policy: Self.policy))
    router.add(
      middleware: AllowedHostsOnly(hosts, advice: "Use “127.0.0.1” or “localhost” and the port."))
    router.add(middleware: ErrorPages(pages: pages, store: store))
    router.add(middleware: SameOriginOnly())
    router.add(middleware: SignedInOnly(access: access))
    StudioAssets.all.addRoutes(to: router)
    OverviewRoutes(store: store, pages: pages).addRoutes(to: router)
    RowRoutes(store: store, pages: pages).addRoutes(to: router)
    StateRoutes(store: store, pages: pages).addRoutes(to: router)
    BackupRoutes(store: store, pages: pages).addRoutes(to: router)
    HistoryRoutes(store: store, pages: pages).addRoutes(to: router)
    SQLRoutes(store: store, pages: pages).addRoutes(to: router)
    if store.edits != nil { EditRoutes(store: store, pages: pages).addRoutes(to: router) }
    ExportRoutes(store: store).addRoutes(to: router)
    EventRoutes(watch: watch, heartbeat: heartbeat, streams: streams).addRoutes(to: router)
    return router
  }

  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'
    """
}
