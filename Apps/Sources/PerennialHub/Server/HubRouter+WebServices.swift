import HardenedHTTP
import Hummingbird
import PerennialRecords

extension HubRouter {
  /// Adds the routes of Web Services.
  func addWebServices(to router: Router<HubRequestContext>) {
    let container = "database/1/:container/:environment"
    let (storage, assets, clock) = (hub.storage, hub.assets, hub.clock)
    let access = WebAccess(
      storage: storage, sessions: hub.sessions, wrongCredentials: hub.wrongCredentials,
      clock: clock)
    let zones = WebZones(storage: storage, listeners: hub.signals.listeners)
    let addresses = webAddresses
    let assetRoutes = WebAssetRoutes(
      storage: storage, zones: zones, addresses: addresses, transfer: transfer, clock: clock)
    let courier = WebCourierRoutes(
      storage: storage, zones: zones, addresses: addresses, streams: hardened.streams,
      longPoll: longPoll, clock: clock, logger: hub.logger)

    let database = WebRoutes(
      routes: routes(at: "\(container)/:database", of: router), access: access)
    WebRecordRoutes(
      storage: storage, assets: assets, zones: zones, addresses: addresses, clock: clock
    ).addRoutes(to: database)
    WebChangeRoutes(storage: storage, zones: zones, addresses: addresses).addRoutes(to: database)
    WebQueryRoutes(storage: storage, zones: zones, addresses: addresses).addRoutes(to: database)
    WebZoneRoutes(storage: storage, assets: assets, zones: zones, clock: clock)
      .addRoutes(to: database)
    assetRoutes.addRoutes(to: database)
    WebSubscriptionRoutes(storage: storage, zones: zones).addRoutes(to: database)
    WebUserRoutes().addRoutes(to: database)

    // The documented path of tokens has no database, and the native service answers at the other one.
    for path in ["\(container)/tokens", "device/1/:container/:environment/tokens"] {
      courier.addTokenRoutes(
        to: WebRoutes(routes: routes(at: path, of: router), access: access))
    }
    let root = routes(at: "database/1", of: router)
    assetRoutes.addFileRoutes(to: root)
    courier.addWaitingRoutes(to: root)
  }

  private var webAddresses: WebAddresses {
    let options = hub.options
    return WebAddresses(
      capabilities: CapabilityKey(hub.storage),
      isSecure: options.certificate != nil || options.isBehindProxy,
      authority: "\(options.host):\(options.port)", clock: hub.clock)
  }
}
