import Foundation
import SwiftData
import PerennialPresets
import Testing

private struct Mix: Codable, Hashable {
  var parts: Set<Int>
}

@Model
private final class Spice {
  var code: String
  var marks: Set<Int>
  var mix: Mix
  @Attribute(.externalStorage) var sheet: Data?

  init(_ code: String, _ marks: Set<Int>) {
    self.code = code
    self.marks = marks
    mix = Mix(parts: marks)
    sheet = Data(repeating: 7, count: 300_000)
  }
}

/// A value that a catalog states again in another form has not changed.
@Suite("What has not changed")
struct UnchangedTests {
  private static let numbers = Array(0..<100)

  /// The same numbers in another order: a set that is laid out in another way.
  private static func set(_ room: Int) -> Set<Int> {
    var set = Set<Int>(minimumCapacity: room)
    for number in numbers.shuffled() { set.insert(number) }
    return set
  }

  private static func catalog(_ version: Int, room: Int) -> PresetCatalog {
    let make: @Sendable () -> [Spice] = { [Spice("a", set(room))] }
    return PresetCatalog("spices", version: version) { Presets(id: \Spice.code, make) }
  }

  private static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Spice.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [])
  }

  @Test("Sets are the same in any order, also inside of other values")
  func sets() throws {
    let container = try Self.container()
    try container.usePresets([Self.catalog(1, room: 0)])
    for version in 2...9 {
      let report = try container.usePresets([Self.catalog(version, room: version * 1000)])
      #expect(report.updated.isEmpty, "version \(version)")
    }
    let spice = try #require(try ModelContext(container).fetch(FetchDescriptor<Spice>()).first)
    #expect(spice.marks == Set(Self.numbers) && spice.mix.parts == Set(Self.numbers))
  }

  @Test("What is in a set and was not is a change")
  func changes() throws {
    let container = try Self.container()
    try container.usePresets([Self.catalog(1, room: 0)])
    let report = try container.usePresets([
      PresetCatalog("spices", version: 2) {
        Presets(id: \Spice.code) { [Spice("a", Self.set(500).union([-1]))] }
      }
    ])
    #expect(report.updated.map(\.names) == [["marks", "mix"]])
  }
}
