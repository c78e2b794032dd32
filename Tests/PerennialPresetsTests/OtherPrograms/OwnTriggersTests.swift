import Foundation
import PerennialPresets
import SwiftData
import Testing

@testable import Perennial

@Model
private final class Bulb {
  var name: String
  var depth = 0

  init(_ name: String) { self.name = name }
}

/// A file with presets has triggers for other programs, which the library's connections do not run.
@Suite("The triggers of a store with presets")
struct OwnTriggersTests {
  private let container: ModelContainer
  private var writer: Connection { container.coordinator.stores[0].writer }

  init() throws {
    container = try ModelContainer(
      for: Bulb.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private func apply() throws {
    try container.usePresets([
      PresetCatalog("bulbs", version: 1) {
        Presets(id: \Bulb.name) { [Bulb("tulip"), Bulb("crocus")] }
      }
    ])
  }

  private func copies() throws -> [String] {
    try writer.strings("SELECT name FROM sqlite_temp_master WHERE type = 'trigger' ORDER BY name")
  }

  @Test("The first catalog is inserted without those for other programs")
  func insertion() throws {
    try apply()
    #expect(try copies() == ["_perennial_copy._perennial_presets_row.Bulb"])
    for statement in [
      "UPDATE Bulb SET depth = 1 WHERE _pk = 1",
      "INSERT INTO Bulb (_pk, name, depth) VALUES (1, 'a', 0), (2, 'b', 0)",
    ] {
      let steps = try writer.map("EXPLAIN \(statement)") { row in
        row.column = 1
        return row.string()
      }
      #expect(!steps.contains("Program") && !steps.contains("OpenEphemeral"))
      #expect(steps.contains("MakeRecord"))
    }
  }

  @Test("Edits are stamped and deletions are recorded as before")
  func changes() throws {
    try apply()
    let context = ModelContext(container)
    let bulbs = try context.fetch(FetchDescriptor<Bulb>(sortBy: [SortDescriptor(\.name)]))
    bulbs[0].depth = 9
    context.delete(bulbs[1])
    try context.save()
    #expect(try bulbs[0].presetState().editedFields == ["depth"])
    #expect(try container.presets.deletedPresets(of: Bulb.self).map(\.id) == ["tulip"])
  }

  @Test("A dry run leaves the triggers of the file to the connection")
  func dryRun() throws {
    let catalog = PresetCatalog("bulbs", version: 1) {
      Presets(id: \Bulb.name) { [Bulb("tulip")] }
    }
    #expect(try container.previewPresets([catalog]).inserted.count == 1)
    let context = ModelContext(container)
    context.insert(Bulb("own"))
    try context.save()
    #expect(try copies().isEmpty)
    try apply()
    #expect(try context.fetchCount(FetchDescriptor<Bulb>()) == 3)
  }
}
