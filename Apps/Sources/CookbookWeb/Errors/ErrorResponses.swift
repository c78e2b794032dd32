import Foundation
import HTTPTypes
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
      if problem.status.kind == .serverError {
        context.logger.error("\(request.method) \(request.uri.path): \(error)")
      }
      if request.uri.path.hasPrefix("/api/") {
        return try JSONBody(ProblemBody(problem)).response(status: problem.status)
      }
      return try pages.page(ErrorPage(problem), status: problem.status)
    }
  }
}
