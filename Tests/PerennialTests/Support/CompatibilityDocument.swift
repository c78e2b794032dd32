import Foundation
import Testing

/// The tables of error codes in Documentation/Compatibility.md.
enum CompatibilityDocument {
  static var url: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Documentation/Compatibility.md").standardized
  }

  /// The rows of the table of error codes that is headed by a domain.
  static func rows(below domain: String) throws -> [String] {
    let text = try String(contentsOf: url, encoding: .utf8)
    let heading = try #require(
      text.range(of: "\n| `\(domain)` | Code |\n|---|---|\n"), "no table of \(domain)")
    return text[heading.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("| ") }.map(String.init)
  }
}
