import CookbookModel
import CookbookWeb
import Logging
import Testing

@Suite("Server", .timeLimit(.minutes(1)))
struct ServerTests {
  @Test("A port that is taken is named")
  func portInUse() async throws {
    try await withServer { client, book in
      var second = CookbookServer(
        book: book,
        host: "127.0.0.1",
        port: client.port,
        logger: Logger(label: "Tests", factory: { _ in SwiftLogNoOpLogHandler() })
      )
      second.stopsOnSignals = false
      await #expect(throws: ServerError.portInUse(host: "127.0.0.1", port: client.port)) {
        try await second.run { _ in }
      }
    }
  }

  @Test("Head requests, sizes and assets behave")
  func manners() async throws {
    try await withServer { client, _ in
      let style = try await client.get("/assets/cookbook.css")
      #expect(style.headers["content-type"]?.hasPrefix("text/css") == true)
      let tag = try #require(style.headers["etag"])
      #expect(
        try await client.get("/assets/cookbook.css", headers: ["If-None-Match": tag]).status == 304
      )
      let long = String(repeating: "x", count: 600 * 1024)
      #expect(try await client.post("/recipes", form: [("title", long)]).status == 413)
      let health = try await client.get("/health")
      #expect(health.status == 200 && health.text.contains("\"status\":\"ok\""))
    }
  }
}
