import Foundation
import PerennialPresets
import SwiftData
import Testing

// Instruments of two classes, which share a table. Badges are unique among all instruments, and names among
// fiddles.

@Model
class Instrument {
  var code: String
  @Attribute(.unique) var badge: String
  var name: String
  var twin: Instrument?

  init(_ code: String, _ badge: String, name: String? = nil) {
    self.code = code
    self.badge = badge
    self.name = name ?? code
  }
}

@Model
final class Fiddle: Instrument {
  #Unique<Fiddle>([\.name])

  var strings: Int

  init(_ code: String, _ badge: String, name: String? = nil, strings: Int = 4) {
    self.strings = strings
    super.init(code, badge, name: name)
  }
}

@Suite("Unique values of presets in a hierarchy")
struct HierarchyUniqueValueTests {
  fileprivate typealias Badges = [(code: String, badge: String)]

  fileprivate static func catalog(
    _ version: Int, instruments: Badges, fiddles: Badges, names: [String: String] = [:]
  ) -> PresetCatalog {
    PresetCatalog("orchestra", version: version) {
      Presets(id: \Instrument.code) {
        instruments.map { Instrument($0.code, $0.badge, name: names[$0.code]) }
      }
      Presets(id: \Fiddle.code) {
        fiddles.map { Fiddle($0.code, $0.badge, name: names[$0.code], strings: version) }
      }
    }
  }

  private static func container(_ catalog: PresetCatalog) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Instrument.self, Fiddle.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)], presets: [catalog])
  }

  /// Opens a store with the instrument a and the fiddle f.
  fileprivate static func container() throws -> ModelContainer {
    try container(catalog(1, instruments: [("a", "A")], fiddles: [("f", "F")]))
  }

  private static func badges(_ container: ModelContainer) throws -> [String] {
    let all = FetchDescriptor<Instrument>(sortBy: [SortDescriptor(\.code)])
    return try ModelContext(container).fetch(all).map {
      "\($0 is Fiddle ? "fiddle" : "instrument") \($0.code): \($0.badge)"
    }
  }

  @Test("A preset of the superclass and one of a subclass that swap a value are refused")
  func swap() throws {
    let container = try Self.container()
    let report = try container.usePresets([
      Self.catalog(2, instruments: [("a", "F")], fiddles: [("f", "A")])
    ])
    #expect(Set(report.issues.map(\.preset.id)) == ["a", "f"])
    #expect(try Self.badges(container) == ["instrument a: A", "fiddle f: F"])
  }

  @Test("A chain of values through both classes is applied in one version")
  func chain() throws {
    let container = try Self.container()
    let report = try container.usePresets([
      Self.catalog(2, instruments: [("a", "F"), ("b", "G")], fiddles: [("f", "H"), ("g", "A")])
    ])
    #expect(report.issues == [])
    #expect(
      try Self.badges(container)
        == ["instrument a: F", "instrument b: G", "fiddle f: H", "fiddle g: A"])
  }

  @Test("A retired preset of a subclass frees its value for a new preset of the superclass")
  func retired() throws {
    let container = try Self.container()
    let report = try container.usePresets([
      Self.catalog(2, instruments: [("a", "A"), ("b", "F")], fiddles: [])
    ])
    #expect(report.retired.map(\.id) == ["f"])
    #expect(report.issues == [])
    #expect(try Self.badges(container) == ["instrument a: A", "instrument b: F"])
  }

  @Test("A user object of either class refuses the value", arguments: [false, true])
  func userObject(isFiddle: Bool) throws {
    let container = try Self.container()
    let context = ModelContext(container)
    if isFiddle {
      context.insert(Fiddle("own", "U"))
    } else {
      context.insert(Instrument("own", "U"))
    }
    try context.save()
    let report = try container.usePresets([
      Self.catalog(2, instruments: [("a", "U")], fiddles: [("f", "A")])
    ])
    #expect(Set(report.issues.map(\.preset.id)) == ["a", "f"])
    let kind = isFiddle ? "fiddle" : "instrument"
    #expect(
      try Self.badges(container) == ["instrument a: A", "fiddle f: F", "\(kind) own: U"])
  }

  @Test("A constraint of the subclass on an inherited property does not concern the superclass")
  func subclassConstraint() throws {
    let container = try Self.container()
    let context = ModelContext(container)
    context.insert(Instrument("own", "U", name: "Amati"))
    context.insert(Fiddle("own fiddle", "V", name: "Bergonzi"))
    try context.save()
    let names = ["f": "Amati", "a": "Bergonzi", "g": "Bergonzi"]
    let report = try container.usePresets([
      Self.catalog(
        2, instruments: [("a", "A")], fiddles: [("f", "F"), ("g", "G")], names: names)
    ])
    // Only the name of the fiddle g is that of another fiddle.
    #expect(report.issues.map(\.preset.id) == ["g"])
    #expect(report.inserted == [])
    let all = FetchDescriptor<Instrument>(sortBy: [SortDescriptor(\.code)])
    #expect(
      try ModelContext(container).fetch(all).map(\.name)
        == ["Bergonzi", "Amati", "Amati", "Bergonzi"])
  }

  @Test("A reset that deletes the user objects of a subclass leaves the values of the others taken")
  func resetOfSubclass() throws {
    let container = try Self.container()
    let context = ModelContext(container)
    let all = try context.fetch(FetchDescriptor<Fiddle>())
    context.delete(try #require(all.first))
    try context.save()
    context.insert(Instrument("own", "F"))
    context.insert(Fiddle("own fiddle", "V"))
    try context.save()
    let report = try container.presets.reset(
      .models([Fiddle.self]), userObjects: .deleted, backup: .none)
    #expect(report.deletedUserObjects == ["Fiddle": 1])
    #expect(report.issues.map(\.preset.id) == ["f"])
    #expect(try Self.badges(container) == ["instrument a: A", "instrument own: F"])
  }
}

