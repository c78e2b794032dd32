import CookbookModel
import Foundation
import Testing

@testable import CookbookWeb

/// The tour names files of the project, which are not part of the program.
@Suite("Tour", .timeLimit(.minutes(1)))
struct TourTests {
  private static var project: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
  }

  @Test("Each source and article exists, and no source is long", arguments: TourStop.all.map(\.id))
  func files(id: String) throws {
    let stop = try #require(TourStop.all.first { $0.id == id })
    #expect(!stop.sources.isEmpty && !stop.articles.isEmpty)
    for path in stop.sources + stop.articles {
      let text = try String(contentsOf: Self.project.appending(path: path), encoding: .utf8)
      if path.hasSuffix(".swift") {
        #expect(text.split(separator: "\n").count < 300, "\(path)")
      }
    }
  }

  @Test("The tour has each use case of the documentation")
  func useCases() throws {
    let folder = Self.project.appending(path: "Documentation/UseCases")
    let articles = Set(TourStop.all.flatMap(\.articles))
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      #expect(articles.contains("Documentation/UseCases/\(name)"), "\(name)")
    }
  }

  @Test("Each screen links to its stop, and the tour to each screen")
  func links() async throws {
    try await withServer { client, book in
      let tour = try await client.get("/tour").text
      let recipe = try await book.recipe("Hummus").recipe.id
      for stop in TourStop.all where !["sync", "conflicts", "update"].contains(stop.id) {
        let address = stop.address ?? "/recipes/\(recipe)"
        if stop.address != nil {
          #expect(tour.contains("<a href=\"\(address)\">\(stop.title)</a>"))
        }
        #expect(tour.contains("<section id=\"\(stop.id)\""))
        let page = try await client.get(address).text
        #expect(page.contains("href=\"/tour#\(stop.id)\""), "\(stop.id)")
      }
      #expect(try await client.get("/recipes/new").text.contains("href=\"/tour\""))
    }
  }
}
