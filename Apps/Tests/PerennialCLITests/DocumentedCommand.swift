import Foundation

/// A command line of `perennial` in a page of the documentation.
struct DocumentedCommand: Sendable, CustomStringConvertible {
  let page: String
  /// The number of the block of the page that has the line; nil for a line in a text or a table.
  let block: Int?
  /// The words after `perennial`.
  let arguments: [String]

  /// `true` if a text only names a command.
  var isName: Bool { block == nil && arguments.allSatisfy { $0.allSatisfy(\.isLowercase) } }

  var description: String { "\(page): perennial \(arguments.joined(separator: " "))" }

  /// The folder of the project.
  static var project: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
      .standardized
  }

  /// The command lines of all pages.
  static let all: [DocumentedCommand] = {
    let folder = project.appendingPathComponent("Documentation")
    let names =
      (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }) ?? []
    let pages =
      ["README.md", "CONTRIBUTING.md", "Apps/Examples/SyncedPair/README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
    return pages.flatMap { page in
      (try? String(contentsOf: project.appendingPathComponent(page), encoding: .utf8))
        .map { commands(of: page, $0) } ?? []
    }
  }()

  private static func commands(of page: String, _ text: String) -> [DocumentedCommand] {
    var commands: [DocumentedCommand] = []
    var (block, isInside) = (0, false)
    // A line that ends with a backslash continues.
    for line in text.replacing("\\\n", with: " ").split(separator: "\n") {
      if line.hasPrefix("```") {
        isInside.toggle()
        if isInside { block += 1 }
      } else if isInside {
        if let match = line.firstMatch(of: #/^(?:\$ |ExecStart=\S*/)?perennial (?!:)(.+)$/#) {
          commands.append(
            DocumentedCommand(page: page, block: block, arguments: words(String(match.1))))
        }
      } else {
        for match in line.matches(of: #/`perennial ([a-z][^`]*)`/#) {
          commands += alternatives(String(match.1)).map {
            DocumentedCommand(page: page, block: nil, arguments: words($0))
          }
        }
      }
    }
    return commands
  }

  /// Returns a command line for each of the words that `\|` separates in a table.
  private static func alternatives(_ text: String) -> [String] {
    guard let match = text.firstMatch(of: #/\S+\\\|\S+/#) else { return [text] }
    return String(match.0).split(separator: "\\|").map { text.replacing(match.0, with: $0) }
  }

  /// Returns the words of a command line, without its comment and without the syntax of a shell.
  private static func words(_ line: String) -> [String] {
    let end = line.range(of: " #")?.lowerBound ?? line.endIndex
    let words = line[..<end].split(separator: " ").map(String.init)
    return words.prefix { $0 != ">" }.filter { $0 != "&" && !$0.hasPrefix("[") }
  }
}
