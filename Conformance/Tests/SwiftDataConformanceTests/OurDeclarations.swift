import Foundation
import Testing

/// The section “Ours” of Documentation/Compatibility.md.
enum OurDeclarations {
  static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Documentation/Compatibility.md").standardized

  /// The names in the section “Ours”, whose tables have a symbol in the first column and its members
  /// in the second. Where the column is headed “Type”, the symbol is ours too.
  static func names() throws -> [String] {
    let text = try String(contentsOf: page, encoding: .utf8)
    let heading = try #require(text.range(of: "\n## Ours\n"), "the document has no section “Ours”")
    let section = text[heading.upperBound...]
    let end = section.range(of: "\n## ")?.lowerBound ?? section.endIndex
    var (names, isType): ([String], Bool) = ([], false)
    for row in section[..<end].split(separator: "\n") where row.hasPrefix("| ") {
      let cells = row.split(separator: "|", maxSplits: 2)
      guard cells.count == 3 else { continue }
      if !cells[0].contains("`") { isType = cells[0].contains("Type") }
      for owner in codes(in: cells[0]) {
        if isType { names.append(owner) }
        names += codes(in: cells[1]).map { "\(owner).\($0)" }
      }
    }
    return names
  }

  /// Returns the texts between backquotes.
  private static func codes(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}
