import HTTPTypes
import HardenedHTTP
import Hummingbird
import Logging
import PerennialRecords

/// Answers every error with a `HubError`.
struct ErrorAnswers: RouterMiddleware {
  typealias Context = HubRequestContext

  let hub: Hub

  func handle(
    _ request: Request, context: HubRequestContext,
    next: (Request, HubRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let refusal = Refusal(error, of: request)
      context.notes.note { $0.error = refusal.error.code }
      if refusal.error.code == .internalError {
        context.logger.error(
          "Request failed", metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
      }
      return try Answer.refusal(refusal, hubTime: hub.clock())
    }
  }
}
