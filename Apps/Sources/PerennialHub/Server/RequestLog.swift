import Foundation
import HTTPTypes
import Hummingbird
import Logging
import PerennialRecords

/// Logs each request with its identifier, its account and numbers. Values of records are never logged.
struct RequestLog: RouterMiddleware {
  typealias Context = HubRequestContext

  let metrics: HubMetrics
  let recent: RecentRequests
  let clock: HubClock
  let logger: Logger

  func handle(
    _ request: Request, context: HubRequestContext,
    next: (Request, HubRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let id = Self.identifier(of: request)
    var response = try await next(request, context)
    response.headers[.requestID] = id
    let seconds = (ContinuousClock.now - start) / Duration.seconds(1)
    let notes = context.notes.current
    metrics.count(
      context.endpointPath ?? "other", status: response.status.code, seconds: seconds, notes)
    if let path = context.endpointPath, path.hasPrefix("/sync") {
      recent.add(
        "\(request.method) \(path)", status: response.status.code, seconds: seconds,
        at: clock(), notes)
    }
    var metadata: Logger.Metadata = [
      "request": "\(id)", "method": "\(request.method)", "path": "\(request.uri.path)",
      "status": "\(response.status.code)",
      "ms": "\((seconds * 1_000_000).rounded() / 1000)",
    ]
    metadata["account"] = notes.account.map { "\($0)" }
    metadata["device"] = notes.device.map { "\($0)" }
    metadata["records"] = notes.records.map { "\($0)" }
    if notes.records != nil { metadata["refused"] = "\(notes.refusals.count)" }
    metadata["error"] = notes.error.map { "\($0.rawValue)" }
    metadata["bytes"] = notes.bytes.map { "\($0)" }
    logger.info("Request", metadata: metadata)
    return response
  }

  /// Returns the identifier that the client has sent, or a new one.
  private static func identifier(of request: Request) -> String {
    guard let id = request.headers[.requestID], (1...64).contains(id.utf8.count),
      id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return UUID().uuidString }
    return id
  }
}

extension HTTPField.Name {
  static let requestID = HTTPField.Name("X-Request-ID") ?? .accept
}
