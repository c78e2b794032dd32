import Hummingbird
import PerennialRecords

/// The requests about the own account.
struct AccountRoutes: Sendable {
  let storage: any ZoneStorage
  let administration: HubAdministration
  let assets: AssetFolder
  let listeners: ZoneListeners
  let clock: HubClock

  func addRoutes(to routes: HubRoutes) {
    routes.add(.get, "account", for: .read) { _, _, session in
      let contents = try await storage.contents(of: session.account.id)
      return try Answer.json(
        AccountReply(
          account: session.account.name, bytes: session.account.bytes,
          limit: session.account.limit, records: contents.records, zones: contents.zones,
          hubTime: clock()))
    }
    routes.add(.delete, "account", for: .admin) { _, context, session in
      try await administration.by(session, in: context)
        .remove(session.account, assets: assets, at: clock())
      listeners.end(session.account.id)
      return Response(status: .noContent)
    }
  }
}
