import Foundation
import LayerTesting
import Testing

/// The section “The layers of the hub” of Documentation/Architecture.md says which folder of the hub may use which
/// others. These tests compare it with the compiler's index.
@Suite(
  "Architecture: layers of the hub",
  .enabled(if: IndexStore.isThere, "the compiler's index is only there in builds for debugging"))
struct HubLayerTests {
  private let table: LayerTable

  init() throws {
    let tables = try LayerTable.all(in: "The layers of the hub")
    table = try #require(tables.first { $0.module == "PerennialHub" })
  }

  @Test("The uses between the folders are those of the table")
  func uses() throws {
    let uses = try FolderUses(of: table.module, in: "Apps/Sources")
    for (arrow, places) in uses.places.sorted(by: { $0.key < $1.key })
    where !table.arrows.contains(arrow) {
      let list = places.sorted().prefix(10).joined(separator: "\n  ")
      Issue.record("\(arrow) is not in the table:\n  \(list)")
    }
    let unused = table.arrows.subtracting(uses.places.keys)
    #expect(unused.sorted() == [], "The table has uses that the sources do not have")
  }

  @Test("The table has every folder, and no other")
  func folders() throws {
    #expect(
      try Set(table.folders) == FolderUses.folders(of: table.module, in: "Apps/Sources"))
  }

  @Test("A folder uses only folders above it in the table")
  func order() { #expect(table.upwardArrows == []) }
}
