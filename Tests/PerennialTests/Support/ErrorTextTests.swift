import Foundation
import Testing

/// Programs show `localizedDescription` of what they catch. Foundation has a text of its own for errors that have none,
/// which says nothing.
@Suite("41/30: Errors that programs catch have a text")
struct ErrorTextTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardized

  /// The lines of the products' sources that declare errors or their conformances, without the servers' layer of HTTP,
  /// which programs do not call.
  private static let lines: [Substring] = ["Sources", "Apps/Sources"].flatMap { folder in
    let sources = root.appendingPathComponent(folder)
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: sources.path)) ?? []
    return paths.filter { $0.hasSuffix(".swift") && !$0.contains("HardenedHTTP/") }
      .flatMap { path in
        let file = sources.appendingPathComponent(path)
        return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
          .filter { $0.contains("Error") && ($0.contains("public ") || $0.contains("extension ")) }
      }
  }

  /// The names of the public error types, without those that programs do not catch: an engine's failure, and what a
  /// program's own store answers to the framework.
  private static let names: [String] = lines.compactMap { line in
    line.firstMatch(of: /^ *public (?:struct|enum|final class) (\w+):.*\bError\b/).map {
      String($0.1)
    }
  }.filter { !["EngineFailure", "DataStoreError"].contains($0) }.sorted()

  @Test("The sources are found")
  func found() { #expect(Self.names.contains("HubError") && Self.names.count > 15) }

  @Test("Each is a LocalizedError, and is printed as a sentence", arguments: names)
  func text(name: String) throws {
    func conforms(to conformance: String) throws -> Bool {
      let pattern = try Regex("\\b\(name):.*\\b\(conformance)\\b")
      return Self.lines.contains { $0.contains(name) && $0.contains(pattern) }
    }
    #expect(try conforms(to: "LocalizedError"))
    #expect(try conforms(to: "CustomStringConvertible"))
  }
}
