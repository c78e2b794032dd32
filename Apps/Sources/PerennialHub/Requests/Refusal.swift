import HTTPTypes
import HardenedHTTP
import Hummingbird
import PerennialRecords

/// An error of another protocol than that of sync, which the log and the metrics of the hub know as a refusal.
protocol RefusalError: Error {
  var refusal: Refusal { get }
}

/// An error of a request, with the status that it is answered with.
struct Refusal: Error {
  let error: HubError
  let status: HTTPResponse.Status

  /// The seconds after which a device tries again when the database is not available.
  static let storageDelay = 30.0

  init(_ error: HubError, status: HTTPResponse.Status? = nil) {
    self.error = error
    self.status = status ?? error.code.status
  }

  init(_ code: HubError.Code, _ reason: String, status: HTTPResponse.Status? = nil) {
    self.init(HubError(code, reason), status: status)
  }
}

extension HubError.Code {
  /// The status of an answer.
  var status: HTTPResponse.Status {
    switch self {
    case .unauthorized: .unauthorized
    case .forbidden: .forbidden
    case .badRequest: .badRequest
    case .tooLarge: .contentTooLarge
    case .tokenExpired: .gone
    case .hubRestored: .conflict
    case .clockAhead: .unprocessableContent
    case .quotaExceeded: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    case .tryAgainLater, .accountMoved: .serviceUnavailable
    case .upgradeRequired: HTTPResponse.Status(code: 426, reasonPhrase: "Upgrade Required")
    case .internalError: .internalServerError
    }
  }
}

extension Refusal {
  /// Creates the answer to an error of any kind.
  init(_ error: any Error, of request: Request) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as HubError: self.init(error)
    case let error as any RefusalError: self = error.refusal
    case let error as DecodingError: self.init(error)
    case let error as any HTTPResponseError: self.init(error, of: request)
    case let error as HubStorageError where error.code == .unavailable:
      self.init(
        HubError(
          .tryAgainLater, "The hub cannot read or write its data at present. Try again later.",
          retryAfter: Self.storageDelay))
    case _ where error.isConnectionLoss:
      self.init(.badRequest, "The connection ended before the whole request was sent.")
    default:
      self.init(
        HubError(
          .internalError, "The hub cannot read or write its data. Try again later.",
          retryAfter: 30))
    }
  }

  private init(_ error: DecodingError) {
    let (path, reason): ([any CodingKey], String) =
      switch error {
      case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
      case .valueNotFound(_, let context): (context.codingPath, "must not be null")
      case .typeMismatch(_, let context): (context.codingPath, "has another type")
      case .dataCorrupted(let context): (context.codingPath, "cannot be read")
      @unknown default: ([], "cannot be read")
      }
    let place = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    if place.isEmpty, case .dataCorrupted = error {
      // The decoder of this Foundation says of a number that does not fit that the data are not JSON.
      self.init(
        .badRequest,
        "The body isn't a JSON object, or a number in it isn't a whole number of 64 bits where one is needed."
      )
      return
    }
    self.init(
      .badRequest,
      place.isEmpty ? "The body isn't a JSON object." : "The value at \(place) \(reason).")
  }

  private init(_ error: any HTTPResponseError, of request: Request) {
    switch error.status {
    case .notFound: self = Self.unknownPath(request.uri.path)
    case .contentTooLarge: self.init(.tooLarge, "The request is too large.")
    case let status:
      let message = (error as? HTTPError)?.body ?? status.reasonPhrase
      self.init(
        status.kind == .serverError ? .internalError : .badRequest, message, status: status)
    }
  }

  /// The refusal of a path that the hub does not serve.
  private static func unknownPath(_ path: String) -> Refusal {
    let parts = path.split(separator: "/")
    if parts.count > 1, parts[0] == "sync", let version = Int(parts[1]),
      !HubProtocol.versions.contains(version)
    {
      let served = HubProtocol.versions.map(String.init).joined(separator: ", ")
      return Refusal(
        .upgradeRequired,
        "The hub does not serve version \(version) of the protocol, but \(served). Update the app or "
          + "the hub.")
    }
    return Refusal(
      .badRequest, "The hub has no such path, or not for this method.", status: .notFound)
  }
}
