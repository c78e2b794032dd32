import Foundation
import HTTPTypes
import HardenedHTTP
import Hummingbird
import Logging

/// Answers every error: below `/api` with JSON, elsewhere with a page.
struct ErrorResponses<Context: RequestContext>: RouterMiddleware {
  let pages: PageRenderer

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = Problem(error)
      if error.isConnectionLoss {
        context.logger.debug("\(request.method) \(request.uri.path): \(error)")
      } else if problem.status.kind == .serverError {
        context.logger.error("\(request.method) \(request.uri.path): \(error)")
      }
      var response =
        try request.isForAPI
        ? JSONBody(ProblemBody(problem)).response(status: problem.status)
        : pages.page(ErrorPage(problem), status: problem.status)
      if let seconds = problem.retryAfter { response.headers[.retryAfter] = String(seconds) }
      return response
    }
  }
}

extension Request {
  /// A Boolean value that indicates whether the request is for the JSON interface.
  fileprivate var isForAPI: Bool { uri.path == "/api" || uri.path.hasPrefix("/api/") }
}
