import LayerTesting
import Testing

/// The section of Documentation/Architecture.md with the tables.
private let section = "The layers of the apps"

/// The tables “The layers of the apps” of Documentation/Architecture.md say which folder of a module may use which
/// others. These tests compare them with the compiler's index.
@Suite(
  "Architecture: layers of the apps",
  .enabled(if: IndexStore.isThere, "the compiler's index is only there in builds for debugging"))
struct AppLayerTests {
  private static let sources = "Apps/Sources"

  @Test(
    "A table has every folder of its module, and their uses, which lead to folders above",
    arguments: try LayerTable.all(in: section))
  func uses(_ table: LayerTable) throws {
    let problems = try table.problems()
    #expect(problems == [])
  }

  // MARK: Modules

  /// The modules without folders, which have no table.
  static let flatModules: Set<String> = [
    "Cookbook", "PageStyle", "PerennialHubLoad", "ReadableText",
  ]

  @Test("Every module with folders has a table, and no other")
  func modules() throws {
    let tables = try Set(LayerTable.all(in: section).map { String($0.module.prefix { $0 != "/" }) })
    #expect(tables.union(Self.flatModules) == (try FolderUses.modules(in: Self.sources)))
    #expect(tables.isDisjoint(with: Self.flatModules))
  }

  @Test("A module without a table has no folders", arguments: flatModules)
  func isFlat(_ module: String) throws {
    #expect(try FolderUses.folders(of: module, in: Self.sources) == [])
  }
}
