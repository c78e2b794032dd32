import Hummingbird
import PerennialRecords

/// The requests about the own account.
struct AccountRoutes: Sendable {
  let hub: Hub

  func addRoutes(to routes: HubRoutes) {
    routes.add(.get, "account", for: .read) { _, _, session in
      let contents = try await hub.storage.contents(of: session.account.id)
      return try Answer.json(
        AccountReply(
          account: session.account.name, bytes: session.account.bytes,
          limit: session.account.limit, records: contents.records, zones: contents.zones,
          hubTime: hub.clock()))
    }
    routes.add(.delete, "account", for: .admin) { _, context, session in
      try await hub.administration(of: session, context)
        .remove(session.account, assets: hub.assets, at: hub.clock())
      hub.listeners.end(session.account.id)
      return Response(status: .noContent)
    }
  }
}
