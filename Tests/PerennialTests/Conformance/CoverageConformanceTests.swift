import Foundation
import SwiftDataConformance
import Testing

/// A symbol is covered if the compiler noted that the suite of its table refers to it, in each of its
/// overloads.
@Suite(
  "Conformance: coverage",
  .enabled(if: CompilerIndex.isThere, "the compiler's index is only there in builds for debugging"))
struct CoverageConformanceTests {
  @Test("Every symbol of the reference is declared, and used by the suite of its table")
  func coverage() throws {
    let index = try CompilerIndex()
    var (covered, overloads) = (0, 0)
    for table in Reference.tables {
      for symbol in table.symbols {
        guard let declarations = index.declarations[symbol.declaration] else {
          Issue.record("there is no public \(symbol.name)")
          continue
        }
        let missing = declarations.filter { declaration in
          (index.uses[declaration] ?? []).isDisjoint(with: table.files)
        }
        #expect(
          missing.isEmpty,
          """
          \(table.suite) does not use \(symbol.name), \(missing.count) of \(declarations.count): \
          \(missing.sorted())
          """)
        overloads += declarations.count
        if missing.isEmpty { covered += 1 }
      }
    }
    let all = Reference.tables.reduce(0) { $0 + $1.symbols.count }
    print(
      """
      Conformance: \(covered) of \(all) symbols covered, with \(overloads) declarations in \
      \(Reference.tables.count) tables
      """)
    #expect(covered == all)
  }

  @Test("No symbol is listed twice")
  func distinct() {
    let names = Reference.tables.flatMap(\.symbols).map(\.name)
    #expect(Set(names).count == names.count)
  }
}
