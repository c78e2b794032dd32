public import NIOCore

/// The origin of a connection for the purpose of fairness: an IPv4 address, or the first 64 bits of an
/// IPv6 address. One client can have any number of IPv6 addresses with the same first 64 bits.
public struct ClientNetwork: Hashable, Sendable {
  private let text: String

  /// Creates the origin of a connection; nil and the address of a socket in the file system are one origin.
  public init(_ address: SocketAddress?) {
    switch address {
    case .v4: text = address?.ipAddress ?? ""
    case .v6:
      // The address follows the family, the port and the flow, on every system.
      let bytes =
        address?.withSockAddr { pointer, size in
          Array(UnsafeRawBufferPointer(start: pointer, count: size).dropFirst(8).prefix(16))
        } ?? []
      let isMapped =
        bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255
        && bytes[11] == 255
      text =
        isMapped
        ? bytes.suffix(4).map(String.init).joined(separator: ".")
        : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    case .unixDomainSocket, nil: text = ""
    }
  }
}
