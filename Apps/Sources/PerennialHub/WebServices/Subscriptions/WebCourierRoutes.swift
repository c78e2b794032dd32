import Foundation
import HTTPTypes
import HardenedHTTP
import Hummingbird
import Logging
import PerennialRecords

/// Notifications without a push service: a client waits at an address for the changes of its subscriptions.
struct WebCourierRoutes: Sendable {
  /// The path of the requests that wait. The query has the permission, so that no log has it.
  private static let path = "/database/1/courier"

  let storage: any AccountStorage & DeviceStorage & WebStorage & ZoneStorage
  let zones: WebZones
  let addresses: WebAddresses
  let streams: StreamLimit
  let longPoll: LongPoll
  let clock: HubClock
  let logger: Logger
  /// The positions of the clients that wait for notifications.
  private let couriers = CourierPositions()

  func addTokenRoutes(to routes: WebRoutes) {
    routes.add("create") { try await createToken($0) }
    routes.add("register") { try await registerToken($0) }
  }

  func addWaitingRoutes(to routes: HubRoutes) {
    routes.add(.get, "courier", access: .open) { try await wait($0, $1) }
  }

  private func createToken(_ call: WebCall) async throws -> JSONValue {
    let session = try call.session()
    let database = call.database
    let capability = Capability(
      kind: .courier, account: session.account.id, zone: database.container,
      subject: session.device.id, environment: database.environment.rawValue,
      owner: session.account.name)
    let token = capability.token(try await addresses.capabilities.key())
    var heads: [ZoneKey: SyncToken] = [:]
    for database in try await databases(of: capability) {
      for (zone, head) in try await zones.zones(of: database) {
        heads[database.key(of: zone)] = head.token
      }
    }
    couriers.set(heads, for: token)
    return .object([
      "apnsEnvironment": .text(try call.body.text("apnsEnvironment") ?? "development"),
      "apnsToken": .text(token),
      "webcourierURL": .text("\(addresses.address(in: call.request))\(Self.path)?token=\(token)"),
    ])
  }

  private func registerToken(_ call: WebCall) async throws -> JSONValue {
    let token = try call.body.required("apnsToken", call.body.text)
    _ = try call.session()
    do {
      let key = try await addresses.capabilities.key()
      _ = try Capability(token, of: .courier, key, at: clock())
    } catch {
      throw WebError.badRequest(
        "“apnsToken” isn't one of this hub, which sends no push notifications. Take the one of "
          + "tokens/create, and wait at its webcourierURL.")
    }
    return .object([:])
  }

  // MARK: Waiting

  private func wait(_ request: Request, _ context: HubRequestContext) async throws -> Response {
    let token = request.uri.queryParameters["token"].map(String.init) ?? ""
    let capability = try Capability(
      token, of: .courier, try await addresses.capabilities.key(), at: clock())
    guard try await isValid(capability) else {
      throw WebError(.authenticationFailed, "The device of the address has signed out.")
    }
    guard let ticket = streams.ticket(for: context.remoteAddress) else {
      throw WebError(
        .tryAgainLater, "Too many clients wait for changes. Try again later.", retryAfter: 30)
    }
    defer { withExtendedLifetime(ticket) {} }
    let watched = try await watchedZones(of: capability)
    // From here on no change is missed.
    let wakeUps = zones.listeners.wakeUps(of: watched.map(\.key), for: capability.subject)
    let first = try await notifications(watched, token: token, capability: capability)
    if !first.isEmpty { return try Self.answer(first) }
    let (events, source) = AsyncStream.makeStream(of: [JSONValue].self)
    let evaluation = Task {
      for await _ in wakeUps {
        do {
          let notifications = try await notifications(watched, token: token, capability: capability)
          if !notifications.isEmpty { source.yield(notifications) }
        } catch {
          logger.error("Notifications cannot be read", metadata: ["error": "\(error)"])
        }
      }
      source.finish()
    }
    defer { evaluation.cancel() }
    let late = try await longPoll.next(of: events, for: request) {
      try await isValid(capability) ? nil : HubError.invalidToken
    }
    // A connection whose end was watched takes no further request.
    var response = try late.map(Self.answer) ?? Response(status: .noContent)
    response.headers[.connection] = "close"
    return response
  }

