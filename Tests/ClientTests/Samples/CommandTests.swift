import Foundation
import Testing

extension Clients {
  /// The commands that take minutes are not replayed: `swift run` of a new package, which compiles swift-syntax, and
  /// those that install.
  @Suite("Commands of the documentation, replayed")
  struct CommandTests {
    @Test("The commands of Getting started make the package whose manifest the page has")
    func newPackage() async throws {
      let compiler = try #require(ClientCompiler())
      let page = try SamplePages.text(of: "Documentation/GettingStarted.md")
      #expect(
        page.contains("\nmkdir journal && cd journal && swift package init --type executable\n"))
      #expect(page.contains("\n`Sources/journal/journal.swift`:\n"))
      let manifest = try #require(
        page.firstMatch(of: #/```swift\n(// swift-tools-version.*?)```/#.dotMatchesNewlines())
      ).1
      try await compiler.inDirectory { directory in
        let journal = directory.appendingPathComponent("journal")
        try FileManager.default.createDirectory(at: journal, withIntermediateDirectories: false)
        let new = try await compiler.run(
          "swift", ["package", "init", "--type", "executable"], in: journal)
        #expect(new.status == 0, "\(new.output)")
        let source = journal.appendingPathComponent("Sources/journal/journal.swift")
        #expect(FileManager.default.fileExists(atPath: source.path))

        try Data(manifest.utf8).write(to: journal.appendingPathComponent("Package.swift"))
        let package = try await compiler.run("swift", ["package", "describe"], in: journal)
        #expect(package.status == 0, "\(package.output)")
        #expect(package.output.contains("Name: journal\n"))
        #expect(package.output.contains("        journal.swift\n"))
      }
    }

    @Test("The project has each target of make that its pages show")
    func targets() throws {
      let makefile = try SamplePages.text(of: "Makefile")
      let known = Set(makefile.matches(of: #/(?m)^([a-z-]+):/#).map { String($0.1) })
      let pages = try ["README.md", "CONTRIBUTING.md"] + SamplePages.names(below: "Documentation")
      for page in pages {
        let command = #/(?m)(?:^|`)make ([a-z-]+)(?= *(?:#|`|$|[A-Z_]+=))/#
        for command in try SamplePages.text(of: page).matches(of: command) {
          #expect(known.contains(String(command.1)), "\(page) shows make \(command.1)")
        }
      }
    }
  }
}
