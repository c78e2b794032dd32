/// The limits of the protocol.
enum WebLimits {
  /// The most operations of a request, and the most records of an answer.
  static let records = 200
}
