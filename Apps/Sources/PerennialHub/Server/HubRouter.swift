import HTTPTypes
import HardenedHTTP
import Hummingbird
import PerennialRecords

/// The routes of the hub, put together.
struct HubRouter: Sendable {
  let hub: Hub
  let hardened: HardenedServer
  /// The permission to use the admin pages; nil without them.
  var admin: OneTimeAccess?
  /// The accesses of the routes.
  let accesses = HubRoutes.Table()

  func router() throws -> Router<HubRequestContext> {
    let router = Router(context: HubRequestContext.self)
    try addMiddleware(to: router)
    let clock = hub.clock
    let root = routes(at: "", of: router)
    root.add(.get, "sync", access: .open) { _, _ in
      try Answer.json(VersionsReply(versions: HubProtocol.versions, hubTime: clock()))
    }
    addDeviceRoutes(to: routes(at: "sync/1", of: router))
    addWebServices(to: router)
    let figures = figures
    OperationRoutes(
      storage: hub.storage, health: hub.health, figures: figures, clock: clock, logger: hub.logger
    ).addRoutes(to: root)
    if let admin {
      AdminRoutes(
        storage: hub.storage, figures: figures, recent: hub.recent, audit: hub.audit,
        streams: hardened.streams, heartbeat: hub.options.heartbeat, access: admin,
        pages: try AdminPages()
      ).addRoutes(to: router)
    }
    return router
  }

  func routes(at path: String, of router: Router<HubRequestContext>) -> HubRoutes {
    HubRoutes(at: path, of: router, in: accesses, checking: hub.sessions)
  }

  private func addMiddleware(to router: Router<HubRequestContext>) throws {
    let options = hub.options
    guard let hosts = AllowedHosts(listeningOn: options.host, adding: options.allowedHosts)
    else { throw HubServerError.invalidHostName(options.allowedHosts) }
    let (metrics, clock) = (hub.signals.metrics, hub.clock)
    router.add(
      middleware: RequestLog(
        metrics: metrics, recent: hub.recent, clock: clock, logger: hub.logger))
    router.add(middleware: AllowedHostsOnly(hosts, advice: Self.hostAdvice))
    router.add(middleware: ErrorAnswers(health: hub.health, clock: clock))
    if let rate = options.addressRate {
      router.add(
        middleware: AddressRate(rates: RequestRates(rate), metrics: metrics, clock: clock))
    }
    router.add(middleware: SameOriginOnly())
  }

  private static let hostAdvice = """
    Use “localhost” or the address of this machine, or start the hub with --allowed-host and this name.
    """

  // MARK: Devices

  private func addDeviceRoutes(to routes: HubRoutes) {
    let (storage, clock, signals) = (hub.storage, hub.clock, hub.signals)
    RecordRoutes(storage: storage, assets: hub.assets, signals: signals, clock: clock)
      .addRoutes(to: routes)
    ChangeRoutes(
      storage: storage, sessions: hub.sessions, listeners: signals.listeners, lag: signals.lag,
      streams: hardened.streams, longPoll: longPoll, clock: clock
    ).addRoutes(to: routes)
    AssetRoutes(storage: storage, assets: hub.assets, transfer: transfer, clock: clock)
      .addRoutes(to: routes)
    DeviceRoutes(
      storage: storage, administration: hub.administration,
      wrongCredentials: hub.wrongCredentials, audit: hub.audit, listeners: signals.listeners,
      tokenLifetime: hub.options.tokenLifetime, clock: clock
    ).addRoutes(to: routes)
    AccountRoutes(
      storage: storage, administration: hub.administration, assets: hub.assets,
      listeners: signals.listeners, clock: clock
    ).addRoutes(to: routes)
  }

  var longPoll: LongPoll {
    LongPoll(timeOut: hub.options.longPoll, heartbeat: hub.options.heartbeat)
  }

  var transfer: AssetTransfer {
    AssetTransfer(
      storage: hub.storage, assets: hub.assets, largest: hub.options.assetBytes, clock: hub.clock)
  }

  // MARK: Operation

  private var figures: HubFigures {
    HubFigures(
      metrics: hub.signals.metrics, listeners: hub.signals.listeners, lag: hub.signals.lag,
      stored: hub.figures, connections: hardened.connections,
      connectionLimit: hub.options.limits.connections, storage: hub.storage, started: hub.started)
  }
}
