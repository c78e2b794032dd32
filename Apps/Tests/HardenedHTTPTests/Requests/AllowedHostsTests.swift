import HardenedHTTP
import NIOCore
import Testing

@Suite("Names of a server")
struct AllowedHostsTests {
  @Test(
    "13.23 A server answers to the names of this machine, to added names, and to its own address",
    arguments: [
      ("localhost:8080", true), ("LOCALHOST:8080", true), ("localhost.:8080", true),
      ("127.0.0.1:8080", true), ("[::1]:8080", true), ("0.0.0.0:8080", true),
      ("192.168.1.5:8080", true), ("kitchen.local", true), ("kitchen.local:8080", true),
      ("book.example:8443", true),
      ("localhost", false), ("localhost:8081", false), ("192.168.1.6:8080", false),
      ("192.168.1.5", false), ("kitchen.local:80801", false), ("kitchen.local:1", false),
      ("book.example", false), ("book.example:8080", false), ("evil.example:8080", false),
      ("evil.localhost:8080", false), ("localhost@evil.example:8080", false), ("", false),
      (":8080", false), ("[::1:8080", false), ("localhost:8080, evil.example", false),
    ]
  )
  func names(host: String, isAllowed: Bool) throws {
    let hosts = try #require(
      AllowedHosts(listeningOn: "0.0.0.0", adding: ["Kitchen.local", "book.example:8443"]))
    let address = try SocketAddress(ipAddress: "192.168.1.5", port: 8080)
    #expect(hosts.allows(host, at: address) == isAllowed)
  }

  @Test("13.23 The port that the web has by default may be left out")
  func defaultPort() throws {
    let hosts = try #require(AllowedHosts(listeningOn: "::"))
    let address = try SocketAddress(ipAddress: "fe80::1", port: 80)
    #expect(hosts.allows("localhost", at: address) && hosts.allows("[fe80::1]", at: address))
    #expect(!hosts.allows("[fe80::2]", at: address))
  }

  @Test(
    "What isn't a name is refused", arguments: ["", "http://a", "a b", "a:", "a:0", "a:x", "[a"])
  func senseless(name: String) {
    #expect(AllowedHosts(listeningOn: "127.0.0.1", adding: [name]) == nil)
  }
}
