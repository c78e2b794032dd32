// Writes the Markdown of the repository as articles of DocC: `make docs` runs it.
//
// usage: articles REPOSITORY CATALOG
//
// The pages stay where they are, with links that work in a repository. In the catalog, a link to a page or to a
// heading is one of DocC. Documentation/README.md, the index, becomes the landing page. A link without a target
// is an error.
import Foundation

struct Page {
  let path: String
  let lines: [String]

  /// The name of the article, which is unique among all articles.
  var name: String {
    switch path {
    case "README.md": "Overview"
    case "Documentation/README.md": "Perennial-Guide"
    default:
      String(path.dropLast(".md".count)).replacing("Documentation/", with: "")
        .replacing("/", with: "-")
    }
  }

  /// The lines that are not code.
  var prose: [String] {
    var isCode = false
    return lines.filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("```")
    }
  }

  /// The anchors of headings in DocC, by those in a repository.
  var anchors: [String: String] {
    var anchors: [String: String] = [:]
    for line in prose {
      guard let match = line.firstMatch(of: /^#{2,} +(.*)$/) else { continue }
      let text = match.1.replacing("`", with: "")
      let slug = text.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        .replacing(" ", with: "-")
      anchors[slug] = text.filter { !"'\"`’“”".contains($0) }.split(separator: " ").joined(separator: "-")
    }
    return anchors
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: articles REPOSITORY CATALOG")
  exit(2)
}
let repository = URL(fileURLWithPath: arguments[1])
let catalog = URL(fileURLWithPath: arguments[2])

let found = try FileManager.default.subpathsOfDirectory(
  atPath: repository.appendingPathComponent("Documentation").path)
let paths =
  ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Benchmarks/README.md"]
  + found.filter { $0.hasSuffix(".md") }.map { "Documentation/\($0)" }.sorted()
var pages: [String: Page] = [:]
for path in paths {
  let text = try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  pages[path] = Page(
    path: path, lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
}
var broken: [String] = []

/// Returns the path that a link of a page leads to, from the repository.
func resolve(_ link: Substring, from page: Page) -> String {
  var parts = page.path.split(separator: "/").dropLast()
  for part in link.split(separator: "/") {
    if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
  }
  return parts.joined(separator: "/")
}

/// Returns a link for DocC, or only its text if it leads to a file that isn't an article.
@MainActor func rewritten(_ text: Substring, _ target: Substring, in page: Page) -> String {
  if target.contains("://") { return "[\(text)](\(target))" }
  let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
  let path = parts[0].isEmpty ? page.path : resolve(parts[0], from: page)
  guard let other = pages[path] else {
    if !FileManager.default.fileExists(atPath: repository.appendingPathComponent(path).path) {
      broken.append("\(page.path): there is no file \(path)")
    }
    return String(text)
  }
  guard parts.count == 2 else { return "[\(text)](doc:\(other.name))" }
  guard let anchor = other.anchors[String(parts[1])] else {
    broken.append("\(page.path): \(path) has no heading “\(parts[1])”")
    return String(text)
  }
  return "[\(text)](doc:\(other.name)#\(anchor))"
}

@MainActor func article(_ page: Page) -> String {
  var isCode = false
  var isComment = false
  var result: [String] = []
  // Paragraphs: a link may be on two lines.
  var prose: [String] = []
  func flush() {
    result.append(
      prose.joined(separator: "\n").replacing(/\[([^\[\]]*)\]\(([^()\s]+)\)/) {
        rewritten($0.1, $0.2, in: page)
      })
    prose = []
  }
  for line in page.lines {
    if isComment {
      isComment = line != "-->"
    } else if !isCode, line.hasPrefix("<!--") {
      isComment = !line.hasSuffix("-->")
    } else if line.hasPrefix("```") {
      if !isCode { flush() }
      isCode.toggle()
      result.append(line)
    } else if isCode {
      result.append(line)
    } else {
      prose.append(line)
    }
  }
  flush()
  return result.joined(separator: "\n") + "\n"
}

/// The index as a landing page: its lists are the topics, in the order of reading.
@MainActor func landing(_ page: Page) -> String {
  var topics: [String] = []
  for line in page.lines {
    if let match = line.firstMatch(of: /^## (.*)$/) {
      topics.append("\n### \(match.1)\n")
    } else {
      // Links in text are in the article of the other page.
      for match in line.matches(of: /\[[^\[\]]*\]\(([^()\s]+\.md)\)/) where !topics.isEmpty {
        guard let other = pages[resolve(match.1, from: page)] else { continue }
        let item = "- <doc:\(other.name)>"
        if !topics.contains(item) { topics.append(item) }
      }
    }
  }
  let decisions = pages.values.filter { $0.path.hasPrefix("Documentation/Decisions/") }.map(\.name)
  topics.append("\n### Decisions\n")
  topics += decisions.sorted().map { "- <doc:\($0)>" }
  return """
    # Guide

    @Metadata {
      @TechnologyRoot
    }

    Learn the framework, look things up, and read the contracts of its formats.

    ## Topics
    \(topics.joined(separator: "\n"))

    """
}

try FileManager.default.createDirectory(at: catalog, withIntermediateDirectories: true)
for page in pages.values {
  let text = page.name == "Perennial-Guide" ? landing(page) : article(page)
  try text.write(
    to: catalog.appendingPathComponent("\(page.name).md"), atomically: true, encoding: .utf8)
}
for line in broken.sorted() { print(line) }
exit(broken.isEmpty ? 0 : 1)
