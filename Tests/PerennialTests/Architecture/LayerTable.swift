import Foundation
import Testing

/// A table of the section “The layers” of Documentation/Architecture.md: the folders of a module from the bottom to the
/// top, and the uses that they may have of each other.
struct LayerTable: Sendable {
  let module: String
  let folders: [String]
  let arrows: Set<FolderUses.Arrow>

  /// Returns the tables of all modules, in the order of the page.
  ///
  /// - Throws: An error if the section is missing, or if one of its tables cannot be read.
  static func all() throws -> [LayerTable] {
    let page = FolderUses.repository.appendingPathComponent("Documentation/Architecture.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let heading = try #require(text.range(of: "\n## The layers\n"))
    let end = try #require(text[heading.upperBound...].range(of: "\n## "))
    return try text[heading.upperBound..<end.lowerBound].components(separatedBy: "\n### ")
      .dropFirst().map { try LayerTable($0) }
  }

  /// Reads the part of a module: its name, and the table after it.
  private init(_ part: String) throws {
    module = String(part.prefix { $0 != "\n" }).replacing("`", with: "")
    let heading = try #require(
      part.range(of: "\n| Layer | Contents | May use |\n|---|---|---|\n"), "\(module): no table")
    var (folders, arrows): ([String], Set<FolderUses.Arrow>) = ([], [])
    for row in part[heading.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(while: { $0.hasPrefix("| ") })
    {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let user = try #require(cells.first).replacing("`", with: "")
      folders.append(user)
      let used = try #require(cells.last).split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") }
        .filter { $0 != "–" }
      arrows.formUnion(used.map { FolderUses.Arrow(user: user, used: $0) })
    }
    (self.folders, self.arrows) = (folders, arrows)
  }

  /// The uses of folders that are not above their users in the table.
  var upwardArrows: [FolderUses.Arrow] {
    let levels = Dictionary(
      folders.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return arrows.filter { arrow in
      guard let user = levels[arrow.user], let used = levels[arrow.used] else { return true }
      return used >= user
    }.sorted()
  }
}

extension LayerTable: CustomTestStringConvertible {
  var testDescription: String { module }
}
