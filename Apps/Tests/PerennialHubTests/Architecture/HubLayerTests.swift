import Foundation
import LayerTesting
import Testing

/// The tables “The layers of the hub” of Documentation/Architecture.md say which folder may use which others. These
/// tests compare them with the compiler's index.
@Suite(
  "Architecture: layers of the hub",
  .enabled(if: IndexStore.isThere, "the compiler's index is only there in builds for debugging"))
struct HubLayerTests {
  private static let sources = "Apps/Sources"

  private static func tables() throws -> [LayerTable] {
    try LayerTable.all(in: "The layers of the hub")
  }

  @Test("The uses between the folders are those of the table", arguments: try tables())
  func uses(_ table: LayerTable) throws {
    let uses = try FolderUses(of: table.module, in: Self.sources)
    for (arrow, places) in uses.places.sorted(by: { $0.key < $1.key })
    where !table.arrows.contains(arrow) {
      let list = places.sorted().prefix(10).joined(separator: "\n  ")
      Issue.record("\(arrow) is not in the table of \(table.module):\n  \(list)")
    }
    let unused = table.arrows.subtracting(uses.places.keys)
    #expect(unused.sorted() == [], "The table has uses that the sources do not have")
  }

  @Test("A table has every folder, and no other", arguments: try tables())
  func folders(_ table: LayerTable) throws {
    #expect(try Set(table.folders) == FolderUses.folders(of: table.module, in: Self.sources))
  }

  @Test("A folder uses only folders above it in the table", arguments: try tables())
  func order(_ table: LayerTable) { #expect(table.upwardArrows == []) }
}
