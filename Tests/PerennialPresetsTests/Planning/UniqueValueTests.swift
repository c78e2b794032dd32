import Foundation
import PerennialPresets
import SwiftData
import Testing

@Suite("Unique values of presets")
struct UniqueValueTests {
  private typealias Seats = [(code: String, seat: String?)]

  /// A catalog of tickets with seats. Their titles contain the version.
  private static func catalog(_ version: Int, _ seats: Seats) -> PresetCatalog {
    PresetCatalog("tickets", version: version) {
      Presets(id: \.code) { seats.map { Ticket($0.code, $0.seat, "version \(version)") } }
    }
  }

  private static func container(_ seats: Seats) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Ticket.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [catalog(1, seats)])
  }

  private static func boxes(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Ticket>(sortBy: [SortDescriptor(\.code)]))
      .map {
        "\($0.code): \($0.seat ?? "-"), \($0.title)"
      }
  }

  private static func box(_ code: String, _ context: ModelContext) throws -> Ticket {
    let all = try context.fetch(FetchDescriptor<Ticket>())
    return try #require(all.first { $0.code == code })
  }

  /// Inserts a ticket of the user.
  private static func insert(_ seat: String, in container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(Ticket("own", seat, "Own"))
    try context.save()
  }

  private static func deleteOwn(in container: ModelContainer) throws {
    let context = ModelContext(container)
    context.delete(try box("own", context))
    try context.save()
  }

  // MARK: Swaps and chains

  @Test("Two presets that swap a unique value stay as they are, and both are reported")
  func swap() throws {
    let container = try Self.container([("a", "A"), ("b", "B"), ("c", "C")])
    let report = try container.usePresets([
      Self.catalog(2, [("a", "B"), ("b", "A"), ("c", "C")])
    ])
    #expect(report.issues.map(\.preset.id) == ["a", "b"])
    #expect(report.issues.allSatisfy { $0.reason.contains("seat") })
    #expect(report.updated.map(\.preset.id) == ["c"])
    #expect(
      try Self.boxes(container) == ["a: A, version 1", "b: B, version 1", "c: C, version 2"])
    let again = try container.presets.reset(.presets, backup: .none)
    #expect(again.issues == report.issues && again.isEmpty)
  }

  @Test("A version that moves one of two swapped values away is applied")
  func resolvedSwap() throws {
    let container = try Self.container([("a", "A"), ("b", "B")])
    try container.usePresets([Self.catalog(2, [("a", "B"), ("b", "A")])])
    let report = try container.usePresets([Self.catalog(3, [("a", "B"), ("b", "C")])])
    #expect(report.issues == [])
    #expect(try Self.boxes(container) == ["a: B, version 3", "b: C, version 3"])
  }

  @Test(
    "A chain of unique values is applied in one version, in any order of the presets",
    arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]])
  func chain(_ order: [Int]) throws {
    let container = try Self.container([("a", "A"), ("b", "B"), ("c", "C")])
    let seats: Seats = [("a", "B"), ("b", "C"), ("c", "D"), ("d", "A")]
    let second = Self.catalog(2, order.map { seats[$0] })
    let told = try container.previewPresets([second])
    let report = try container.usePresets([second])
    #expect(report == told)
    #expect(report.issues == [])
    #expect(report.inserted.map(\.id) == ["d"])
    #expect(
      try Self.boxes(container)
        == ["a: B, version 2", "b: C, version 2", "c: D, version 2", "d: A, version 2"])
  }

  @Test("A preset that gives up its unique value for nil frees it in the same version")
  func nilValue() throws {
    let container = try Self.container([("a", "A"), ("b", "B")])
    let report = try container.usePresets([Self.catalog(2, [("a", "B"), ("b", nil), ("c", "A")])])
    #expect(report.issues == [])
    #expect(
      try Self.boxes(container) == ["a: B, version 2", "b: -, version 2", "c: A, version 2"])
  }

  @Test("A preset whose edited unique value stays keeps it from other presets")
  func editedValue() throws {
    let container = try Self.container([("a", "A"), ("b", "B")])
    let context = ModelContext(container)
    try Self.box("a", context).seat = "C"
    try context.save()
    let report = try container.usePresets([Self.catalog(2, [("a", "A"), ("b", "C")])])
    #expect(report.issues.map(\.preset.id) == ["b"])
    #expect(try Self.boxes(container) == ["a: C, version 2", "b: B, version 1"])
    try container.presets.reset(.presets, backup: .none)
    #expect(try Self.boxes(container) == ["a: A, version 2", "b: C, version 2"])
  }

  // MARK: User objects

  @Test("A user object with the value refuses the update of a preset, until it is deleted")
  func userObject() throws {
    let container = try Self.container([("a", "A"), ("b", "B")])
    try Self.insert("U", in: container)
    let report = try container.usePresets([Self.catalog(2, [("a", "U"), ("b", "A")])])
    // The preset b cannot have the value that a keeps.
    #expect(report.issues.map(\.preset.id) == ["a", "b"])
    #expect(
      try Self.boxes(container) == ["a: A, version 1", "b: B, version 1", "own: U, Own"])
    try Self.deleteOwn(in: container)
    let reset = try container.presets.reset(.presets, backup: .none)
    #expect(reset.issues == [])
    #expect(reset.updated.map(\.preset.id).sorted() == ["a", "b"])
    #expect(try Self.boxes(container) == ["a: U, version 2", "b: A, version 2"])
  }

  @Test("A user object with the value of a new preset stands in for it")
  func standIn() throws {
    let container = try Self.container([("a", "A")])
    try Self.insert("U", in: container)
    let report = try container.usePresets([Self.catalog(2, [("a", "A"), ("b", "U")])])
    #expect(report.inserted == [])
    #expect(report.issues.map(\.preset.id) == ["b"])
    #expect(try Self.boxes(container) == ["a: A, version 2", "own: U, Own"])
  }

  @Test("A reset that deletes user objects gives their unique values back to presets")
  func resetOfEverything() throws {
    let container = try Self.container([("a", "A"), ("b", "B")])
    let context = ModelContext(container)
    // The user takes the values of an edited preset and of a deleted one.
    try Self.box("a", context).seat = "X"
    context.delete(try Self.box("b", context))
    try context.save()
    try Self.insert("A", in: container)
    context.insert(Ticket("own too", "B", "Own"))
    try context.save()
    let told = try container.presets.reset(.everything, isDryRun: true)
    let report = try container.presets.reset(.everything, backup: .none)
    #expect(report == told)
    #expect(report.issues == [])
    #expect(report.deletedUserObjects == ["Ticket": 2])
    #expect(try Self.boxes(container) == ["a: A, version 1", "b: B, version 1"])
  }

  // MARK: Retired presets

  @Test("A retired preset frees its value for a new one in the same version")
  func retired() throws {
    let container = try Self.container([("a", "A"), ("b", "B")])
    let report = try container.usePresets([Self.catalog(2, [("a", "A"), ("c", "B")])])
    #expect(report.retired.map(\.id) == ["b"])
    #expect(report.inserted.map(\.id) == ["c"])
    #expect(report.issues == [])
    #expect(try Self.boxes(container) == ["a: A, version 2", "c: B, version 2"])
  }

  @Test("A retired preset that stays because of an edit keeps its value")
  func keptRetired() throws {
    let container = try Self.container([("a", "A"), ("b", "B")])
    let context = ModelContext(container)
    try Self.box("b", context).title = "Mine"
    try context.save()
    let report = try container.usePresets([Self.catalog(2, [("a", "A"), ("c", "B")])])
    #expect(report.keptRetired.map(\.id) == ["b"])
    #expect(report.issues.map(\.preset.id) == ["c"])
    #expect(try Self.boxes(container) == ["a: A, version 2", "b: B, Mine"])
    let reset = try container.presets.reset(.presets, backup: .none)
    #expect(reset.retired.map(\.id) == ["b"])
    #expect(try Self.boxes(container) == ["a: A, version 2", "c: B, version 2"])
  }

  @Test("A retired preset frees its value for an existing one in the same version")
  func retiredForExisting() throws {
    let container = try Self.container([("a", "A"), ("b", "B"), ("c", "C")])
    // The preset d is new and needs the value that a frees after b was deleted.
    let second = Self.catalog(2, [("a", "B"), ("c", "C"), ("d", "A")])
    let told = try container.previewPresets([second])
    let report = try container.usePresets([second])
    #expect(report == told)
    #expect(report.retired.map(\.id) == ["b"])
    #expect(report.inserted.map(\.id) == ["d"])
    #expect(report.issues == [])
    #expect(
      try Self.boxes(container) == ["a: B, version 2", "c: C, version 2", "d: A, version 2"])
  }
}

