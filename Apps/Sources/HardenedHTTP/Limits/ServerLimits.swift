/// The sizes, numbers and times that a server allows its clients.
public struct ServerLimits: Sendable, Equatable {
  /// The number of connections beyond the limit that may be open for a moment.
  public static let reserve = 16

  /// The largest size of a request's head, in bytes.
  public var headSize = 32 * 1024
  /// The largest number of header fields in a request.
  public var headerFields = 100
  /// The largest number of bytes that are read and discarded after the last response of a connection.
  public var lingerSize = 8 * 1024 * 1024
  /// The number of connections that may be open at once. When there are more, the server closes some of
  /// them: see ``ConnectionLimit``.
  public var connections: Int
  /// The number of responses that may be streams at once: see ``StreamLimit``.
  public var streams: Int
  public var timeouts = HTTPTimeouts()

  /// Creates the limits for a number of descriptors.
  ///
  /// - Parameter descriptors: The number of files and sockets that the process may have open. A part of
  ///   it is left for files.
  public init(descriptors: Int = DescriptorLimit.current) {
    let forFiles = min(max(descriptors / 4, 64), 256)
    connections = min(max(descriptors - forFiles - Self.reserve, 8), 1024)
    streams = connections / 2
  }
}
