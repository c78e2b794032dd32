import Foundation
import PerennialPresets
import SwiftData
import Testing

/// A plan deletes what a catalog has no more, and inserts what is new. In between, there are too few.
@Suite("41/6: A catalog replaces all members of a relationship that must have some")
struct ReplacedMembersTests {
  @Model final class Crate {
    var name = ""
    @Relationship(minimumModelCount: 2, inverse: \Piece.crate) var pieces: [Piece] = []

    init(_ name: String, _ pieces: [Piece]) { (self.name, self.pieces) = (name, pieces) }
  }

  @Model final class Piece {
    var name = ""
    var crate: Crate?

    init(_ name: String) { self.name = name }
  }

  private func catalog(_ version: Int, _ names: [String]) -> PresetCatalog {
    PresetCatalog("crates", version: version) {
      Presets(id: \.name) { [Crate("blue", names.map { Piece($0) })] }
      PresetParts(\Crate.pieces, id: \.name)
    }
  }

  private func pieces(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Crate>()).flatMap(\.pieces).map(\.name)
      .sorted()
  }

  @Test("By other presets, at once")
  func replaced() throws {
    let container = try ModelContainer(
      for: Schema([Crate.self, Piece.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [catalog(1, ["lid", "nail"])])
    #expect(try pieces(container) == ["lid", "nail"])
    try container.usePresets([catalog(2, ["hook", "rope"])])
    #expect(try pieces(container) == ["hook", "rope"])
    // A user cannot do that by a deletion alone.
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try ModelContext(container).delete(model: Piece.self)
    }
    try container.presets.reset(.presets)
    #expect(try pieces(container) == ["hook", "rope"])
  }
}
