import HardenedHTTP
import Hummingbird
import PerennialRecords

/// Refuses requests of addresses that send too many, before the hub looks for their devices.
struct AddressRate: RouterMiddleware {
  typealias Context = HubRequestContext

  let rates: RequestRates<ClientNetwork>
  let metrics: HubMetrics
  let clock: HubClock

  func handle(
    _ request: Request, context: HubRequestContext,
    next: (Request, HubRequestContext) async throws -> Response
  ) async throws -> Response {
    if let delay = rates.delay(for: ClientNetwork(context.remoteAddress), at: clock()) {
      throw metrics.refuse(.address, after: delay)
    }
    return try await next(request, context)
  }
}

extension RequestLimit {
  /// The refusal of a request.
  ///
  /// - Parameter delay: The seconds after which the sender may try again.
  func refusal(after delay: Double) -> Refusal {
    let reason =
      switch self {
      case .address: "This address sends too many requests."
      case .device: "This device sends too many requests."
      case .token: "This address has sent too many wrong tokens."
      case .code: "Too many wrong pairing codes were sent."
      }
    return Refusal(
      HubError(.tryAgainLater, "\(reason) Try again later.", retryAfter: max(delay, 0.001)),
      status: .tooManyRequests)
  }
}

extension HubMetrics {
  /// Counts a refusal, and returns it.
  func refuse(_ limit: RequestLimit, after delay: Double) -> Refusal {
    count(limit)
    return limit.refusal(after: delay)
  }
}
