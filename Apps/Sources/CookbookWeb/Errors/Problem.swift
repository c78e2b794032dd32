import CookbookModel
import Foundation
import HTTPTypes
import HardenedHTTP
import Hummingbird
import SwiftData

/// An error as a client is told about it: the same for pages and for the JSON interface.
struct Problem {
  var status: HTTPResponse.Status
  /// A word for programs.
  var code: String
  /// A few words for people.
  var heading: String
  /// A sentence for people.
  var message: String
  var fields: [FieldIssue] = []
  /// The time after which the client may ask again, in seconds; nil if that is of no use.
  var retryAfter: Int?

  init(_ error: any Error) {
    switch error {
    case let error as SwiftDataError where error.isLocked:
      self.init(
        status: .serviceUnavailable,
        code: "store_locked",
        heading: "The book is in use",
        message:
          "Another program is writing to the book. Nothing was changed. Try again in some seconds."
      )
      retryAfter = 5
    case let error as BookError: self.init(error)
    case let error as DecodingError: self.init(error)
    case let error as any HTTPResponseError: self.init(error)
    case _ where error.isConnectionLoss:
      self.init(
        status: .badRequest,
        code: "incomplete_request",
        heading: "The request is incomplete",
        message: "The connection ended before the whole request was sent. Nothing was changed."
      )
    default:
      self.init(
        status: .internalServerError,
        code: "internal_error",
        heading: "That boiled over",
        message: "\(error)"
      )
    }
  }

  private init(
    status: HTTPResponse.Status,
    code: String,
    heading: String,
    message: String,
    fields: [FieldIssue] = []
  ) {
    self.status = status
    self.code = code
    self.heading = heading
    self.message = message
    self.fields = fields
  }

  private init(_ error: BookError) {
    switch error {
    case .recipeNotFound:
      self.init(
        status: .notFound,
        code: "recipe_not_found",
        heading: "No such recipe",
        message: "There is no recipe at this address. It may have been deleted."
      )
    case .logEntryNotFound:
      self.init(
        status: .notFound,
        code: "log_entry_not_found",
        heading: "No such entry",
        message: "The log has no such entry. It may have been deleted."
      )
    case .notPreset:
      self.init(
        status: .conflict,
        code: "not_preset",
        heading: "This recipe is yours",
        message: "You wrote this recipe yourself. A recipe that is not a preset cannot be restored."
      )
    case .notDeleted:
      self.init(
        status: .notFound,
        code: "not_deleted",
        heading: "No such deleted preset",
        message: "No deleted preset has this key. It may have been restored already."
      )
    case .nothingToUndo:
      self.init(
        status: .conflict,
        code: "nothing_to_undo",
        heading: "Nothing to undo",
        message: "There is no reset to undo. It may have been undone already."
      )
    case .noHub, .signedOut, .hubRefused, .hubUnreachable, .deviceNotFound, .conflictNotFound,
      .conflictUndecided:
      self.init(hub: error)
    case .invalid(let issues):
      self.init(
        status: .unprocessableContent,
        code: "validation_failed",
        heading: "Not quite right",
        message: error.description,
        fields: issues
      )
    case .noDataDirectory, .unwritableDirectory, .unreadableStore, .invalidHub, .syncFailed:
      self.init(
        status: .internalServerError,
        code: "store_unavailable",
        heading: "The book is stuck",
        message: error.description
      )
    }
  }

  private init(hub error: BookError) {
    let (status, code, heading): (HTTPResponse.Status, String, String) =
      switch error {
      case .signedOut: (.conflict, "signed_out", "This device is signed out")
      case .hubRefused: (.badGateway, "hub_refused", "The hub has refused the request")
      case .hubUnreachable: (.badGateway, "hub_unreachable", "The hub does not answer")
      case .conflictNotFound: (.notFound, "conflict_not_found", "No such conflict")
      case .conflictUndecided: (.conflict, "conflict_undecided", "Not decided")
      case .deviceNotFound: (.notFound, "device_not_found", "No such device")
      default: (.notFound, "no_hub", "This book has no hub")
      }
    self.init(status: status, code: code, heading: heading, message: error.description)
  }

  private init(_ error: DecodingError) {
    let (path, reason): ([any CodingKey], String) =
      switch error {
      case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
      case .valueNotFound(_, let context): (context.codingPath, "must not be null")
      case .typeMismatch(let type, let context): (context.codingPath, "must be of type \(type)")
      case .dataCorrupted(let context): (context.codingPath, "cannot be read")
      @unknown default: ([], "cannot be read")
      }
    let place = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    self.init(
      status: .badRequest,
      code: "malformed_json",
      heading: "The JSON cannot be read",
      message: place.isEmpty
        ? "The body must be a valid JSON object." : "The value at \(place) \(reason)."
    )
  }

  private init(_ error: any HTTPResponseError) {
    let message = (error as? HTTPError)?.body
    switch error.status {
    case .notFound:
      self.init(
        status: .notFound,
        code: "not_found",
        heading: "Nothing on this shelf",
        message: message ?? "There is no page at this address."
      )
    case .contentTooLarge:
      self.init(
        status: .contentTooLarge,
        code: "too_large",
        heading: "Too much for one pot",
        message: message ?? "The request is too large."
      )
    case let status:
      self.init(
        status: status,
        code: "http_\(status.code)",
        heading: status.kind == .serverError ? "That boiled over" : "The request failed",
        message: message ?? status.reasonPhrase
      )
    }
  }
}
