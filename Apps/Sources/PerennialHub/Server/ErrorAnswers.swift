import HTTPTypes
import HardenedHTTP
import Hummingbird
import Logging
import PerennialRecords

/// Answers every error with a `HubError`, or with the error of the CloudKit Web Services protocol.
struct ErrorAnswers: RouterMiddleware {
  typealias Context = HubRequestContext

  let health: StorageHealth
  let clock: HubClock

  func handle(
    _ request: Request, context: HubRequestContext,
    next: (Request, HubRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let refusal = Refusal(error, of: request)
      context.notes.note { $0.error = refusal.error.code }
      let isUnavailable = (error as? HubStorageError)?.code == .unavailable
      if isUnavailable { health.fail(at: clock()) }
      if isUnavailable || refusal.error.code == .internalError {
        context.logger.error(
          "Request failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
      }
      if WebServices.serves(request.uri.path) {
        return try WebError(error, of: request).response()
      }
      return try Answer.refusal(refusal, hubTime: clock())
    }
  }
}
