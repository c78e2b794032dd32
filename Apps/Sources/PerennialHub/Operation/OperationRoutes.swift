import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PerennialRecords

/// The requests of the programs that watch the hub.
struct OperationRoutes: Sendable {
  let storage: any StorageMaintenance
  let health: StorageHealth
  let figures: HubFigures
  let clock: HubClock
  let logger: Logger

  func addRoutes(to routes: HubRoutes) {
    routes.add(.get, "health", access: .open) { _, _ in
      try Answer.json(TimeReply(hubTime: clock()))
    }
    routes.add(.get, "ready", access: .open) { _, _ in
      do {
        try await storage.check()
      } catch {
        logger.error("The database is not available", metadata: ["error": "\(error)"])
        throw Self.notReady
      }
      if health.hasFailed(before: clock()) { throw Self.notReady }
      return try Answer.json(TimeReply(hubTime: clock()))
    }
    routes.add(.get, "metrics", access: .local) { request, context in
      guard Self.isLocal(request, context.remoteAddress) else { throw HTTPError(.notFound) }
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: figures.text)))
    }
  }

  private static let notReady = HubError(
    .tryAgainLater, "The database cannot be read or written.", retryAfter: 10)

  /// Returns `true` for a request of a program on this machine that no proxy passes on.
  static func isLocal(_ request: Request, _ address: SocketAddress?) -> Bool {
    let forwarding = ["Forwarded", "X-Forwarded-For", "Via"].compactMap { HTTPField.Name($0) }
    guard forwarding.allSatisfy({ request.headers[$0] == nil }) else { return false }
    guard let address = address?.ipAddress else { return false }
    return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
  }
}
