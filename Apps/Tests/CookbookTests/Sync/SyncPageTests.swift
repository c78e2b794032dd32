import CookbookModel
import Foundation
import Testing
import WebTesting

@Suite("The pages about the sync", .timeLimit(.minutes(2)))
struct SyncPageTests {
  @Test("15. Recipes with unsent changes have a badge until they are sent")
  func badges() async throws {
    try await withHub { hub in
      try await hub.withBook("first") { book in
        #expect(try await book.client.get("/").text.contains("sync-signedOut"))
        try await book.signIn()
        try await book.waitUntilUpToDate()
        try await book.wait(for: "the badge") {
          let before = try await book.client.get("/").text
          return before.contains("Up to date") && !before.contains("badge-unsent")
        }
        try await book.setOffline(true)
        #expect(try await book.client.get("/").text.contains("sync-offline"))
        try await book.edit("Hummus") { $0.minutes = 79 }
        try await book.wait(for: "the badge") { $0.unsent.count == 1 }
        let list = try await book.client.get("/?q=hummus").text
        #expect(list.contains("badge-unsent") && list.contains("Offline · 1 to send"))
        let recipe = try #require(try await book.recipe("Hummus"))
        let page = try await book.client.get("/recipes/\(recipe.recipe.id)").text
        #expect(page.contains("Not sent yet"))
        try await book.setOffline(false)
        try await book.waitUntilUpToDate()
        #expect(!(try await book.client.get("/").text.contains("badge-unsent")))
      }
    }
  }

  @Test("15. An open page hears of the offline switch")
  func live() async throws {
    try await withHub { hub in
      try await hub.withBook("first") { book in
        try await book.signIn()
        try await book.waitUntilUpToDate()
        try await withEvents(of: book.client) { events in
          var iterator = events.makeAsyncIterator()
          #expect(await iterator.next()?.name == "welcome")
          try await book.setOffline(true)
          var event = await iterator.next()
          while event?.name == "comment" { event = await iterator.next() }
          #expect(event?.name == "change")
        }
      }
    }
  }

  @Test("15. A hub that does not answer is named, and nothing is lost")
  func unreachable() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cookbook-sync-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Cookbook.store")
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    try await withServer(
      at: .file(file), syncingWith: BookHub(url: url, besideBookAt: file)
    ) { client, _ in
      let form = [("code", "7F3K-9QXM"), ("name", "Tablet")]
      let answer = try await client.post("/sync/sign-in", form: form)
      #expect(answer.status == 422 && answer.text.contains("The hub has not answered."))
      #expect(answer.text.contains("value=\"7F3K-9QXM\""))
      let empty = try await client.post("/sync/sign-in", form: [("code", " "), ("name", "Tablet")])
      #expect(empty.status == 422 && empty.text.contains("Write the pairing code"))
      let json = try await client.json("POST", "/api/sync/sign-in", #"{"code": "7F3K-9QXM"}"#)
      #expect(json.status == 502 && json.text.contains("hub_unreachable"))
    }
  }

  @Test("15. Other origins cannot use the sync", arguments: ["/sync/offline", "/sync/sign-out"])
  func origins(path: String) async throws {
    try await withHub { hub in
      try await hub.withBook("first") { book in
        let answer = try await book.client.post(
          path, form: [("value", "1")], headers: ["Origin": "http://elsewhere.example"])
        #expect(answer.status == 403)
        #expect(try await book.state().status.state == .signedOut)
      }
    }
  }

  @Test("15. A book without a hub shows no state, and says so")
  func noHub() async throws {
    try await withServer { client, _ in
      let page = try await client.get("/")
      #expect(!page.text.contains("sync-link"))
      let missing = try await client.get("/sync")
      #expect(missing.status == 404 && missing.text.contains("--hub"))
      let json = try await client.get("/api/sync")
      #expect(json.status == 404 && json.text.contains("no_hub"))
    }
  }
}
