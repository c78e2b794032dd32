import Foundation
import LayerTesting
import Testing

/// The tables “The layers” of Documentation/Architecture.md say which folder of a module may use which others. These
/// tests compare them with the compiler's index.
@Suite(
  "Architecture: layers",
  .enabled(if: IndexStore.isThere, "the compiler's index is only there in builds for debugging"))
struct LayerTests {
  @Test(
    "A table has every folder of its module, and their uses, which lead to folders above",
    arguments: try LayerTable.all())
  func uses(_ table: LayerTable) throws {
    let problems = try table.problems()
    #expect(problems == [])
  }

  // MARK: Modules

  /// The modules without folders, which have no table.
  static let flatModules: Set<String> = ["PerennialMacros", "PerennialUI", "SwiftData"]

  @Test("Every module with folders has a table, and no other")
  func modules() throws {
    let tables = try LayerTable.all().filter { $0.home == "Sources" }.map(\.module)
    #expect(try (tables + Self.flatModules).sorted() == FolderUses.modules().sorted())
  }

  @Test("A module without a table has no folders", arguments: flatModules)
  func isFlat(_ module: String) throws { #expect(try FolderUses.folders(of: module) == []) }

  // MARK: Pages

  @Test("Every folder of Perennial has a page that describes it")
  func pages() throws {
    for folder in try FolderUses.folders(of: "Perennial").sorted() {
      let page = FolderUses.sources(of: "Perennial").appendingPathComponent("\(folder)/README.md")
      let text = try String(contentsOf: page, encoding: .utf8)
      #expect(text.hasPrefix("# \(folder)\n"))
      #expect(text.contains("\nMay use: ") && text.contains("\nUsed by: "), "\(folder)")
    }
  }
}
