/// The state of a connection: the part of a request or of a response that it waits for.
enum ConnectionPhase: Sendable {
  /// The client has sent nothing yet.
  case opened
  /// A part of a request's head has arrived.
  case head
  /// A request's head has arrived, and its body is not complete.
  case body
  /// The server makes a response, or sends one that the client reads.
  case responding
  /// The client does not read a response that is ready for it.
  case stalled
  /// The last response is sent, and the next request has not begun.
  case idle
  /// The output is closed, and the client has time to read the last response.
  case lingering

  /// The order in which connections are closed when there are too many: the smallest number first, and
  /// nil for a connection that stays.
  ///
  /// - Parameter isYoung: `true` if the phase has just begun. Honest clients send a request at once, so a
  ///   connection that waits longer is the first to be closed.
  func closingOrder(isYoung: Bool) -> Int? {
    switch self {
    case .opened, .head: isYoung ? nil : 0
    case .idle, .lingering: 1
    case .body: isYoung ? nil : 2
    case .stalled: 2
    case .responding: nil
    }
  }
}
