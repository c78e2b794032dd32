#if os(Linux)
/// libcurl's client of HTTP.
///
/// One thread drives all transfers. It exists while there are some; the connections stay open between them.
final class CURLClient: HTTPClient {
  private let transfers: CURLTransfers?

  init(connectionCount: Int) { transfers = CURLTransfers(connectionCount: connectionCount) }

  var isCostlyToWait: Bool { false }

  func send(_ request: HTTPRequest) async throws -> HTTPAnswer {
    guard let transfers else {
      throw HTTPTransportError.network("libcurl cannot be initialised. Free some memory.")
    }
    let number = transfers.nextNumber()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        transfers.enter(.begin(number, request, continuation))
        if Task.isCancelled { transfers.enter(.cancel(number)) }
      }
    } onCancel: {
      transfers.enter(.cancel(number))
    }
  }
}
#endif
