import Foundation
import HTTPTypes
import HardenedHTTP
import Hummingbird
import Logging
import Perennial
import PerennialInspection

/// Answers every error with a page.
struct ErrorPages<Context: RequestContext>: RouterMiddleware {
  let pages: PageRenderer
  let store: StudioStore

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let answer = Answer(error)
      if answer.status.kind == .serverError, !error.isConnectionLoss {
        context.logger.error("\(request.method) \(request.uri.path): \(error)")
      }
      let page = ErrorPage(
        frame: await frame(answer), heading: answer.heading, advice: answer.advice,
        details: answer.details)
      return try pages.page(page, status: answer.status)
    }
  }

  private func frame(_ answer: Answer) async -> PageFrame {
    if answer.listsEntities {
      let frame = try? await store.read { [store] in
        PageFrame(answer.heading, studio: store, store: $0)
      }
      if let frame { return frame }
    }
    return PageFrame(answer.heading, studio: store, store: nil, isLive: answer.isLive)
  }
}

/// The status and the words of an error.
private struct Answer {
  var status = HTTPResponse.Status.internalServerError
  var heading = "The request failed"
  var advice: [String] = []
  var details: String?
  /// `true` if the page follows the changes of the store.
  var isLive = true
  /// `true` if the navigation of the page has the entities of the store.
  var listsEntities = true

  init(_ error: any Error) {
    switch error {
    case AccessError.notSignedIn:
      (status, isLive, listsEntities) = (.forbidden, false, false)
      heading = "This browser is not signed in"
      advice = [
        "Open the address that “perennial studio” has printed. It contains a token that works once.",
        "If it was used already, in this browser or another one, start the studio again.",
      ]
    case AccessError.usedToken:
      (status, isLive, listsEntities) = (.forbidden, false, false)
      heading = "The address was used before"
      advice = [
        "The token in the address works once. Use the browser that has opened it first, or start the studio again."
      ]
    case let problem as StoreProblem:
      (status, listsEntities) = (.serviceUnavailable, false)
      heading = problem.heading
      advice = problem.advice
      details = problem.details
    case let error as InspectionError:
      details = error.description
      switch error.code {
      case .timeLimit:
        status = .serviceUnavailable
        heading = "The query took too long"
        advice = ["Sort and filter by an indexed property, or narrow the filter."]
      case .unknownEntity:
        status = .notFound
        heading = "There is no such entity"
        advice = ["Choose an entity from the navigation."]
      case .unknownProperty:
        status = .notFound
        heading = "The property cannot be used in this way"
        advice = ["Choose the entity again, and a column whose name is a link."]
      default: heading = "The store cannot be read"
      }
    case let row as MissingRow:
      status = .notFound
      heading = "There is no such object"
      advice = ["The \(row.entity) with the key \(row.key) may have been deleted."]
    case let transaction as MissingTransaction:
      status = .notFound
      heading = "There is no such transaction"
      advice = [
        "The history does not have the transaction \(transaction.number) any more, or does not have it yet."
      ]
    case let backup as MissingBackup:
      status = .notFound
      heading = "There is no such backup"
      advice = ["The backup “\(backup.name)” may have been deleted. Choose one of the backups."]
    case let failure as BackupFailure:
      status = .conflict
      heading = failure.heading
      advice = ["The store was not changed."]
      details = failure.details
    case let error as EditError:
      status = .conflict
      heading = "Nothing was changed"
      advice = ["Load the page of the object again to see its present values."]
      details = error.description
    case is EditHistoryError:
      status = .conflict
      heading = "The edit is not the last one any more"
      advice = [
        "Another page of this studio has made or undone an edit. Load the page again to see it."
      ]
    case let error as FilterError:
      status = .unprocessableContent
      heading = "The filter cannot be understood"
      details = error.description
    case let error as SQLError:
      status = .unprocessableContent
      heading = "The query was not run"
      details = error.description
    case let error as SwiftDataError:
      heading = "The store cannot be read"
      advice = ["Find the problem with “perennial verify”, then load this page again."]
      details = error.explanation
    case let error as any HTTPResponseError:
      status = error.status
      heading = error.status == .notFound ? "There is no such page" : "The request failed"
      advice = ["Choose a page from the navigation."]
      details = (error as? HTTPError)?.body
    default: details = "\(error)"
    }
  }
}
