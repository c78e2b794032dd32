/// The times after which a server closes a connection.
public struct HTTPTimeouts: Sendable, Equatable {
  /// The longest time from the first byte of a request until its head is complete. For the first request
  /// of a connection, the time begins when the connection is opened.
  public var head: Duration = .seconds(10)
  /// The longest pause within the body of a request. ``minimumBodyRate`` counts after this time.
  public var body: Duration = .seconds(10)
  /// The average number of bytes of a body that must arrive per second.
  public var minimumBodyRate = 1024
  /// The longest time between two requests on a connection.
  public var idle: Duration = .seconds(60)
  /// The longest time in which a client reads nothing of a response that is ready for it.
  public var write: Duration = .seconds(30)
  /// The longest time that a connection stays open after its last response, so that a client that is
  /// still sending can read it.
  public var linger: Duration = .seconds(2)

  /// Creates the times for a server whose clients are browsers.
  public init() {}
}
