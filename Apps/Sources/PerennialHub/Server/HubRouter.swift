import HTTPTypes
import HardenedHTTP
import Hummingbird
import PerennialRecords

/// The routes of the hub.
struct HubRouter: Sendable {
  let hub: Hub
  let hardened: HardenedServer
  /// The permission to use the admin pages; nil without them.
  var admin: OneTimeAccess?
  /// The accesses of the routes.
  let accesses = HubRoutes.Table()

  func router() throws -> Router<HubRequestContext> {
    guard
      let hosts = AllowedHosts(
        listeningOn: hub.options.host, adding: hub.options.allowedHosts)
    else { throw HubServerError.invalidHostName(hub.options.allowedHosts) }
    let router = Router(context: HubRequestContext.self)
    router.add(middleware: RequestLog(hub: hub))
    router.add(middleware: AllowedHostsOnly(hosts, advice: Self.hostAdvice))
    router.add(middleware: ErrorAnswers(hub: hub))
    router.add(middleware: AddressRate(hub: hub))
    router.add(middleware: SameOriginOnly())
    let root = HubRoutes(hub, at: "", of: router, in: accesses)
    root.add(.get, "sync", access: .open) { _, _ in
      try Answer.json(VersionsReply(versions: HubProtocol.versions, hubTime: hub.clock()))
    }
    let version = HubRoutes(hub, at: "sync/1", of: router, in: accesses)
    RecordRoutes(hub: hub).addRoutes(to: version)
    ChangeRoutes(hub: hub, streams: hardened.streams).addRoutes(to: version)
    AssetRoutes(hub: hub).addRoutes(to: version)
    DeviceRoutes(hub: hub).addRoutes(to: version)
    AccountRoutes(hub: hub).addRoutes(to: version)
    WebServices(hub: hub).addRoutes(to: router, in: accesses, streams: hardened.streams)
    OperationRoutes(hub: hub, connections: hardened.connections).addRoutes(to: root)
    if let admin {
      AdminRoutes(hub: hub, hardened: hardened, access: admin, pages: try AdminPages())
        .addRoutes(to: router)
    }
    return router
  }

  private static let hostAdvice = """
    Use “localhost” or the address of this machine, or start the hub with --allowed-host and this name.
    """
}