// MARK: - Constraints of several properties

@Model
private final class Berth {
  #Unique<Berth>([\.deck, \.number])

  var code: String
  var deck: Int
  var number: Int

  init(_ code: String, _ deck: Int, _ number: Int) {
    self.code = code
    self.deck = deck
    self.number = number
  }
}

@Suite("Unique combinations of the values of presets")
struct UniqueCombinationTests {
  private static func catalog(_ version: Int, _ places: [(Int, Int)]) -> PresetCatalog {
    PresetCatalog("berths", version: version) {
      Presets(id: \.code) {
        zip(["a", "b"], places).map { code, place in Berth(code, place.0, place.1) }
      }
    }
  }

  private static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Berth.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [catalog(1, [(1, 1), (1, 2)])])
  }

  private static func berths(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Berth>(sortBy: [SortDescriptor(\.code)])).map
    {
      "\($0.code): \($0.deck), \($0.number)"
    }
  }

  /// Moves the first preset to the second deck.
  private static func edit(_ container: ModelContainer) throws -> ModelContext {
    let context = ModelContext(container)
    let all = try context.fetch(FetchDescriptor<Berth>(sortBy: [SortDescriptor(\.code)]))
    try #require(all.first).deck = 2
    try context.save()
    return context
  }

  @Test("A combination of an edited value and a new one is refused if a user object has it")
  func editedPart() throws {
    let container = try Self.container()
    let context = try Self.edit(container)
    context.insert(Berth("own", 2, 5))
    try context.save()
    let report = try container.usePresets([Self.catalog(2, [(1, 5), (1, 2)])])
    #expect(report.issues.map(\.preset.id) == ["a"])
    #expect(try Self.berths(container) == ["a: 2, 1", "b: 1, 2", "own: 2, 5"])
  }

  @Test("A combination of the catalog's values does not matter if an edited value stays")
  func editedAway() throws {
    let container = try Self.container()
    let context = try Self.edit(container)
    context.insert(Berth("own", 1, 5))
    try context.save()
    let report = try container.usePresets([Self.catalog(2, [(1, 5), (1, 2)])])
    #expect(report.issues == [])
    #expect(try Self.berths(container) == ["a: 2, 5", "b: 1, 2", "own: 1, 5"])
    // Without the edit, the preset would have the combination of the user object.
    let reset = try container.presets.reset(.presets, backup: .none)
    #expect(reset.issues.map(\.preset.id) == ["a"])
    #expect(try Self.berths(container) == ["a: 2, 5", "b: 1, 2", "own: 1, 5"])
  }

  @Test("Presets exchange parts of their combinations in one version")
  func exchange() throws {
    let container = try Self.container()
    let report = try container.usePresets([Self.catalog(2, [(2, 2), (1, 1)])])
    #expect(report.issues == [])
    #expect(try Self.berths(container) == ["a: 2, 2", "b: 1, 1"])
  }
}

