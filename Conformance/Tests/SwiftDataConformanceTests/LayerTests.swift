#if canImport(LayerTesting)
import LayerTesting
import Testing

/// The section “The layers of the conformance kit” of Documentation/Architecture.md, compared with the compiler's index.
@Suite(
  "Architecture: layers of the conformance kit",
  .enabled(if: IndexStore.isThere, "the compiler's index is only there in builds for debugging"))
struct LayerTests {
  @Test("The table has every folder, and their uses, which lead to folders above")
  func uses() throws {
    let tables = try LayerTable.all(in: "The layers of the conformance kit")
    #expect(tables.map(\.module) == ["SwiftDataConformance"])
    for table in tables { #expect(try table.problems() == []) }
  }
}
#endif
