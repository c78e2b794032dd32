import CookbookModel
import Foundation
import Testing
import WebTesting

@Suite("The menu", .timeLimit(.minutes(1)))
struct MenuTests {
  @Test(
    "The head of each page leads to the history, the statistics and the reset (41.35)",
    arguments: ["/", "/journal", "/recipes/new", "/history", "/tour", "/nowhere"])
  func head(path: String) async throws {
    try await withServer { client, _ in
      let page = try await client.get(path).text
      let start = try #require(page.range(of: "<nav aria-label=\"Main\">")).upperBound
      let end = try #require(page.range(of: "</nav>")).lowerBound
      let head = page[start..<end]
      for (address, title) in [
        ("/history", "History"), ("/statistics", "Statistics"), ("/reset", "Reset…"),
      ] {
        let current = address == path ? " aria-current=\"page\"" : ""
        #expect(head.contains("<a href=\"\(address)\"\(current)>\(title)</a>"), "\(address)")
      }
      // The browser opens it without a script.
      #expect(head.contains("<details") && head.contains("<summary>More</summary>"))
      let main = try #require(page.range(of: "<main")).lowerBound
      #expect(start < main)
    }
  }

  @Test("Each page of the menu exists (41.35)")
  func pages() async throws {
    try await withServer { client, _ in
      let page = try await client.get("/").text
      let menu = try #require(page.firstMatch(of: /(?s)<details class="menu".*?<\/details>/)).output
      let addresses = menu.matches(of: /href="([^"#]+)/).map { String($0.1) }
      #expect(addresses.count == 5)
      for address in addresses {
        #expect(try await client.get(address).status == 200, "\(address)")
      }
    }
  }
}

@Suite(
  "The menu in a browser",
  .enabled(if: Browser.canBeHad, "There is no chromedriver, and no apt-get to install it with."),
  .timeLimit(.minutes(2))
)
struct MenuBrowserTests {
  @Test(
    "The menu fits into the window, is closed by Escape, and leads to its pages (41.35)",
    arguments: [320, 390, 1200])
  func opening(width: Int) async throws {
    try await withServer { client, _ in
      try await Browser.run { web in
        try await web.resize(width: width, height: 800)
        try await web.open("http://127.0.0.1:\(client.port)/")
        try await web.wait(for: "#live[data-state=on]")
        try await web.click("#menu summary")
        try await web.wait(for: "#menu[open]")
        let fits = """
          const box = document.querySelector("#menu ul").getBoundingClientRect();
          const head = document.querySelector(".site-bar nav").getBoundingClientRect();
          return [box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
            head.height < 60, document.documentElement.scrollWidth].join(" ");
          """
        #expect(try await web.run(fits) == "true true \(width)")
        let escape = """
          document.querySelector("#menu a").dispatchEvent(
            new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
          return "";
          """
        try await web.run(escape)
        try await web.waitForEnd(of: "#menu[open]")
        try await web.click("#menu summary")
        try await web.click("#menu a[href='/statistics']")
        try await web.wait(for: "h1", containing: "Statistics")
        try await web.click("#menu summary")
        try await web.click("#live")
        try await web.waitForEnd(of: "#menu[open]")
        #expect(try await web.consoleProblems().isEmpty)
      }
    }
  }
}
