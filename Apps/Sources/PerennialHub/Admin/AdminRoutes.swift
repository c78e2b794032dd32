import Foundation
import HTTPTypes
import HardenedHTTP
import Hummingbird
import Logging
import NIOCore
import PerennialRecords

/// The pages of the hub's operator. They only read.
///
/// They are for browsers on the hub's machine, as the numbers for Prometheus are.
struct AdminRoutes: Sendable {
  let storage: any AccountStorage & DeviceStorage & StorageMaintenance & ZoneStorage
  let figures: HubFigures
  let recent: RecentRequests
  let audit: AuditLog
  let streams: StreamLimit
  /// The interval of signs of life on an event stream.
  let heartbeat: Duration
  let access: OneTimeAccess
  let pages: AdminPages

  /// The interval at which a page is told of new requests.
  private static let interval = Duration.seconds(1)

  func addRoutes(to router: Router<HubRequestContext>) {
    AdminPages.assets.addRoutes(to: router)
    let admin = router.group("/admin")
      .add(middleware: SecurityHeaders(policy: Self.policy))
      .add(middleware: AdminErrors(pages: pages))
      .add(middleware: LocalOnly())
      .add(middleware: SignedInOnly(access: access, root: "/admin", noting: note))
    admin.get { request, _ in
      try pages.response(
        try await AdminOverview(
          figures, recent: recent, accountsOf: storage,
          after: FormFields(queryOf: request)["after"]))
    }
    admin.get("accounts/:name") { _, context in
      let name = try context.parameters.require("name").removingPercentEncoding ?? ""
      guard let account = try await storage.account(named: name) else {
        throw HTTPError(.notFound)
      }
      return try pages.response(try await AdminAccount(account, in: storage, lag: figures.lag))
    }
    admin.get("events") { request, context in
      guard let ticket = streams.ticket(for: context.remoteAddress) else {
        throw HTTPError(.serviceUnavailable)
      }
      return EventStream(
        changes(), heartbeat: heartbeat, ticket: ticket
      ) {
        ByteBuffer(string: "event: change\ndata: {}\n\n")
      }.response(to: request)
    }
  }

  /// Enters a sign-in of an operator, or an attempt, in the audit log.
  @Sendable private func note(_ isSignedIn: Bool, _ context: HubRequestContext) async {
    if isSignedIn {
      await audit.write(.operatorSignedIn, by: .operator, in: context)
    } else {
      await audit.write(.operatorRefused, by: .stranger, in: context)
    }
  }

  /// Returns a stream with an element after each interval in which devices have sent requests.
  private func changes() -> AsyncStream<Void> {
    let last = LastCount(recent.count)
    return AsyncStream {
      while !Task.isCancelled {
        // A cancelled sleep ends the stream.
        try? await Task.sleep(for: Self.interval)
        if last.replace(by: recent.count) { return () }
      }
      return nil
    }
  }

  private static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """
}

/// Answers only programs on this machine that no proxy passes on.
struct LocalOnly: RouterMiddleware {
  typealias Context = HubRequestContext

  func handle(
    _ request: Request, context: HubRequestContext,
    next: (Request, HubRequestContext) async throws -> Response
  ) async throws -> Response {
    guard OperationRoutes.isLocal(request, context.remoteAddress) else {
      throw HTTPError(.notFound)
    }
    return try await next(request, context)
  }
}

/// Answers the errors of admin pages with pages.
struct AdminErrors: RouterMiddleware {
  typealias Context = HubRequestContext

  let pages: AdminPages

  func handle(
    _ request: Request, context: HubRequestContext,
    next: (Request, HubRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch AccessError.notSignedIn {
      return try page(
        .forbidden, title: "This browser is not signed in",
        text: "Open the address that the hub has printed at its start. It can be used once.")
    } catch AccessError.usedToken {
      return try page(
        .forbidden, title: "The address was used already",
        text: "It signs one browser in. Start the hub again for another address.")
    } catch let error as HTTPError where error.status == .notFound {
      return try page(
        .notFound, title: "There is no such page", text: "The account may have been removed.")
    } catch let error as HTTPError {
      return try page(
        error.status, title: "The page cannot be shown", text: error.body ?? "Try again later.")
    } catch {
      context.logger.error("An admin page has failed", metadata: ["error": "\(error)"])
      return try page(
        .serviceUnavailable, title: "The database does not answer",
        text:
          "The log of the hub has the reason. The page Runbook of the documentation has the way back."
      )
    }
  }

  private func page(
    _ status: HTTPResponse.Status, title: String, text: String
  ) throws -> Response {
    try pages.response(AdminProblem(title: title, text: text), status: status)
  }
}
