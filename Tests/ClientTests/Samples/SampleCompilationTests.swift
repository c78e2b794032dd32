import Foundation
import Testing

extension Clients {
  /// The samples of a page are one program: later ones use what earlier ones declare.
  @Suite("Samples of the documentation, compiled")
  struct SampleCompilationTests {
    @Test("A page's samples compile without warnings", arguments: try SamplePages.all())
    func samples(_ page: SampleSource) async throws {
      let compiler = try #require(ClientCompiler())
      for diagnostic in try await compiler.diagnostics(of: page) {
        Issue.record("\(page.page):\(diagnostic)")
      }
    }

    @Test(
      "What a reader copies has its imports, and that of the README all that it needs (41/29)",
      arguments: try SamplePages.all())
    func visible(_ page: SampleSource) {
      let needed = page.hiddenLines.filter { page.page == "README.md" || $0.hasPrefix("import ") }
      #expect(needed.isEmpty, "\(page.page) hides lines of its samples")
    }

    /// The entry point of a program checks what the page says. A reader does not see it, except that of Getting
    /// started.
    @Test(
      "The programs of pages run", .timeLimit(.minutes(1)),
      arguments: try SamplePages.all().filter(\.hasEntryPoint))
    func programs(_ page: SampleSource) async throws {
      let (status, output) = try await #require(ClientCompiler()).run(page)
      #expect(status == 0, "\(output)")
    }

    @Test("The samples in doc comments compile without warnings")
    func docComments() async throws {
      let samples = try DocCommentSamples()
      let compiler = try #require(ClientCompiler())
      for message in try await compiler.messages(about: samples.program) {
        Issue.record("\(message)")
      }
      #expect(samples.count >= 400)
    }

    @Test("No two doc comments have the same sample")
    func repeated() throws {
      for places in try DocCommentSamples().places.values where places.count > 1 {
        Issue.record("The same sample is at \(places.sorted().joined(separator: " and ")).")
      }
    }

    #if os(Linux)
    /// The stub of SwiftUI is built on Linux alone, for the tests of PerennialUI.
    @Test("The samples of views compile without warnings, against a stub of SwiftUI")
    func views() async throws {
      let samples = try ViewSamples()
      let compiler = try #require(ClientCompiler())
      for message in try await compiler.messages(about: samples.program, ViewSamples.options) {
        Issue.record("\(message)")
      }
      #expect(samples.count >= 25)
    }
    #endif

    @Test("No page is left out: there are 120 samples or more")
    func count() throws {
      let count = try SamplePages.all().map(\.count).reduce(0, +)
      let comments = try DocCommentSamples().count
      let views = try ViewSamples().count
      print(
        "\(count) samples of pages, \(comments) of doc comments, \(views) of views are compiled.")
      #expect(count >= 120)
    }
  }
}
