public import NIOCore
import Synchronization

/// The number of responses that are streams at the same time, in all and from one network.
///
/// A stream does not end by itself, so streams are refused when there are too many. One network can
/// have three quarters of them.
public final class StreamLimit: Sendable {
  /// The right to one stream. It ends when the ticket is released.
  public final class Ticket: Sendable {
    private let limit: StreamLimit
    private let network: ClientNetwork

    fileprivate init(_ limit: StreamLimit, _ network: ClientNetwork) {
      self.limit = limit
      self.network = network
    }

    deinit { limit.release(network) }
  }

  private let maximum: Int
  private let open = Mutex<[ClientNetwork: Int]>([:])

  public init(_ maximum: Int) { self.maximum = maximum }

  /// Returns the right to one more stream, or nil if there are too many.
  ///
  /// - Parameter address: The address of the client.
  public func ticket(for address: SocketAddress?) -> Ticket? {
    let network = ClientNetwork(address)
    let isFree = open.withLock { open in
      let total = open.values.reduce(0, +)
      guard total < maximum, open[network, default: 0] < max(maximum * 3 / 4, 1) else {
        return false
      }
      open[network, default: 0] += 1
      return true
    }
    return isFree ? Ticket(self, network) : nil
  }

  private func release(_ network: ClientNetwork) {
    open.withLock { open in
      let rest = open[network, default: 1] - 1
      open[network] = rest > 0 ? rest : nil
    }
  }
}
