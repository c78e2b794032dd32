import Foundation
import SwiftData
import Testing

@Suite("Conformance: coverage")
struct CoverageConformance {
  /// The directory with the sources of the suites.
  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test("Every symbol of the reference occurs in the suite of its table")
  func coverage() throws {
    var count = 0
    for table in Reference.tables {
      let url = Self.directory.appendingPathComponent("\(table.suite).swift")
      let source = try String(contentsOf: url, encoding: .utf8)
      for symbol in table.symbols {
        let missing = symbol.usage.filter { text in
          !text.split(separator: "|").contains { source.contains($0) }
        }
        #expect(missing.isEmpty, "\(table.suite) does not use \(symbol.name): \(missing)")
        if missing.isEmpty { count += 1 }
      }
    }
    let all = Reference.tables.reduce(0) { $0 + $1.symbols.count }
    print("Conformance: \(count) of \(all) symbols covered, in \(Reference.tables.count) tables")
    #expect(count == all)
  }

  @Test("No symbol is listed twice")
  func distinct() {
    let names = Reference.tables.flatMap(\.symbols).map(\.name)
    #expect(Set(names).count == names.count)
  }
}
