import Foundation

/// A table of Documentation/Architecture.md: the folders of a module from the bottom to the top, and the uses that they
/// may have of each other.
public struct LayerTable: Sendable {
  /// A part of the page that cannot be read.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  public let module: String
  public let folders: [String]
  public let arrows: Set<FolderUses.Arrow>

  /// The folder of the repository with the module's sources: that of the libraries, or that of their tests, which has
  /// libraries too.
  public var home: String {
    FolderUses.hasSources(of: module, in: "Sources") ? "Sources" : "Tests"
  }

  /// Returns the tables of a section, in the order of the page.
  ///
  /// - Throws: An error if the section is missing, or if one of its tables cannot be read.
  public static func all(in section: String = "The layers") throws -> [LayerTable] {
    let page = FolderUses.repository.appendingPathComponent("Documentation/Architecture.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    guard let heading = text.range(of: "\n## \(section)\n"),
      let end = text[heading.upperBound...].range(of: "\n## ")
    else { throw Failure(description: "There is no section “\(section)” before another one.") }
    return try text[heading.upperBound..<end.lowerBound].components(separatedBy: "\n### ")
      .dropFirst().map { try LayerTable($0) }
  }

  /// Reads the part of a module: its name, and the table after it.
  private init(_ part: String) throws {
    module = String(part.prefix { $0 != "\n" }).replacing("`", with: "")
    guard let heading = part.range(of: "\n| Layer | Contents | May use |\n|---|---|---|\n") else {
      throw Failure(description: "\(module): no table")
    }
    var (folders, arrows): ([String], Set<FolderUses.Arrow>) = ([], [])
    for row in part[heading.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(while: { $0.hasPrefix("| ") })
    {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let first = cells.first, let last = cells.last else { continue }
      let user = first.replacing("`", with: "")
      folders.append(user)
      let used = last.split(separator: ",")
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") }
        .filter { $0 != "–" }
      arrows.formUnion(used.map { FolderUses.Arrow(user: user, used: $0) })
    }
    (self.folders, self.arrows) = (folders, arrows)
  }

  /// The uses of folders that are not above their users in the table.
  public var upwardArrows: [FolderUses.Arrow] {
    let levels = Dictionary(
      folders.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return arrows.filter { arrow in
      guard let user = levels[arrow.user], let used = levels[arrow.used] else { return true }
      return used >= user
    }.sorted()
  }
}

extension LayerTable: CustomStringConvertible {
  public var description: String { module }
}
