import HTTPTypes
import Hummingbird
import PerennialRecords

/// An error as the CloudKit Web Services protocol names it.
struct WebError: Error, Equatable {
  /// The codes of the protocol. Clients know no others, so the hub adds none.
  enum Code: String {
    case accessDenied = "ACCESS_DENIED"
    case atomicError = "ATOMIC_ERROR"
    case authenticationFailed = "AUTHENTICATION_FAILED"
    case authenticationRequired = "AUTHENTICATION_REQUIRED"
    case badRequest = "BAD_REQUEST"
    case conflict = "CONFLICT"
    case exists = "EXISTS"
    case internalError = "INTERNAL_ERROR"
    case notFound = "NOT_FOUND"
    case quotaExceeded = "QUOTA_EXCEEDED"
    case throttled = "THROTTLED"
    case tryAgainLater = "TRY_AGAIN_LATER"
    case validatingReferenceError = "VALIDATING_REFERENCE_ERROR"
    case zoneNotFound = "ZONE_NOT_FOUND"
  }

  let code: Code
  /// The cause and the way out, for people.
  let reason: String
  /// The seconds after which the client may try again; nil if it decides itself.
  var retryAfter: Double?
  /// The kind of an error that the codes of the protocol do not tell.
  var hubErrorCode: String?

  init(_ code: Code, _ reason: String, retryAfter: Double? = nil, hubErrorCode: String? = nil) {
    (self.code, self.reason) = (code, reason)
    (self.retryAfter, self.hubErrorCode) = (retryAfter, hubErrorCode)
  }

  /// Returns the error of a request that the protocol, or this hub, does not allow.
  static func badRequest(_ reason: String) -> WebError { WebError(.badRequest, reason) }

  /// The error for a position that the hub no longer has, in the words of the native framework.
  static let tokenExpired = WebError(
    .badRequest, "client knowledge differs from server knowledge",
    hubErrorCode: "CHANGE_TOKEN_EXPIRED")

  /// The members of the JSON form.
  ///
  /// An error of a record has no other members: strict clients know none.
  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "serverErrorCode": .text(code.rawValue), "reason": .text(reason),
    ]
    members["retryAfter"] = retryAfter.map { .integer(Int64(min(max($0, 1), 86_400))) }
    return members
  }
}

extension WebError.Code {
  /// The status of an answer.
  var status: HTTPResponse.Status {
    switch self {
    case .accessDenied: .forbidden
    case .atomicError, .badRequest: .badRequest
    case .authenticationFailed: .unauthorized
    case .authenticationRequired: .misdirectedRequest
    case .conflict, .exists: .conflict
    case .internalError: .internalServerError
    case .notFound, .zoneNotFound: .notFound
    case .quotaExceeded: .contentTooLarge
    case .throttled: .tooManyRequests
    case .tryAgainLater: .serviceUnavailable
    case .validatingReferenceError: .preconditionFailed
    }
  }
}

extension WebError: RefusalError {
  /// The error of the hub that the error of the protocol is.
  var refusal: Refusal {
    let hubCode: HubError.Code =
      switch code {
      case _ where self == .tokenExpired: .tokenExpired
      case .accessDenied: .forbidden
      case .authenticationFailed, .authenticationRequired: .unauthorized
      case .quotaExceeded: .quotaExceeded
      case .throttled, .tryAgainLater: .tryAgainLater
      case .internalError: .internalError
      case .atomicError, .badRequest, .conflict, .exists, .notFound, .validatingReferenceError,
        .zoneNotFound:
        .badRequest
      }
    return Refusal(hubCode, reason, status: code.status)
  }
}

extension WebError {
  /// Creates the error for one of another kind.
  init(_ error: any Error, of request: Request) {
    switch error {
    case let error as WebError: self = error
    default: self.init(Refusal(error, of: request))
    }
  }

  private init(_ refusal: Refusal) {
    let error = refusal.error
    switch error.code {
    case .unauthorized: self.init(.authenticationFailed, error.reason)
    case .forbidden: self.init(.accessDenied, error.reason)
    case .badRequest where refusal.status == .notFound: self.init(.notFound, error.reason)
    case .badRequest where refusal.status == .forbidden: self.init(.accessDenied, error.reason)
    case .badRequest, .upgradeRequired, .tooLarge: self.init(.badRequest, error.reason)
    case .hubRestored, .tokenExpired: self = .tokenExpired
    case .quotaExceeded: self.init(.quotaExceeded, error.reason)
    case .tryAgainLater where refusal.status == .tooManyRequests:
      self.init(.throttled, error.reason, retryAfter: error.retryAfter)
    case .tryAgainLater, .accountMoved, .clockAhead:
      self.init(.tryAgainLater, error.reason, retryAfter: error.retryAfter ?? 1)
    case .internalError: self.init(.internalError, error.reason)
    }
  }
}
