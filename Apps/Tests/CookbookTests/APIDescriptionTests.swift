import CookbookModel
import Foundation
import HTTPTypes
import HardenedHTTP
import Hummingbird
import Logging
import Testing

@testable import CookbookWeb

@Suite("The description of the JSON interface", .timeLimit(.minutes(1)))
struct APIDescriptionTests {
  private struct Description: Decodable {
    struct Endpoint: Decodable {
      var method: String
      var path: String
      var summary: String
      var query: [String: String]?
    }

    var name: String
    var links: [String: String]
    var endpoints: [Endpoint]
  }

  @Test("41/24: A number of the file that JSON lacks is a text, and no failure")
  func infiniteNumbers() throws {
    let answer = try JSONBody([
      "high": Double.infinity, "low": -.infinity, "none": .nan, "mean": 1.5,
    ])
    .response()
    #expect(answer.status == .ok)
    #expect(
      answer.body.contentLength
        == #"{"high":"Infinity","low":"-Infinity","mean":1.5,"none":"NaN"}"#.utf8.count)
  }

  @Test("13.24 /api answers JSON, and its links lead somewhere")
  func root() async throws {
    try await withServer { client, _ in
      let answer = try await client.get("/api")
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
      let description = try answer.json(Description.self)
      #expect(description.name == "Cookbook")
      for link in description.links.values where link != "/events" {
        #expect(try await client.get(link).status == 200, "\(link)")
      }
      #expect(description.endpoints.allSatisfy { !$0.summary.isEmpty })
    }
  }

  @Test("13.24 /api describes what there is, and nothing else")
  func whole() async throws {
    let book = try RecipeBook(at: .memory, recipes: Samples.noRecipes())
    let server = CookbookServer(
      book: book, host: "127.0.0.1", port: 0, logger: Logger(label: "Tests"))
    let routes = try server.makeRouter(streams: StreamLimit(1)).routes
      .map { "\($0.method.rawValue) \($0.path)" }
      .filter { $0.contains(" /api") && !$0.hasPrefix("HEAD") }
    let described = APIEndpoint.all.map { endpoint in
      "\(endpoint.method) \(endpoint.path.replacing(/:(\w+)/) { "{\($0.1)}" })"
    }
    #expect(described.sorted() == routes.sorted())
  }

  @Test("13.24 The documentation has every endpoint")
  func documentation() throws {
    var folder = URL(filePath: #filePath)
    for _ in 1...4 { folder.deleteLastPathComponent() }
    let text = try String(
      contentsOf: folder.appending(path: "Documentation/Cookbook.md"), encoding: .utf8)
    for endpoint in APIEndpoint.all {
      #expect(text.contains("| `\(endpoint.method) \(endpoint.path)`"), "\(endpoint.path)")
      for name in (endpoint.query ?? [:]).keys { #expect(text.contains("`\(name)`"), "\(name)") }
    }
  }
}
