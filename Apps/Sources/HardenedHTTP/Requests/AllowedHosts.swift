public import NIOCore

/// The names under which a server answers.
///
/// A hostile site can make its own name resolve to this machine (DNS rebinding). The requests of its
/// pages then have the same origin as the pages, and only the host in them is foreign.
///
/// Allowed are `localhost`, `127.0.0.1`, `[::1]` and the host that the server listens on, each with the
/// server's port; the address that the client has connected to; and the names that were added.
public struct AllowedHosts: Sendable, Equatable {
  private static let local: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

  private let names: Set<String>
  private let added: [Authority]

  /// - Parameters:
  ///   - host: The host that the server listens on.
  ///   - added: More names. `name:port` is allowed with this port, as a proxy may give it; `name` with the
  ///     server's port, and without one.
  /// - Returns: Nil if one of the names isn't a valid host name.
  public init?(listeningOn host: String, adding added: [String] = []) {
    names = Self.local.union([Authority(host: host).host])
    var authorities: [Authority] = []
    for name in added {
      guard let authority = Authority(name) else { return nil }
      authorities.append(authority)
    }
    self.added = authorities
  }

  /// Returns `true` if requests for a host are answered.
  ///
  /// - Parameters:
  ///   - text: The field `Host` of the request.
  ///   - address: The address that the client has connected to.
  public func allows(_ text: String, at address: SocketAddress?) -> Bool {
    guard let wanted = Authority(text) else { return false }
    let isServersPort = (wanted.port ?? 80) == address?.port
    if isServersPort && (names.contains(wanted.host) || wanted.host == Self.literal(address)) {
      return true
    }
    return added.contains { name in
      guard name.host == wanted.host else { return false }
      return name.port.map { $0 == wanted.port } ?? (wanted.port == nil || isServersPort)
    }
  }

  /// Returns an address as browsers write it in `Host`.
  private static func literal(_ address: SocketAddress?) -> String? {
    guard let text = address?.ipAddress else { return nil }
    let mapped = "::ffff:"
    if text.hasPrefix(mapped), text.contains(".") { return String(text.dropFirst(mapped.count)) }
    return Authority(host: text).host
  }
}

/// The host and the optional port in the field `Host`.
struct Authority: Sendable, Equatable {
  /// In small letters; an IPv6 address is in brackets.
  let host: String
  let port: Int?

  /// A host without a port.
  init(host: String) {
    let name = host.lowercased()
    self.host = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
    port = nil
  }

  /// Reads `name`, `name:port` or `[address]:port`; nil if the text is something else.
  init?(_ text: String) {
    var host = Substring(text)
    var port: Int?
    if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
      let digits = text[text.index(after: colon)...]
      guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits),
        (1...65_535).contains(number)
      else { return nil }
      (host, port) = (text[..<colon], number)
    }
    if host.hasPrefix("[") {
      guard host.hasSuffix("]"), host.dropFirst().dropLast().allSatisfy(Self.isInAddress) else {
        return nil
      }
    } else {
      if host.hasSuffix(".") { host = host.dropLast() }
      guard !host.isEmpty, host.allSatisfy(Self.isInName) else { return nil }
    }
    self.host = host.lowercased()
    self.port = port
  }

  private static func isInAddress(_ character: Character) -> Bool {
    character.isHexDigit || character == ":" || character == "."
  }

  private static func isInName(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
  }
}
