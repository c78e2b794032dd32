/// A client of HTTP. It follows no redirection, answers no challenge, keeps no cookies, and has no cache.
protocol HTTPClient: Sendable {
  /// `true` if a request that the server answers late would cost processor time while it waits.
  var isCostlyToWait: Bool { get }

  /// Sends a request, and receives its answer.
  ///
  /// A request that is sent on a connection that was used before, and has ended meanwhile, is sent again on a new one.
  ///
  /// - Throws: ``HTTPTransportError``, `CancellationError`, and what the sink of the request throws.
  func send(_ request: HTTPRequest) async throws -> HTTPAnswer
}

/// The clients that a platform can have.
enum HTTPClientKind: String, CaseIterable, Codable {
  /// Foundation's.
  case session
  #if os(Linux)
  /// libcurl's. Some answers of a network end the process in FoundationNetworking (swift-corelibs-foundation, issue
  /// 5285), a challenge without an answer never ends (5456), and it can be told to use no proxy.
  case curl
  #endif

  /// The client of this platform.
  static var ofPlatform: Self {
    #if os(Linux)
    .curl
    #else
    .session
    #endif
  }

  /// Creates a client.
  ///
  /// - Parameter connectionCount: The greatest number of connections that it keeps.
  func client(connectionCount: Int) -> any HTTPClient {
    switch self {
    case .session: SessionClient(connectionCount: connectionCount)
    #if os(Linux)
    case .curl: CURLClient(connectionCount: connectionCount)
    #endif
    }
  }
}
