import Foundation
import PerennialPresets
import SwiftData
import Testing

@Model
final class Locker {
  var code: String?
  var owner: Pupil?

  init(_ code: String?) { self.code = code }
}

@Model
final class Pupil {
  var name: String
  @Relationship(inverse: \Locker.owner) var locker: Locker

  init(_ name: String, _ locker: Locker) {
    self.name = name
    self.locker = locker
  }
}

@Suite("Duplicates that objects require in a one-to-one relationship")
struct ExclusiveOwnerTests {
  private static let rules: [PresetDuplicates] = [.ofPresets { (locker: Locker) in locker.code }]

  /// A store with duplicates of one preset, each of which a pupil requires.
  private func container(_ names: [String]) throws -> ModelContainer {
    let container = try ModelContainer(
      for: Schema([Locker.self, Pupil.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)], presets: [])
    let context = ModelContext(container)
    for name in names { context.insert(Pupil(name, Locker("a"))) }
    try context.save()
    try container.usePresets([
      PresetCatalog("lockers", version: 1) { Presets(id: \.code) { [Locker("a")] } }
    ])
    return container
  }

  @Test("The duplicates of two pupils are not merged, and the preset is an issue")
  func two() throws {
    let container = try container(["Ada", "Bob"])
    let report = try container.presets.mergeDuplicates(Self.rules, backup: .none)
    #expect(report.issues.map(\.preset.id) == ["a"])
    #expect(report.merges.isEmpty)
    let pupils = try ModelContext(container).fetch(FetchDescriptor<Pupil>())
    #expect(Set(pupils.map(\.locker.persistentModelID)).count == 2)
    #expect(pupils.allSatisfy { $0.locker.owner === $0 })
  }

  @Test("The duplicate of one pupil is merged")
  func one() throws {
    let container = try container(["Ada"])
    let report = try container.presets.mergeDuplicates(Self.rules, backup: .none)
    #expect(report.issues.isEmpty)
    #expect(report.merges.count == 1)
    let context = ModelContext(container)
    let pupil = try #require(try context.fetch(FetchDescriptor<Pupil>()).first)
    #expect(pupil.locker.isPreset)
    #expect(pupil.locker.owner === pupil)
    #expect(try context.fetchCount(FetchDescriptor<Locker>()) == 1)
  }
}
