import HTTPTypes
import Hummingbird
import PerennialRecords
import Synchronization

/// The condition under which a route is answered.
enum RouteAccess: Equatable, Sendable {
  /// The request needs no token.
  case open
  /// The request comes from the hub's machine, and needs no token.
  case local
  /// The token is that of a device with the role, or with a greater one.
  case device(HubRole)
}

/// The routes of a hub below a path. Each is added together with its access, so no route is without one.
///
/// ```swift
/// routes.add(.post, "zones/:zone/pull", for: .read) { request, context, session in … }
/// routes.add(.get, "health", access: .open) { request, context in … }
/// ```
///
/// The second form does not look at tokens. Its closure does, if the access asks for one.
struct HubRoutes {
  /// The accesses of all routes, by method and path as `Router.routes` describes them.
  final class Table: Sendable {
    private let accesses = Mutex<[String: RouteAccess]>([:])

    /// All accesses.
    var all: [String: RouteAccess] { accesses.withLock { $0 } }

    fileprivate func add(_ route: String, _ access: RouteAccess) {
      accesses.withLock { $0[route] = access }
    }
  }

  typealias Handler = @Sendable (Request, HubRequestContext) async throws -> Response
  typealias SessionHandler =
    @Sendable (Request, HubRequestContext, Session) async throws -> Response

  let sessions: DeviceSessions
  let table: Table
  private let group: RouterGroup<HubRequestContext>
  private let path: String

  init(
    at path: String, of router: Router<HubRequestContext>, in table: Table,
    checking sessions: DeviceSessions
  ) {
    (self.path, self.table, self.sessions) = (path, table, sessions)
    group = router.group(RouterPath(path))
  }

  /// Adds a route for devices with a role, or with a greater one.
  func add(
    _ method: HTTPRequest.Method, _ path: String, for role: HubRole,
    use handler: @escaping SessionHandler
  ) {
    add(method, path, access: .device(role)) { [sessions] request, context in
      let session = try await sessions.session(of: request, in: context, needing: role)
      return try await handler(request, context, session)
    }
  }

  /// Adds a route whose closure looks at tokens itself, or needs none.
  func add(
    _ method: HTTPRequest.Method, _ path: String, access: RouteAccess,
    use handler: @escaping Handler
  ) {
    group.on(RouterPath(path), method: method, use: handler)
    table.add(Self.description(method, self.path + "/" + path), access)
  }

  /// Returns the form in which the router describes a route: parameters are in braces.
  private static func description(_ method: HTTPRequest.Method, _ path: String) -> String {
    let parts = path.split(separator: "/").map { part in
      part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
    }
    return "\(method) /\(parts.joined(separator: "/"))"
  }
}
