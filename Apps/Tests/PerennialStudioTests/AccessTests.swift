import Foundation
import Testing
import WebTesting

@Suite("Access to a studio", .timeLimit(.minutes(1)))
struct AccessTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen(dishes: 3) }

  @Test(
    "The printed address works once, and signs its browser in with a cookie that no script reads")
  func token() async throws {
    try await withStudio(kitchen.url, signingIn: false) { studio in
      #expect(studio.address.hasPrefix("http://127.0.0.1:\(studio.port)/?token="))
      let path = "/" + studio.address.drop { $0 != "?" }
      let first = try await studio.send(path)
      #expect(first.status == 303)
      #expect(first.fields["location"] == "/")
      let cookie = try #require(first.fields["set-cookie"])
      #expect(cookie.hasPrefix("perennial-studio-\(studio.port)="))
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
      let second = try await studio.send(path)
      #expect(second.status == 403)
      #expect(second.fields["set-cookie"] == nil)
      #expect(String(decoding: second.body, as: UTF8.self).contains("was used before"))

      let value = String(cookie.prefix { $0 != ";" })
      #expect(try await studio.send("/", cookie: value).status == 200)
      // The signed-in browser may load the address again.
      #expect(try await studio.send(path, cookie: value).status == 303)
      #expect(try await studio.send("/", cookie: value + "0").status == 403)
    }
  }

  @Test(
    "Without the cookie nothing of the store is answered",
    arguments: [
      "/", "/rows?entity=Dish", "/row?entity=Dish&key=1", "/presets", "/backups", "/sync",
      "/sql?sql=SELECT+1", "/sql/export?sql=SELECT+1&format=csv",
      "/export?entity=Dish&format=json", "/events", "/nowhere", "/?token=wrong",
    ])
  func noCookie(path: String) async throws {
    try await withStudio(kitchen.url, signingIn: false) { studio in
      let response = try await studio.send(path)
      #expect(response.status == 403)
      let text = String(decoding: response.body, as: UTF8.self)
      #expect(!text.contains("Dish") && !text.contains("Cuisine"))
    }
  }

  @Test("The studio answers only to names of this machine, and to its own pages")
  func hosts() async throws {
    try await withStudio(kitchen.url) { studio in
      for host in ["evil.example:\(studio.port)", "127.0.0.1:1", "192.168.0.1:\(studio.port)"] {
        #expect(try await studio.send("/", host: host).status == 421)
      }
      let own = try await studio.send("/", host: "localhost:\(studio.port)")
      #expect(own.status == 200)
      let foreign = ["Origin": "http://evil.example"]
      #expect(try await studio.send("/sql?sql=SELECT+1", fields: foreign).status == 403)
      let embedded = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"]
      #expect(try await studio.send("/rows?entity=Dish", fields: embedded).status == 403)
      #expect(try await studio.send("/", method: "POST").status == 404)
    }
  }

  @Test("Pages run no script but the studio's own, and tell other sites nothing")
  func headers() async throws {
    try await withStudio(kitchen.url) { studio in
      let fields = try await studio.send("/").fields
      let policy = try #require(fields["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
      #expect(!policy.contains("unsafe"))
      #expect(fields["referrer-policy"] == "same-origin")
      #expect(fields["x-content-type-options"] == "nosniff")
      #expect(fields["cache-control"] == "no-store")
    }
  }
}
