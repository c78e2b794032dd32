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

  /// The folder of the repository with the module's sources: that of a package, or of the tests, which have libraries
  /// too.
  public var home: String {
    ["Sources", "Tests", "Apps/Sources", "Conformance/Sources"].first { folder in
      FolderUses.hasSources(of: module, in: folder)
    } ?? "Sources"
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

  /// Returns what the sources have and the table has not, or the reverse, and the uses of a folder that is not above its
  /// user in the table. The uses are those that the compiler's index records.
  ///
  /// - Throws: ``IndexStore/Failure`` if the index cannot be read, and the error of reading a folder.
  public func problems() throws -> [String] {
    let uses = try FolderUses(of: module, in: home).places
    let found = uses.filter { !arrows.contains($0.key) }.sorted { $0.key < $1.key }
      .map { arrow, places in
        let list = places.sorted().prefix(10).joined(separator: "\n  ")
        return "\(arrow) is not in the table of \(module):\n  \(list)"
      }
    let unused = arrows.subtracting(uses.keys).sorted().map { "no source has the use \($0)" }
    let difference = try Set(folders).symmetricDifference(
      FolderUses.folders(of: module, in: home))
    return found + unused
      + difference.sorted().map { "the folder \($0) is only in the table, or not in it" }
      + upwardArrows.map { "\($0) leads upwards" }
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

extension LayerTable: CustomStringConvertible {
  public var description: String { module }
}
