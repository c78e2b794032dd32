import Foundation
import LayerTesting
import Testing

/// The tables “The layers of the apps” of Documentation/Architecture.md say which folder of a module may use which
/// others. These tests compare them with the compiler's index.
@Suite(
  "Architecture: layers of the apps",
  .enabled(if: IndexStore.isThere, "the compiler's index is only there in builds for debugging"))
struct AppLayerTests {
  private static let sources = "Apps/Sources"

  private static func tables() throws -> [LayerTable] {
    try LayerTable.all(in: "The layers of the apps")
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

  // MARK: Modules

  /// The modules without folders, which have no table.
  static let flatModules: Set<String> = [
    "Cookbook", "PageStyle", "PerennialHubLoad", "ReadableText",
  ]

  @Test("Every module with folders has a table, and no other")
  func modules() throws {
    let tables = try Set(Self.tables().map { String($0.module.prefix { $0 != "/" }) })
    #expect(tables.union(Self.flatModules) == (try FolderUses.modules(in: Self.sources)))
    #expect(tables.isDisjoint(with: Self.flatModules))
  }

  @Test("A module without a table has no folders", arguments: flatModules)
  func isFlat(_ module: String) throws {
    #expect(try FolderUses.folders(of: module, in: Self.sources) == [])
  }
}