@Suite("Retired presets in a hierarchy")
struct HierarchyRetirementTests {
  private typealias Instruments = HierarchyUniqueValueTests

  /// Opens a store with a retired fiddle that an object of the user references.
  private static func container(isFiddle: Bool) throws -> ModelContainer {
    let container = try Instruments.container()
    let context = ModelContext(container)
    let fiddle = try #require(try context.fetch(FetchDescriptor<Fiddle>()).first)
    if isFiddle {
      let own = Fiddle("own", "U")
      context.insert(own)
      own.twin = fiddle
    } else {
      let own = Instrument("own", "U")
      context.insert(own)
      own.twin = fiddle
    }
    try context.save()
    let report = try container.usePresets([
      Instruments.catalog(2, instruments: [("a", "A")], fiddles: [])
    ])
    #expect(report.keptRetired.map(\.id) == ["f"])
    return container
  }

  @Test("A reset that deletes the referencing user object deletes the retired preset too")
  func deletedUserObject() throws {
    let container = try Self.container(isFiddle: true)
    let report = try container.presets.reset(
      .models([Fiddle.self]), userObjects: .deleted, backup: .none)
    #expect(report.retired.map(\.id) == ["f"])
    #expect(report.deletedUserObjects == ["Fiddle": 1])
  }

  @Test("A retired preset stays if a user object of the superclass, which stays, references it")
  func remainingUserObject() throws {
    let container = try Self.container(isFiddle: false)
    let report = try container.presets.reset(
      .models([Fiddle.self]), userObjects: .deleted, backup: .none)
    #expect(report.deletedUserObjects == [:])
    #expect(report.retired == [])
    #expect(report.keptRetired.map(\.id) == ["f"])
    let own = try ModelContext(container).fetch(FetchDescriptor<Instrument>()).first {
      $0.code == "own"
    }
    #expect(own?.twin?.code == "f")
  }
}
