import Foundation
import Testing

@testable import PerennialPresets

@Suite("PresetError as NSError")
struct PresetErrorCodeTests {
  static let codes: [(PresetError.Code, String, Int)] = [
    (.invalidCatalog, "invalidCatalog", 1), (.invalidFile, "invalidFile", 2),
    (.unknownPreset, "unknownPreset", 3), (.newerInStore, "newerInStore", 4),
    (.invalidScope, "invalidScope", 5), (.noBackup, "noBackup", 6),
    (.unknownEntity, "unknownEntity", 7), (.invalidRule, "invalidRule", 8),
    (.noCatalog, "noCatalog", 9), (.sentReset, "sentReset", 10),
  ]

  @Test("13.5 Every PresetError has a domain, a code of its own, and words", arguments: codes)
  func code(_ code: PresetError.Code, _ name: String, _ number: Int) {
    let error: any Error = PresetError(code, ["the recipe “pasta” is missing", "add it"])
    #expect((error as NSError).domain == "PerennialPresets.PresetError")
    #expect((error as NSError).code == number)
    #expect(error.localizedDescription == "the recipe “pasta” is missing; add it")
    #expect(PresetError(code, []).localizedDescription.hasPrefix(name))
  }

  @Test("13.5 Documentation/Compatibility.md lists the codes as they are")
  func documented() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Documentation/Compatibility.md").standardized
    let text = try String(contentsOf: url, encoding: .utf8)
    let rows = Self.codes.map { "| `\($0.1)` | \($0.2) |" }.joined(separator: "\n")
    #expect(text.contains("| `PerennialPresets.PresetError` | Code |\n|---|---|\n\(rows)\n\n"))
  }
}
