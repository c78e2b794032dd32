import Foundation
import PerennialPresets
import SwiftData
import Testing

@Suite("Presets in collections with the same inverse")
struct SharedInverseTests {
  private static let catalog = PresetCatalog("yards", version: 1) {
    Presets(id: \.name) {
      let herb = Sapling("herb")
      let front = Yard("front", leading: [Sapling("oak"), herb], trailing: [Sapling("fern")])
      return [front, Yard("back")]
    }
    PresetParts(\Yard.leading, id: \.name)
    PresetParts(\Yard.trailing, id: \.name)
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Yard.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [Self.catalog])
  }

  private func expectAsDeclared(
    _ container: ModelContainer, location: SourceLocation = #_sourceLocation
  ) throws {
    let yards = try ModelContext(container).fetch(
      FetchDescriptor<Yard>(sortBy: [SortDescriptor(\.name)]))
    #expect(yards.map(\.name) == ["back", "front"], sourceLocation: location)
    guard let back = yards.first, let front = yards.last else { return }
    #expect(Set(front.leading.map(\.name)) == ["oak", "herb"], sourceLocation: location)
    #expect(front.trailing.map(\.name) == ["fern"], sourceLocation: location)
    #expect(
      (front.leading + front.trailing).allSatisfy { $0.yard === front }, sourceLocation: location)
    #expect(back.leading.isEmpty && back.trailing.isEmpty, sourceLocation: location)
  }

  @Test("13.3 Presets of both collections have the inverse, and are reset to their own collection")
  func reset() throws {
    let container = try container()
    try expectAsDeclared(container)
    let context = ModelContext(container)
    let yards = try context.fetch(FetchDescriptor<Yard>(sortBy: [SortDescriptor(\.name)]))
    let (back, front) = (try #require(yards.first), try #require(yards.last))
    let (oak, fern) = (front.leading[0], front.trailing[0])
    back.trailing.append(oak)
    front.leading.append(fern)
    front.trailing = []
    try context.save()
    #expect(oak.yard === back && fern.yard === front)
    try container.presets.reset(.presets)
    try expectAsDeclared(container)
    #expect(oak.yard === front && front.leading.contains(oak) && front.trailing == [fern])
  }
}

@Model
final class Yard {
  let name: String
  @Relationship(inverse: \Sapling.yard) var leading: [Sapling] = []
  @Relationship(inverse: \Sapling.yard) var trailing: [Sapling] = []

  init(_ name: String, leading: [Sapling] = [], trailing: [Sapling] = []) {
    self.name = name
    self.leading = leading
    self.trailing = trailing
  }
}

@Model
final class Sapling {
  let name: String
  var yard: Yard?

  init(_ name: String) { self.name = name }
}