  private static func answer(_ notifications: [JSONValue]) throws -> Response {
    try Answer.json(JSONValue.object(["notifications": .list(notifications)]))
  }

  /// Returns `true` if the device of a permission is still signed in.
  private func isValid(_ capability: Capability) async throws -> Bool {
    let now = clock()
    return try await storage.devices(of: capability.account).contains { device in
      device.id == capability.subject && device.expires.map { $0 > now } ?? true
    }
  }

  /// Returns the databases whose subscriptions a permission is for.
  private func databases(of capability: Capability) async throws -> [WebDatabase] {
    guard let environment = WebDatabase.Environment(rawValue: capability.environment),
      let account = try await storage.account(named: capability.owner),
      account.id == capability.account
    else { return [] }
    let common = try await storage.account(
      named: WebDatabase.publicAccount(of: capability.zone))
    return [(WebDatabase.Scope.private, account), (.public, common)].compactMap { scope, owner in
      owner.map {
        WebDatabase(
          container: capability.zone, environment: environment, scope: scope, account: $0,
          caller: .app)
      }
    }
  }

  /// A zone with the subscriptions to it.
  private struct Watched: Sendable {
    let database: WebDatabase
    let zone: String
    let subscriptions: [WebSubscription]

    var key: ZoneKey { database.key(of: zone) }
  }

  private func watchedZones(of capability: Capability) async throws -> [Watched] {
    var watched: [Watched] = []
    for database in try await databases(of: capability) {
      let subscriptions = try await storage.subscriptions(
        of: capability.account, to: database.name
      ).compactMap { WebSubscription($0, in: database) }
      if subscriptions.isEmpty { continue }
      for (zone, _) in try await zones.zones(of: database) {
        let own = subscriptions.filter { $0.zone == nil || $0.zone == zone }
        if own.isEmpty { continue }
        watched.append(Watched(database: database, zone: zone, subscriptions: own))
      }
    }
    return watched
  }

  /// Returns the notifications of the changes since the last answer.
  private func notifications(
    _ watched: [Watched], token: String, capability: Capability
  ) async throws -> [JSONValue] {
    var notifications: [JSONValue] = []
    for zone in watched {
      for (subscription, names) in try await fired(zone, token) {
        notifications.append(
          .members([
            "subscriptionID": .text(subscription.id),
            "subscriptionType": .text(subscription.kind.rawValue),
            "zoneID": zone.database.identifier(of: zone.zone),
            "recordNames": subscription.kind == .query
              ? .list(names.map { .text($0.rawValue) }) : nil,
          ]))
        guard subscription.firesOnce else { continue }
        _ = try await storage.removeSubscription(
          subscription.id, of: capability.account, to: zone.database.name)
      }
    }
    return notifications
  }

  /// Returns the subscriptions to a zone that its changes concern, with the records.
  private func fired(
    _ zone: Watched, _ token: String
  ) async throws -> [(WebSubscription, [RecordName])] {
    let (key, head) = (zone.key, try await storage.zone(zone.key).token)
    // A hub that was started since does not know what the client knows. A notification too many does no harm.
    guard let known = couriers.position(of: key, for: token) else {
      couriers.set([key: head], for: token)
      return zone.subscriptions.map { ($0, []) }
    }
    if known.incarnation == head.incarnation, known.sequence >= head.sequence { return [] }
    var views: [RecordView] = []
    let resets = try await zones.resets(of: key)
    do {
      var position = known
      while true {
        let page = try await storage.page(of: key, after: position, upTo: PageLimit())
        views += try page.records.map { try RecordView($0, resets: resets) }
        position = page.token
        if !page.moreComing { break }
      }
      couriers.set([key: position], for: token)
    } catch let error as HubError where [.hubRestored, .tokenExpired].contains(error.code) {
      couriers.set([key: head], for: token)
      return zone.subscriptions.map { ($0, []) }
    }
    return zone.subscriptions.compactMap { subscription in
      let names = views.filter(subscription.isMeant).map(\.name)
      return names.isEmpty ? nil : (subscription, names)
    }
  }
}
