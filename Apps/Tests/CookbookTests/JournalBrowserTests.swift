import CookbookModel
import Foundation
import Testing
import WebTesting

@Suite(
  "The journal in a browser",
  .enabled(if: Browser.canBeHad, "There is no chromedriver, and no apt-get to install it with."),
  .timeLimit(.minutes(2))
)
struct JournalBrowserTests {
  /// The identities of the shown entries, in their order.
  private static let shown = """
    return [...document.querySelectorAll(".journal-row")].map((row) => row.id.slice(2)).join(" ");
    """

  @Test("The journal grows while it is scrolled, and keeps all entries when another tab adds one")
  func grows() async throws {
    try await withServer { client, book in
      try await book.writer.writeJournal(ofEntries: 500)
      let expected = try await book.reader.journal(limit: 500).items.map(\.entry.id.uuidString)
      let recipe = try #require(try await book.reader.surprise())
      try await Browser.run { web in
        try await web.open("http://127.0.0.1:\(client.port)/journal")
        try await web.wait(for: "#live[data-state=on]")
        try await web.wait(for: "#j-\(expected[19])")
        let first = try await web.run(Self.shown).split(separator: " ").count
        #expect(first < 200)
        _ = try await web.run("window.scrollTo(0, document.body.scrollHeight); return '';")
        try await web.wait(for: "#j-\(expected[first + 19])")
        let grown = try await web.run(Self.shown).split(separator: " ").map(String.init)
        #expect(grown == Array(expected.prefix(grown.count)))

        let added = try await book.writer.addLogEntry(
          LogDraft(date: Date(), note: "Again", rating: 5), to: recipe)
        try await web.wait(for: "#j-\(added)")
        let now = try await web.run(Self.shown).split(separator: " ").map(String.init)
        #expect(Array(now.prefix(grown.count + 1)) == [added.uuidString] + grown)
        #expect(try await web.consoleProblems().isEmpty)
      }
    }
  }

  @Test("All entries can be reached by scrolling, each once", arguments: [390, 1280])
  func end(width: Int) async throws {
    try await withServer { client, book in
      try await book.writer.writeJournal(ofEntries: 130)
      let expected = try await book.reader.journal(limit: 130).items.map(\.entry.id.uuidString)
      try await Browser.run { web in
        try await web.resize(width: width, height: 800)
        try await web.open("http://127.0.0.1:\(client.port)/journal")
        for _ in 0..<40 where try await web.run(Self.shown).split(separator: " ").count < 130 {
          _ = try await web.run("window.scrollTo(0, document.body.scrollHeight); return '';")
          try await Task.sleep(for: .milliseconds(100))
        }
        try await web.wait(for: "#j-\(expected[129])")
        #expect(try await web.run(Self.shown) == expected.joined(separator: " "))
        try await web.waitForEnd(of: "#journal-next")
        #expect(
          try await web.run("return document.documentElement.scrollWidth + '';") == "\(width)")
      }
    }
  }
}
