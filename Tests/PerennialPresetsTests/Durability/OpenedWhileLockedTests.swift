import Foundation
import Perennial
import PerennialPresets
import StoreTesting
import SwiftData
import Testing

@Suite("Opening a store whose presets are up to date, while another program writes")
struct OpenedWhileLockedTests {
  enum Opening: CaseIterable { case version, fingerprint, stack }

  @Test("13.19 Nothing waits for the write lock", arguments: Opening.allCases)
  func opens(_ opening: Opening) throws {
    let directory = try ScratchDirectory()
    let url = directory.file("kitchen.store")
    let plain = PresetCatalog("tags") { Presets(TagPreset.self) }
    func open() throws -> ModelContainer {
      switch opening {
      case .version: return try Kitchen.container(1, at: url)
      case .fingerprint:
        return try ModelContainer(
          for: Schema(Kitchen.models), configurations: [Kitchen.configuration(url)],
          presets: [plain])
      case .stack:
        var configuration = DataStackConfiguration(
          schema: { Schema(Kitchen.models) }, presets: [Kitchen.catalog(1)],
          location: .file(url))
        configuration.historyRetention = .atMost(.seconds(3600))
        return try DataStack(configuration).container
      }
    }
    let expected = try ModelContext(open()).count(DishTag.self)
    let other = try RawDatabase(url)
    try other.run("BEGIN IMMEDIATE")
    var count = 0
    let time = try ContinuousClock().measure {
      count = try ModelContext(open()).count(DishTag.self)
    }
    #expect(count == expected)
    #expect(time < .seconds(5))
    try other.run("ROLLBACK")
  }
}
