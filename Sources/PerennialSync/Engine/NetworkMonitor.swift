/// The network of a device, as an engine needs to know it.
///
/// ```swift
/// struct FixedNetwork: NetworkMonitor {
///   var conditions: AsyncStream<NetworkConditions> {
///     AsyncStream { $0.yield(NetworkConditions(isReachable: true, isMetered: true)) }
///   }
/// }
/// ```
public protocol NetworkMonitor: Sendable {
  /// The properties of the network, the present ones first. Each call returns a sequence of its own.
  var conditions: AsyncStream<NetworkConditions> { get }
}

#if canImport(Network)
import Dispatch
import Network

/// The network of an Apple device. Networks that the system calls expensive or constrained are metered.
public struct NetworkPath: NetworkMonitor {
  /// Creates the monitor of all networks.
  public init() {}

  public var conditions: AsyncStream<NetworkConditions> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let monitor = NWPathMonitor()
      monitor.pathUpdateHandler = { path in
        continuation.yield(
          NetworkConditions(
            isReachable: path.status == .satisfied,
            isMetered: path.isExpensive || path.isConstrained))
      }
      continuation.onTermination = { _ in monitor.cancel() }
      monitor.start(queue: DispatchQueue(label: "perennial.sync.network"))
    }
  }
}
#endif