// MARK: - Constraints with a reference

@Model
private final class Rack {
  var code: String
  @Relationship(inverse: \Bottle.rack) var bottles: [Bottle] = []

  init(_ code: String) { self.code = code }
}

@Model
private final class Bottle {
  #Unique<Bottle>([\.rack, \.slot])

  var code: String
  var rack: Rack?
  var slot: Int

  init(_ code: String, _ rack: Rack?, _ slot: Int) {
    self.code = code
    self.rack = rack
    self.slot = slot
  }
}

@Suite("Unique combinations of the values and references of presets")
struct UniqueReferenceTests {
  private static func catalog(_ version: Int, _ places: [(rack: String, slot: Int)])
    -> PresetCatalog
  {
    PresetCatalog("bottles", version: version) {
      Presets(id: \Rack.code) { [Rack("left"), Rack("right")] }
      Presets(id: \Bottle.code) {
        zip(["a", "b"], places).map { Bottle($0, Rack($1.rack), $1.slot) }
      }
    }
  }

  private static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Rack.self, Bottle.self]),
      configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [catalog(1, [("left", 1), ("right", 1)])])
  }

  private static func bottles(_ container: ModelContainer) throws -> [String] {
    let all = FetchDescriptor<Bottle>(sortBy: [SortDescriptor(\.code)])
    return try ModelContext(container).fetch(all).map {
      "\($0.code): \($0.rack?.code ?? "-"), \($0.slot)"
    }
  }

  @Test("A reference that a user object has in the same combination is refused")
  func userObject() throws {
    let container = try Self.container()
    let context = ModelContext(container)
    let racks = try context.fetch(FetchDescriptor<Rack>())
    context.insert(Bottle("own", racks.first { $0.code == "left" }, 2))
    try context.save()
    let report = try container.usePresets([Self.catalog(2, [("left", 1), ("left", 2)])])
    #expect(report.issues.map(\.preset.id) == ["b"])
    #expect(try Self.bottles(container) == ["a: left, 1", "b: right, 1", "own: left, 2"])
  }

  @Test("Two presets that swap their references are refused")
  func swap() throws {
    let container = try Self.container()
    let report = try container.usePresets([Self.catalog(2, [("right", 1), ("left", 1)])])
    #expect(report.issues.map(\.preset.id) == ["a", "b"])
    #expect(report.issues.allSatisfy { $0.reason.contains("rack") })
    #expect(try Self.bottles(container) == ["a: left, 1", "b: right, 1"])
  }

  @Test("A reference is taken over in the version in which another preset gives it up")
  func chain() throws {
    let container = try Self.container()
    let report = try container.usePresets([Self.catalog(2, [("right", 1), ("right", 2)])])
    #expect(report.issues == [])
    #expect(try Self.bottles(container) == ["a: right, 1", "b: right, 2"])
  }
}
