import Hummingbird
import PerennialRecords

/// The requests about the own account.
struct AccountRoutes: Sendable {
  let hub: Hub

  func addRoutes(to router: RouterGroup<HubRequestContext>) {
    router.get("account") { request, context in
      let session = try await hub.session(of: request, context)
      let contents = try await hub.storage.contents(of: session.account.id)
      return try Answer.json(
        AccountReply(
          account: session.account.name, bytes: session.account.bytes,
          limit: session.account.limit, records: contents.records, zones: contents.zones,
          hubTime: hub.clock()))
    }
    router.delete("account") { request, context in
      let session = try await hub.session(of: request, context)
      _ = try await hub.storage.remove(session.account.id)
      hub.listeners.end(session.account.id)
      try hub.assets.remove(session.account.id)
      return Response(status: .noContent)
    }
  }
}

/// The answer to a request for the account.
struct AccountReply: Codable {
  let account: String
  let bytes: Int64
  let limit: Int64
  let records: Int
  let zones: [String]
  let hubTime: Int64
}
