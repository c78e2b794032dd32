import Foundation
import Testing

/// The table “Layers” of Documentation/Architecture.md says which folder of `Sources/Perennial` may use
/// which others. These tests compare it with the compiler's index.
@Suite(
  "Architecture: layers",
  .enabled(if: CompilerIndex.isThere, "the compiler's index is only there in builds for debugging"))
struct LayerTests {
  private let table: LayerTable
  private let uses: FolderUses

  init() throws {
    table = try LayerTable()
    uses = try FolderUses()
  }

  @Test("Every use between two folders is in the table")
  func allowed() {
    for (arrow, places) in uses.places.sorted(by: { $0.key < $1.key })
    where !table.arrows.contains(arrow) {
      let list = places.sorted().prefix(10).joined(separator: "\n  ")
      Issue.record("\(arrow) is not in the table of layers:\n  \(list)")
    }
  }

  @Test("The table has no use that the sources do not have")
  func used() {
    let unused = table.arrows.subtracting(uses.places.keys)
    #expect(unused.sorted() == [])
  }

  @Test("The table has every folder, and no other")
  func folders() { #expect(Set(table.folders) == uses.folders) }

  @Test("At most 3 pairs of folders use each other, and no cycle is larger than a pair")
  func cycles() {
    let mutual = table.arrows.filter { arrow in
      arrow.user < arrow.used && table.arrows.contains(.init(user: arrow.used, used: arrow.user))
    }
    #expect(mutual.count <= 3, "\(mutual.sorted())")
    for cycle in table.cycles { #expect(cycle.count <= 2, "\(cycle.sorted())") }
  }

  @Test("Every folder has a page that describes it")
  func pages() throws {
    for folder in uses.folders.sorted() {
      let page = FolderUses.root.appendingPathComponent("\(folder)/README.md")
      let text = try String(contentsOf: page, encoding: .utf8)
      #expect(text.hasPrefix("# \(folder)\n"))
      #expect(text.contains("\nMay use: ") && text.contains("\nUsed by: "), "\(folder)")
    }
  }
}
