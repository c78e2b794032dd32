import Foundation
import PerennialHub
import PerennialRecords
import Testing
import WebTesting

@Suite("The admin pages of a hub", .timeLimit(.minutes(2)))
struct AdminTests {
  /// The fields of a browser that is signed in.
  private func cookie(_ hub: TestHub) async throws -> [String: String] {
    let address = try #require(hub.adminAddress)
    let answer = try await withRawConnection(to: hub.port) { connection in
      _ = await connection.send(
        "GET \(address) HTTP/1.1\r\nHost: 127.0.0.1:\(hub.port)\r\nConnection: close\r\n\r\n")
      return await connection.receiveAll().head
    }
    let field = try #require(answer.firstMatch(of: /(?i)set-cookie: ([^;]+); ([^\r]*)/))
    #expect(answer.hasPrefix("HTTP/1.1 303"))
    #expect(field.2 == "Path=/admin; HttpOnly; SameSite=Strict")
    return ["Cookie": String(field.1)]
  }

  @Test("The pages show accounts, zones, devices, lag, errors and requests, and no values")
  func pages() async throws {
    try await withHub(configuring: {
      $0.hasAdminPages = true
      $0.figuresInterval = .milliseconds(20)
    }) { hub in
      let (phone, tablet) = (
        try await hub.signIn(as: "<b>Phone"), try await hub.signIn(as: "Tablet")
      )
      _ = try await tablet.pull()
      _ = try await phone.push([Sample.object(1, title: "Secret pasta"), Sample.object(2)])
      _ = try await phone.pull()
      #expect(try await hub.stranger.pull().status == 401)
      let signedIn = try await cookie(hub)
      let page = try await hub.stranger.send("GET", "/admin", headers: signedIn)
      #expect(page.status == 200)
      #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
      for text in [
        "<a href=\"/admin/accounts/ann\">", "POST /sync/1/zones/{zone}/push", "unauthorized",
        "<td class=\"number\">2</td>",
      ] {
        #expect(page.text.contains(text), "\(text)")
      }
      let account = try await hub.stranger.send("GET", "/admin/accounts/ann", headers: signedIn)
      for text in [HubClient.zone, "&lt;b&gt;Phone", "Tablet", "<td class=\"number\">2</td>"] {
        #expect(account.text.contains(text), "\(text)")
      }
      for text in [page.text, account.text, "\(hub.log.text)"] {
        #expect(!text.contains("Secret") && !text.contains(phone.token ?? "-"))
      }
      #expect(!hub.log.text.contains(hub.adminAddress ?? "-"))
      #expect(
        try await hub.stranger.send("GET", "/admin/accounts/eve", headers: signedIn).status == 404)
    }
  }

  @Test("Only a browser on this machine that was signed in by the printed address sees them")
  func access() async throws {
    try await withHub(configuring: { $0.hasAdminPages = true }) { hub in
      let phone = try await hub.signIn()
      let paths = ["/admin", "/admin/accounts/ann", "/admin/events", "/admin?token=wrong"]
      for path in paths {
        #expect(try await hub.stranger.get(path).status == 403, "\(path)")
        // The token of a device is none of an operator.
        #expect(try await phone.get(path).status == 403, "\(path)")
      }
      let signedIn = try await cookie(hub)
      let address = try #require(hub.adminAddress)
      #expect(try await hub.stranger.get(address).status == 403)
      #expect(try await hub.stranger.send("GET", "/admin", headers: signedIn).status == 200)
      let proxied = signedIn.merging(["X-Forwarded-For": "1.2.3.4"]) { $1 }
      #expect(try await hub.stranger.send("GET", "/admin", headers: proxied).status == 404)
      let foreign = signedIn.merging(["Host": "hub.example"]) { $1 }
      #expect(try await hub.stranger.send("GET", "/admin", headers: foreign).status == 421)
      #expect(try await hub.stranger.send("POST", "/admin", headers: signedIn).status == 404)
      // The wrong address of two clients, the right one, and the right one again.
      let events = try await hub.storage.audit(of: nil, since: 0, upTo: 1000).map(\.event)
      #expect(
        events.filter { [.operatorSignedIn, .operatorRefused].contains($0) } == [
          .operatorRefused, .operatorRefused, .operatorSignedIn, .operatorRefused,
        ])
    }
  }

  @Test("Without the option, there are no pages")
  func absent() async throws {
    try await withHub { hub in
      #expect(hub.adminAddress == nil)
      for path in ["/admin", "/admin/events", "/assets/pages.css"] {
        let answer = try await hub.stranger.get(path)
        #expect(answer.status == 404, "\(path)")
      }
    }
  }

  @Test(
    "In a browser, the pages follow the hub, and fit a phone and a desktop, in light and in dark",
    .enabled(if: Browser.canBeHad, "There is no chromedriver, and no apt-get to install it with."))
  func browser() async throws {
    try await withHub(configuring: {
      $0.hasAdminPages = true
      $0.figuresInterval = .milliseconds(20)
    }) { hub in
      let phone = try await hub.signIn(as: "Phone")
      _ = try await phone.push((1...20).map { Sample.object(Int64($0)) })
      _ = try await phone.pull()
      for name in ["bob", "carol"] { _ = try await hub.signIn(name, as: "Tablet of \(name)") }
      let root = "http://127.0.0.1:\(hub.port)"
      let address = try #require(hub.adminAddress)
      try await Browser.run { web in
        try await web.open(root + address)
        try await web.wait(for: "#live[data-state=on]", containing: "live")
        #expect(try await web.run("return location.href") == root + "/admin")
        #expect(try await web.run("return document.cookie") == "")
        for (width, height) in [(360, 740), (1280, 800)] {
          try await web.resize(width: width, height: height)
          for isDark in [false, true] {
            try await web.prefer(dark: isDark)
            for path in ["/admin", "/admin/accounts/ann"] {
              try await web.open(root + path)
              try await web.wait(for: "#live[data-state=on]", containing: "live")
              try await keep(web, "\(path)-\(width)-\(isDark ? "dark" : "light")")
              let wide = try await web.run("return document.documentElement.scrollWidth")
              #expect(Int(wide) == width, "\(path) at \(width)")
            }
          }
        }
        try await web.open(root + "/admin")
        try await web.wait(for: "#live[data-state=on]", containing: "live")
        _ = try await hub.signIn("dave")
        try await web.wait(for: "#accounts", containing: "dave")
        #expect(try await web.consoleProblems() == [])
      }
    }
  }

  /// Writes a picture if the variable `HUB_PICTURES` names a directory.
  private func keep(_ web: WebDriver, _ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["HUB_PICTURES"] else { return }
    let file = name.replacing("/", with: "_") + ".png"
    try await web.picture().write(to: URL(filePath: folder).appending(path: file))
  }
}
