import Synchronization

/// The number of requests that a sender may send.
public struct RequestRate: Equatable, Sendable {
  /// The number of requests in a second, on average.
  public var perSecond: Int
  /// The number of requests that may come at once, after a time without any.
  public var burst: Int

  /// Creates a rate.
  ///
  /// - Parameters:
  ///   - perSecond: The number of requests in a second, from 1 to 1,000,000.
  ///   - burst: The number of requests that may come at once, at least 1.
  public init(perSecond: Int, burst: Int) {
    self.perSecond = min(max(perSecond, 1), 1_000_000)
    self.burst = min(max(burst, 1), 100_000_000)
  }

  /// The rate of a device for which no other one is given: 200 requests a second, and 2,000 at once. A device sends one
  /// request after the other, and those with changes take longer.
  public static let ofDevice = RequestRate(perSecond: 200, burst: 2000)
  /// The rate of an address for which no other one is given: 1,000 requests a second, and 10,000 at once.
  public static let ofAddress = RequestRate(perSecond: 1000, burst: 10_000)
}

/// The requests of senders, each held to a rate.
///
/// For a sender, one number is kept: the time until which its requests are paid for (the generic cell rate
/// algorithm).
final class RequestRates<Sender: Hashable & Sendable>: Sendable {
  /// The most senders that are counted at a time.
  private static var senders: Int { 100_000 }

  /// The time between two requests, in microseconds.
  private let interval: Int64
  /// The time that a sender can be ahead, in microseconds.
  private let allowance: Int64
  private let paid = Mutex<[Sender: Int64]>([:])

  init(_ rate: RequestRate) {
    interval = 1_000_000 / Int64(rate.perSecond)
    allowance = interval * Int64(rate.burst - 1)
  }

  /// Counts a request.
  ///
  /// - Parameter time: The time in milliseconds since 1970.
  /// - Returns: The seconds after which the sender may send it; nil if it may now.
  func delay(for sender: Sender, at time: Int64) -> Double? {
    let (now, isOverflow) = time.multipliedReportingOverflow(by: 1000)
    if isOverflow { return nil }
    return paid.withLock { paid in
      var until = max(paid[sender] ?? now, now)
      // A clock that was set back owes nothing.
      if until - now > allowance + interval { until = now }
      guard until - now <= allowance else {
        return Double(until - now - allowance) / 1_000_000
      }
      if paid[sender] == nil, paid.count >= Self.senders {
        paid = paid.filter { $0.value > now }
        // Still full: the counts begin again, because memory is bounded.
        if paid.count >= Self.senders { paid = [:] }
      }
      paid[sender] = until + interval
      return nil
    }
  }
}
