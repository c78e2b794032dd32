import CookbookModel
import Foundation
import Testing

@Suite("Sign-in to a hub", .timeLimit(.minutes(2)))
struct SignInTests {
  @Test("15. Signing out keeps the recipes, and a later sign-in sends the changes since")
  func keeping() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        _ = try await first.client.post("/recipes", form: Samples.form)
        try await first.waitUntilUpToDate()
        let answer = try await first.client.post("/sync/sign-out", form: [("data", "keep")])
        #expect(answer.text.contains("The recipes stay on it."))
        try await first.wait(for: "the sign-out") { $0.state == .signedOut }
        #expect(try await first.count() == 61)
        try await first.edit("Lemon Posset") { $0.minutes = 21 }
        try await first.signIn()
        try await second.wait(for: "the edit") {
          try await second.recipe("Lemon Posset")?.recipe.minutes == 21
        }
        for book in [first, second] { #expect(try await book.count() == 61) }
      }
    }
  }

  @Test("15. Signing out deletes the recipes on request, and a later sign-in restores them")
  func deleting() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        _ = try await first.client.post("/recipes", form: Samples.form)
        try await second.wait(for: "the recipe") { try await second.count() == 61 }
        let answer = try await first.client.post("/sync/sign-out", form: [("data", "delete")])
        #expect(answer.status == 200 && answer.text.contains("has only the presets"))
        #expect(try await first.count() == 60)
        #expect(try await first.recipe("Lemon Posset") == nil)
        try await second.waitUntilUpToDate()
        #expect(try await second.count() == 61)
        try await first.signIn()
        try await first.wait(for: "the recipe") { try await first.recipe("Lemon Posset") != nil }
        try await first.waitUntilUpToDate()
        for book in [first, second] { #expect(try await book.count() == 61) }
      }
    }
  }

  @Test("15. The recipes of one account are never mixed with those of another")
  func accounts() async throws {
    try await withHub { hub in
      try await hub.withBook("first") { book in
        try await book.signIn(to: "ann")
        try await book.waitUntilUpToDate()
        _ = try await book.client.post("/sync/sign-out", form: [("data", "keep")])
        try await book.signIn(to: "bob")
        try await book.wait(for: "the pause") { $0.pause == "otherAccount" }
        let page = try await book.client.get("/sync")
        #expect(
          page.text.contains("belong to another account") && page.text.contains("id=\"adopt\""))
        _ = try await book.client.post("/sync/sign-out", form: [("data", "delete")])
        try await book.signIn(to: "bob")
        try await book.waitUntilUpToDate()
        #expect(try await book.state().account == "bob")
        #expect(try await book.count() == 60)
      }
    }
  }

  @Test(
    "15. The recipes can be given to another account on request, and the first one keeps its own")
  func adoption() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        try await first.edit("Hummus") { $0.minutes = 81 }
        try await second.wait(for: "the edit") {
          try await second.recipe("Hummus")?.recipe.minutes == 81
        }
        _ = try await first.client.post("/sync/sign-out", form: [("data", "keep")])
        try await first.signIn(to: "bob")
        try await first.wait(for: "the pause") { $0.pause == "otherAccount" }
        #expect(try await first.client.post("/sync/adopt").status == 200)
        try await first.waitUntilUpToDate()
        #expect(try await first.state().account == "bob")
        #expect(try await first.recipe("Hummus")?.recipe.minutes == 81)
        for book in [first, second] { #expect(try await book.count() == 60) }
        try await second.edit("Hummus") { $0.minutes = 82 }
        try await second.waitUntilUpToDate()
        #expect(try await first.recipe("Hummus")?.recipe.minutes == 81)
      }
    }
  }

  @Test("15. A revoked device is paused with the reason, and can sign in again")
  func revocation() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        let devices: [SyncedBook.Device] = try await first.client.get("/api/sync/devices").json()
        #expect(devices.count == 2 && devices[0].isCurrent)
        let other = try #require(devices.first { !$0.isCurrent })
        let question = try await first.client.get("/sync/devices/\(other.id)/revoke")
        #expect(question.text.contains("Sign the device out"))
        let answer = try await first.client.post("/sync/devices/\(other.id)/revoke")
        #expect(answer.path == "/sync" && answer.status == 200)
        try await second.edit("Hummus") { $0.minutes = 78 }
        try await second.wait(for: "the pause") { $0.state == .paused }
        #expect(try await second.state().status.pause == "unauthorized")
        let page = try await second.client.get("/sync")
        #expect(page.text.contains("does not accept this device any more"))
        #expect(page.text.contains("id=\"sign-in\""))
        try await second.signIn()
        try await first.wait(for: "the edit") {
          try await first.recipe("Hummus")?.recipe.minutes == 78
        }
      }
    }
  }

  @Test("15. A new pairing code signs another device in, once")
  func pairing() async throws {
    try await withHub { hub in
      try await hub.withBook("first") { first in
        try await first.signIn()
        let made = try await first.client.post("/sync/code")
        let text = try #require(
          made.text.firstMatch(of: /pairing-code">([^<]+)</).map { String($0.1) })
        try await hub.withBook("second") { second in
          let form = [("code", text), ("name", "Phone")]
          #expect(try await second.client.post("/sync/sign-in", form: form).status == 200)
          try await second.waitUntilUpToDate()
          let page = try await first.client.get("/sync")
          #expect(page.text.contains("Phone") && page.text.contains("This device"))
        }
        try await hub.withBook("third") { third in
          let form = [("code", text), ("name", "Phone")]
          let refused = try await third.client.post("/sync/sign-in", form: form)
          #expect(refused.status == 422 && refused.text.contains("class=\"problems\""))
          #expect(try await third.state().status.state == .signedOut)
        }
      }
    }
  }
}
