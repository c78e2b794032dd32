import LayerTesting
import Testing

@Suite(
  "Documentation comments",
  .enabled(if: IndexStore.isThere, "the compiler's index is only there in builds for debugging"))
struct DocumentationCoverageTests {
  /// PerennialUI is compiled against a stub of SwiftUI, as `PerennialUIOnStub`.
  private static let modules = [
    "Perennial", "PerennialRecords", "PerennialPresets", "PerennialInspection",
    "PerennialAppleStores", "PerennialStoreImport", "PerennialUIOnStub", "SwiftData",
    "FoundationGaps",
  ]

  @Test("Every public declaration has a documentation comment", arguments: modules)
  func documented(module: String) throws {
    let missing = try DeclarationIndex.undocumented(in: [module])
    #expect(
      missing.isEmpty,
      "\(missing.count) public declarations of \(module):\n\(missing.joined(separator: "\n"))")
  }
}
