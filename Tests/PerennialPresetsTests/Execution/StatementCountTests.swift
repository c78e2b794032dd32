import Foundation
import PerennialPresets
import SwiftData
import Testing

@testable import Perennial

@Model
private final class Seedling {
  var name: String
  var height: Int
  var note: String?

  init(_ name: String, height: Int) {
    self.name = name
    self.height = height
  }
}

/// The statements that operations on many presets run.
@Suite("The number of statements")
struct StatementCountTests {
  /// - Parameter raised: The number of presets whose height is another one.
  private static func catalog(_ version: Int, _ count: Int, raised: Int = 0) -> PresetCatalog {
    PresetCatalog("seedlings", version: version) {
      Presets(id: \Seedling.name) {
        (0..<count).map { Seedling("\($0)", height: $0 < raised ? version : 0) }
      }
    }
  }

  /// Returns the number of statements of a catalog, in a store that has had other ones.
  private func statements(_ former: PresetCatalog..., then catalog: PresetCatalog) throws -> Int {
    let container = try ModelContainer(
      for: Seedling.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    for former in former { try container.usePresets([former]) }
    let writer = container.coordinator.stores[0].writer
    let before = writer.executions
    try container.usePresets([catalog])
    return writer.executions - before
  }

  @Test("New presets are inserted 256 at a time")
  func insertions() throws {
    let few = try statements(then: Self.catalog(1, 256))
    let many = try statements(then: Self.catalog(1, 1024))
    #expect(many - few == 3)
  }

  @Test("A new version runs one statement for each changed preset")
  func updates() throws {
    let first = Self.catalog(1, 300)
    let few = try statements(first, then: Self.catalog(2, 300, raised: 100))
    let many = try statements(first, then: Self.catalog(2, 300, raised: 200))
    #expect(many - few == 100)
  }
}
