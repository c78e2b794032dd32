import Foundation

/// A section of a page of the documentation, with its blocks of code.
struct PageSection: Sendable, CustomStringConvertible {
  struct Block: Sendable {
    let language: String
    let code: String
  }

  let title: String
  let blocks: [Block]

  var description: String { title }

  /// Returns the sections of a page whose headings have two number signs.
  static func all(of page: String) throws -> [PageSection] {
    let url = DocumentedCommand.project.appendingPathComponent("Documentation/\(page)")
    var (sections, title): ([PageSection], String?) = ([], nil)
    var (blocks, block): ([Block], (language: String, lines: [Substring])?) = ([], nil)
    func end() {
      if let title { sections.append(PageSection(title: title, blocks: blocks)) }
      blocks = []
    }
    for line in try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if let (language, lines) = block {
        if line == "```" {
          let code = lines.map { $0 + "\n" }.joined()
          blocks.append(Block(language: language, code: code))
          block = nil
        } else {
          block = (language, lines + [line])
        }
      } else if line.hasPrefix("```") {
        block = (String(line.dropFirst(3)), [])
      } else if line.hasPrefix("## ") {
        end()
        title = String(line.dropFirst(3))
      }
    }
    end()
    return sections
  }

  /// Returns the code of the blocks in a language.
  func code(in language: String) -> [String] {
    blocks.filter { $0.language == language }.map(\.code)
  }
}
