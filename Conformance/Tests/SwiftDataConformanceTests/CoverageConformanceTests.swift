// On Apple's platforms there is no source of SwiftData's that the compiler has an index of.
#if canImport(LayerTesting)
import Foundation
import LayerTesting
import SwiftDataConformance
import Testing

/// A symbol is covered if the compiler noted that the suite of its table refers to it, in each of its
/// overloads.
@Suite(
  "Conformance: coverage",
  .enabled(if: IndexStore.isThere, "the compiler's index is only there in builds for debugging"))
struct CoverageConformanceTests {
  @Test("Every symbol of the reference is declared, and used by the suite of its table")
  func coverage() throws {
    let index = try Self.framework()
    var (covered, overloads) = (0, 0)
    for table in Reference.tables {
      let (symbols, declarations) = cover(table, index)
      covered += symbols
      overloads += declarations
    }
    let all = Reference.tables.reduce(0) { $0 + $1.symbols.count }
    print(
      """
      Conformance: \(covered) of \(all) symbols covered, with \(overloads) declarations in \
      \(Reference.tables.count) tables
      """)
    #expect(covered == all)
  }

  @Test("Every symbol for SwiftUI is declared, and used against the stub", .enabled(if: hasStub))
  func swiftUI() throws {
    let table = Reference.swiftUI
    let index = try Self.stub()
    let (covered, overloads) = cover(table, index)
    let missing = table.symbols.filter { if case .missing = $0.standing { true } else { false } }
    print(
      "SwiftUI: \(covered) symbols covered, with \(overloads) declarations; \(missing.count) missing"
    )
    #expect(covered == table.symbols.count - missing.count)
    for symbol in missing {
      #expect(index.declarations[symbol.declaration] == nil, "\(symbol.name) is not missing")
    }
  }

  /// The framework's declarations, as the suites use them.
  private static func framework() throws -> DeclarationIndex {
    try DeclarationIndex(
      of: ["Perennial", "SwiftData", "FoundationGaps"], usedBy: "SwiftDataConformance")
  }

  /// The declarations for SwiftUI, as their tests use them. The tests of Perennial compile both.
  private static func stub() throws -> DeclarationIndex {
    try DeclarationIndex(of: ["PerennialUIOnStub"], usedBy: "PerennialUITests")
  }

  private static var hasStub: Bool {
    #if os(Linux)
    true
    #else
    false
    #endif
  }

  /// Returns the number of a table's symbols that are covered, and the number of their declarations.
  private func cover(_ table: ReferenceTable, _ index: DeclarationIndex) -> (Int, Int) {
    var (covered, overloads) = (0, 0)
    for symbol in table.symbols {
      if case .missing = symbol.standing { continue }
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
    return (covered, overloads)
  }

  /// Names that begin with an underscore are for what `@Model` writes.
  @Test(
    "Nothing is public that is neither the reference's nor listed in Compatibility.md as ours",
    .enabled(if: hasStub))
  func additions() throws {
    let tables = Reference.tables + [Reference.swiftUI]
    let reference = Set(tables.flatMap(\.symbols).map(\.declaration))
    let originals = try Self.framework().originals.union(
      Self.stub().originals)
    let found = originals.subtracting(reference).filter { name in
      !name.split(separator: ".").contains { $0.hasPrefix("_") }
    }
    // Of a type in a type of another module the index knows the last name alone.
    let listed = try OurDeclarations.names().map { name in
      found.contains(name) ? name : name.replacing("NSNotification.Name.", with: "Name.")
    }
    #expect(Set(listed).count == listed.count, "a name is listed twice")
    let (unlisted, gone) = (found.subtracting(listed), Set(listed).subtracting(found))
    #expect(unlisted.isEmpty, "public, and not in the document:\n\(lines(unlisted))")
    #expect(gone.isEmpty, "in the document, and not public:\n\(lines(gone))")
  }

  private func lines(_ names: Set<String>) -> String { names.sorted().joined(separator: "\n") }

  @Test("No symbol is listed twice")
  func distinct() {
    let names = (Reference.tables + [Reference.swiftUI]).flatMap(\.symbols).map(\.name)
    #expect(Set(names).count == names.count)
  }
}
#endif
