import Foundation
import Testing

@Suite("Links of the documentation")
struct LinkTests {
  @Test("Each link leads to a file of the repository, and to a heading in it")
  func links() throws {
    let names =
      ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "Benchmarks/README.md"]
      + (try SamplePages.names(below: "Documentation"))
    var count = 0
    for name in names {
      for target in try LinkedPage(name).targets {
        count += 1
        #expect(try Self.exists(target, from: name), "\(name) has a link to \(target)")
      }
    }
    #expect(count > 250)
  }

  private static func exists(_ target: String, from page: String) throws -> Bool {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let base = URL(filePath: "/\(page)").deletingLastPathComponent()
    let path =
      parts[0].isEmpty ? page : String(base.appending(path: parts[0]).standardized.path.dropFirst())
    guard SamplePages.has(path) else { return false }
    guard parts.count == 2, path.hasSuffix(".md") else { return true }
    return try LinkedPage(path).anchors.contains(String(parts[1]))
  }
}

/// The headings of a page of Markdown, and its links.
private struct LinkedPage {
  private let prose: [Substring]

  init(_ name: String) throws {
    var isCode = false
    prose = try SamplePages.text(of: name)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in
        if line.hasPrefix("```") { isCode.toggle() }
        return !isCode && !line.hasPrefix("```")
      }
  }

  /// The targets of links that lead to a file or a heading of the repository.
  var targets: [String] {
    prose.joined(separator: "\n").matches(of: #/\]\(([^)\s]+)\)/#)
      .map { String($0.1) }.filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
  }

  /// The anchors of the headings, as servers of repositories make them.
  var anchors: Set<String> {
    Set(
      prose.compactMap { line in
        guard let heading = line.wholeMatch(of: #/#+ +(.*)/#) else { return nil }
        return heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      })
  }
}
