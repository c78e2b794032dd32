import Foundation
import Testing

extension Clients {
  @Suite("Documentation/Guides/Troubleshooting.md")
  struct TroubleshootingTests {
    /// The names of errors whose cases the compiler knows, and the modules that declare them.
    private static let enumerations = [
      "DataStoreError", "SyncError", "HubError.Code", "SyncHubError", "CredentialError",
      "HTTPTransportError", "InspectionError.Code",
    ]

    /// The compiler refuses a `switch` that lacks a case, and a case that does not exist.
    @Test("The tables of enumerations have each case, once")
    func cases() async throws {
      var source = """
        import PerennialInspection
        import PerennialRecords
        import PerennialSync
        import SwiftData

        """
      for (number, name) in Self.enumerations.enumerated() {
        let rows = try Self.rows(of: name)
        source += "func check\(number)(_ error: \(name)) {\n  switch error {\n"
        source += rows.map { "  case .\($0): break\n" }.joined() + "  }\n}\n"
      }
      #expect(try await #require(ClientCompiler()).diagnostics(of: source, .swift6) == [])
    }

    @Test(
      "The tables of codes that are constants have each constant, once",
      arguments: [
        ("SwiftDataError", "Sources/Perennial/Support/SwiftDataError.swift"),
        ("PresetError.Code", "Sources/PerennialPresets/Reports/PresetError.swift"),
      ])
    func constants(name: String, file: String) throws {
      let declarations = try SamplePages.text(of: file)
        .matches(of: #/public static let (\w+) =\s+(?:SwiftDataError|Code)\(/#)
        .map { String($0.1) }
      try #require(declarations.count > 8)
      #expect(try Self.rows(of: name).sorted() == declarations.sorted())
    }

    @Test("Each row has a cause and a way out")
    func ways() throws {
      for name in Self.enumerations + ["SwiftDataError", "PresetError.Code"] {
        for line in try Self.lines(of: name) {
          #expect(line.split(separator: " | ").count == 3, "\(line)")
        }
      }
    }

    /// The cases that the table of an error has.
    private static func rows(of error: String) throws -> [String] {
      try lines(of: error).compactMap { $0.firstMatch(of: #/^\| `(\w+)`/#).map { String($0.1) } }
    }

    private static func lines(of error: String) throws -> [Substring] {
      let text = try SamplePages.text(of: "Documentation/Guides/Troubleshooting.md")
      let heading = try #require(
        text.range(of: "\n| `\(error)` | Cause | Way out |\n|---|---|---|\n"),
        "no table of \(error)")
      return text[heading.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
        .prefix { $0.hasPrefix("| ") }
    }
  }
}
