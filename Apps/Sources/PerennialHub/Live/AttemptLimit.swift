import HardenedHTTP
import NIOCore
import Synchronization

/// The number of wrong codes and tokens from one address: an IPv4 address, or the first 64 bits of an IPv6 address.
///
/// An address may be wrong a number of times within a minute. After that its attempts are refused until the
/// minute is over.
final class AttemptLimit: Sendable {
  /// The length of the window, in milliseconds.
  static let window: Int64 = 60_000
  /// The most addresses that are counted at a time.
  private static let addresses = 10_000

  private struct Count {
    var wrong = 0
    let since: Int64
  }

  private let maximum: Int
  private let counts = Mutex<[ClientNetwork: Count]>([:])

  init(_ maximum: Int) { self.maximum = maximum }

  /// Returns the seconds after which the address may try again; nil if it may try now.
  func delay(for address: SocketAddress?, at time: Int64) -> Double? {
    counts.withLock { counts in
      guard let count = counts[ClientNetwork(address)], count.wrong >= maximum else { return nil }
      let rest = count.since + Self.window - time
      return rest > 0 ? (Double(rest) / 1000).rounded(.up) : nil
    }
  }

  /// Counts a wrong attempt.
  ///
  /// - Returns: `true` if further attempts are refused from now on.
  @discardableResult
  func count(_ address: SocketAddress?, at time: Int64) -> Bool {
    counts.withLock { counts in
      if counts.count >= Self.addresses {
        counts = counts.filter { $0.value.since + Self.window > time }
        // Still full: the counts begin again, because memory is bounded.
        if counts.count >= Self.addresses { counts = [:] }
      }
      let key = ClientNetwork(address)
      if let count = counts[key], count.since + Self.window <= time { counts[key] = nil }
      counts[key, default: Count(since: time)].wrong += 1
      return counts[key]?.wrong == maximum
    }
  }
}
