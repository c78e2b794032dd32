import Foundation
import Testing

extension Clients {
  @Suite("Samples of the documentation, compiled")
  struct GuideCompilationTests {
    /// The samples of a page are one program. Those of a manifest are left out.
    @Test(
      "A page's samples compile without warnings",
      arguments: ["GettingStarted.md", "Guides/Contexts.md", "Guides/Fetching.md"])
    func samples(page: String) async throws {
      let folder = URL(fileURLWithPath: #filePath).appendingPathComponent(
        "../../../Documentation")
      let text = try String(
        contentsOf: folder.appendingPathComponent(page).standardized, encoding: .utf8)
      let samples = text.matches(of: #/```swift\n(.*?)```/#.dotMatchesNewlines())
        .map { String($0.1) }
        .filter { !$0.contains("PackageDescription") && !$0.hasPrefix(".target") }
      try #require(samples.count > 2)
      let source = samples.joined(separator: "\n")
      #expect(try await #require(ClientCompiler()).diagnostics(of: source, .swift6) == [])
    }
  }
}
