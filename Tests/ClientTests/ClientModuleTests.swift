import Foundation
import Testing

extension Clients {
  @Suite("Modules that come with SwiftData, compiled")
  struct ClientModuleTests {
    /// The modules of C are those whose maps ``ClientCompiler`` has: SQLite's, and the runtime's.
    @Test("A client loads Perennial's own modules and swift-log's, besides the toolchain's")
    func loaded() async throws {
      let source = """
        import Foundation
        import SwiftData

        @Model final class Trip {
          var name: String
          init(name: String) { self.name = name }
        }
        """
      let modules = try await #require(ClientCompiler()).loadedModules(of: source)
      #expect(
        modules == [
          "SwiftData", "Perennial", "PerennialRecords", "PerennialUI", "FoundationGaps", "Logging",
        ])
    }

    /// A module in the client's scope that declares another `joined(separator:)`, or another
    /// interpolation, changes the types of such lines.
    @Test("Ordinary lines about texts compile as without the framework", arguments: languageModes)
    func texts(mode: ClientCompiler.LanguageMode) async throws {
      let source = """
        import Foundation
        import SwiftData

        func list(_ rows: [Int]) -> String {
          rows.map { row in let r = row; return "\\(r)" }.joined(separator: ";")
        }

        func use() {
          let rows = ["a", "b"]
          let text = rows.map { row in let r = row; return "\\(r)" }.joined(separator: ";")
          let characters: Int = text.count
          let query = ["a": 1].map { key, value in "\\(key)=\\(value)" }.sorted().joined(separator: "&")
          let numbers = [1, 2].map { number in
            let half = Double(number) / 2
            return String(format: "%.1f", half)
          }.joined(separator: ", ")
          let words = "a b".split(separator: " ").joined(separator: "-").uppercased()
          let nested = [[1], [2]].joined().map { "\\($0)" }.joined()
          print(characters, query + numbers + words + nested, [list([1]), text].joined(separator: "\\n"))
        }
        """
      #expect(try await #require(ClientCompiler()).diagnostics(of: source, mode) == [])
    }

    private static let languageModes = ClientCompiler.LanguageMode.allCases

    /// The modules that it imports may have been built with the trait: they have no code that depends on it.
    @Test("PerennialSync compiles without the trait SealedSync")
    func withoutSealing() async throws {
      let compiler = try #require(ClientCompiler())
      let modules = try await compiler.loadedModules(
        ofSources: "Sources/PerennialSync", named: "PerennialSync")
      #expect(
        modules == ["Perennial", "PerennialRecords", "PerennialReplication", "Logging"])
    }
  }
}

@Suite("The package's manifest")
struct ManifestTests {
  private func contents(of file: String) throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../\(file)").standardized, encoding: .utf8)
  }

  @Test("The package depends on swift-syntax and swift-log, and with a trait on swift-crypto")
  func dependencies() throws {
    let manifest = try contents(of: "Package.swift")
    let packages = manifest.matches(of: #/\.package\(\s*[a-z]+:\s*"([^"]*)"/#).map { String($0.1) }
    #expect(
      packages == [
        "https://github.com/swiftlang/swift-syntax", "https://github.com/apple/swift-log",
        "https://github.com/apple/swift-crypto",
      ])
    // A product without the condition would have every client resolve and build swift-crypto.
    let uses = manifest.matches(of: #/package: "swift-crypto"/#)
    let conditional = manifest.matches(
      of: #/package: "swift-crypto", condition: \.when\(traits: \["SealedSync"\]\)/#)
    #expect(!uses.isEmpty && uses.count == conditional.count)
    let defaults = try #require(manifest.firstMatch(of: #/enabledTraits: \[([^\]]*)\]/#))
    #expect(!defaults.1.contains("SealedSync"))
  }

  /// The tests can be built with any traits, so a copy of the manifest is resolved, which is enough for SwiftPM.
  @Test(
    "Without the trait, SwiftPM resolves swift-syntax and swift-log alone",
    .enabled(if: ClientCompiler.isThere), .timeLimit(.minutes(2)))
  func resolution() async throws {
    let compiler = try #require(ClientCompiler())
    try await compiler.inDirectory { directory in
      try contents(of: "Package.swift")
        .write(
          to: directory.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
      let (status, output) = try await compiler.run("swift", ["package", "resolve"], in: directory)
      try #require(status == 0, "\(output)")
      let resolved = try String(
        contentsOf: directory.appendingPathComponent("Package.resolved"), encoding: .utf8)
      let packages = resolved.matches(of: #/"identity" : "([^"]*)"/#).map { String($0.1) }
      #expect(packages == ["swift-log", "swift-syntax"])
    }
  }
}
