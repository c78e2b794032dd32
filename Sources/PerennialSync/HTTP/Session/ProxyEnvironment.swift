import Foundation

/// The variables of the environment by which FoundationNetworking, like curl, chooses a proxy. It cannot be told to use
/// none.
enum ProxyEnvironment {
  /// Returns the variable that names a proxy for requests to a host; nil if they use none.
  ///
  /// Ranges of addresses in `no_proxy` are not looked at: whether they count depends on the version of curl.
  static func variable(
    for host: String, of scheme: String,
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    let exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    for name in exceptions.split(whereSeparator: { $0 == "," || $0 == " " }) {
      if name == "*" { return nil }
      let name = name.drop { $0 == "." }.lowercased()
      if host.lowercased() == name || host.lowercased().hasSuffix("." + name) { return nil }
    }
    // The name in capitals is left out, because a request to a CGI program could set it.
    let names = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return (names + ["all_proxy", "ALL_PROXY"]).first { environment[$0]?.isEmpty == false }
  }
}
