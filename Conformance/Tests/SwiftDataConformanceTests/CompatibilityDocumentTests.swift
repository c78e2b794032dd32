import Foundation
import SwiftDataConformance
import Testing

@Suite("Documentation/Compatibility.md")
struct CompatibilityDocumentTests {
  private static let marker = "<!-- symbols -->\n"

  /// The list of all symbols as the document has it.
  private static var list: String {
    let symbols = Reference.tables.flatMap(\.symbols)
    let (same, refused) = (
      symbols.filter { $0.standing == .same }.count,
      symbols.filter { if case .refuses = $0.standing { true } else { false } }.count
    )
    var text = """
      Of \(symbols.count) symbols \(same) are the same, \(symbols.count - same - refused) differ, and \
      \(refused) throw.

      """
    for table in Reference.tables + [Reference.swiftUI] {
      text += "\n### \(table.title)\n\n| Symbol | |\n|---|---|\n"
      for symbol in table.symbols { text += "| `\(symbol.name)` | \(cell(symbol)) |\n" }
    }
    return text
  }

  private static func cell(_ symbol: ReferenceSymbol) -> String {
    switch symbol.standing {
    case .same: "✓"
    case .differs(let how): "**differs**: \(how)"
    case .refuses(let what): "**throws**: \(what)"
    case .missing(let why): "missing: \(why)"
    }
  }

  /// With `PERENNIAL_WRITE_DOCUMENTATION` in the environment, the list is written.
  @Test("The list of symbols is the conformance kit's")
  func list() throws {
    let text = try String(contentsOf: OurDeclarations.page, encoding: .utf8)
    let start = try #require(text.range(of: Self.marker), "the document has no \(Self.marker)")
    if ProcessInfo.processInfo.environment["PERENNIAL_WRITE_DOCUMENTATION"] != nil {
      try (text[..<start.upperBound] + Self.list).write(
        to: OurDeclarations.page, atomically: true, encoding: .utf8)
      return
    }
    let lines = text[start.upperBound...].split(separator: "\n")
    let expected = Self.list.split(separator: "\n")
    let difference = expected.difference(from: lines)
    #expect(
      difference.isEmpty,
      "PERENNIAL_WRITE_DOCUMENTATION=1 make test PARTS=conformance writes it")
  }
}
