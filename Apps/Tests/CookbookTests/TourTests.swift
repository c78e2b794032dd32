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

  @Test("The tour links to the text of each source and of each article (41.35)")
  func texts() async throws {
    try await withServer { client, _ in
      let tour = try await client.get("/tour").text
      let links = tour.matches(of: /<a href="([^"]+)"><code>([^<]+)<\/code><\/a>/)
      let paths = Set(TourStop.all.flatMap { $0.sources + $0.articles })
      #expect(Set(links.map { String($0.2) }) == paths && paths.count > 20)
      for link in links {
        let page = try await client.get(String(link.1))
        let file = Self.project.appending(path: String(link.2))
        var text = page.text
        for (escaped, character) in [
          ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
        ] {
          text = text.replacing(escaped, with: character)
        }
        #expect(page.status == 200)
        #expect(text.contains(try String(contentsOf: file, encoding: .utf8)), "\(link.2)")
        #expect(text.contains("In the tour: <a href=\"/tour#"))
      }
    }
  }

  @Test(
    "Files that the tour does not have are not shown (41.35)",
    arguments: [
      "", "Documentation", "Apps/Package.swift", "/etc/passwd", "../../../../etc/passwd",
      "Documentation/../Apps/Package.swift", "Documentation/Sync.md/../Sync.md",
    ])
  func otherFiles(path: String) async throws {
    try await withServer { client, _ in
      let encoded = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let page = try await client.get("/tour/file?path=\(encoded)")
      #expect(page.status == 404 && page.text.contains("The tour has no file"))
    }
  }

  @Test("Screens that need a hub are links only if the book has one (41.35)")
  func hub() async throws {
    try await withServer { client, _ in
      let tour = try await client.get("/tour").text
      #expect(!tour.contains("href=\"/sync") && tour.contains("This screen needs a hub"))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "Tour-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Book.store")
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    try await withServer(
      at: .file(file), syncingWith: BookHub(url: url, besideBookAt: file)
    ) { client, _ in
      let tour = try await client.get("/tour").text
      for title in ["<a href=\"/sync\">Sync</a>", "<a href=\"/sync/conflicts\">Conflicts</a>"] {
        #expect(tour.contains(title), "\(title)")
      }
      #expect(!tour.contains("This screen needs a hub"))
    }
  }

  @Test("A program outside of the project shows the paths without links (41.35)")
  func installed() {
    #expect(ProjectFolder(above: URL(filePath: "/usr/bin/Cookbook")) == nil)
    #expect(ProjectFolder()?.text(at: "Documentation/Sync.md") != nil)
    let page = TourPage(hasHub: false, hasFiles: false)
    #expect(page.stops.flatMap { $0.sources + $0.articles }.allSatisfy { $0.textAddress == nil })
  }

  @Test("Each screen links to its stop, and the tour to each screen")
  func links() async throws {
    try await withServer { client, _ in
      let tour = try await client.get("/tour").text
      for stop in TourStop.all where !["sync", "conflicts", "update"].contains(stop.id) {
        let address = stop.address
        #expect(tour.contains("<a href=\"\(address)\">\(stop.title)</a>"))
        #expect(tour.contains("<section id=\"\(stop.id)\""))
        let page = try await client.get(address).text
        #expect(page.contains("href=\"/tour#\(stop.id)\""), "\(stop.id)")
      }
      #expect(try await client.get("/recipes/new").text.contains("href=\"/tour\""))
    }
  }
}
