import Foundation
import PerennialPresets
import RandomTesting
import SwiftData
import Testing

/// The random history of presets that compete with one another and with the user for few unique values.
private struct TicketHistory {
  private static let codes = ["a", "b", "c", "d", "e"]
  private static let seats = ["1", "2", "3", "4", "5", "6"]

  let seed: UInt64
  private let container: ModelContainer
  private var random: SeededGenerator
  private var story: [String] = []
  private var version = 0
  /// The seats of the catalog's presets, which differ from one another; nil for none.
  private var seats: [String: String?] = [:]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    container = try ModelContainer(
      for: Schema([Ticket.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [])
    try update()
  }

  private var comment: Comment { "seed \(seed), \(story)" }

  private var catalog: PresetCatalog {
    let (seats, version) = (seats, version)
    return PresetCatalog("tickets", version: version) {
      Presets(id: \.code) {
        seats.sorted { $0.key < $1.key }.map { Ticket($0.key, $0.value, "version \(version)") }
      }
    }
  }

  mutating func step() throws {
    switch random.index(10) {
    case 0...3: try update()
    case 4: try reset(.presets, "reset", userObjects: .kept)
    case 5: try reset(.everything, "reset everything", userObjects: .deleted)
    default: try act()
    }
  }

  /// Applies a version in which presets come, go, and exchange their seats.
  private mutating func update() throws {
    version += 1
    let order = Self.seats.shuffled(using: &random)
    seats = [:]
    for (code, seat) in zip(Self.codes, order) where random.happens(80) {
      // Most presets have a seat, and many keep the one that they have.
      seats[code] = .some(random.happens(85) ? seat : nil)
    }
    story.append("version \(version): \(seats.sorted { $0.key < $1.key })")
    let told = try container.previewPresets([catalog])
    let report = try container.usePresets([catalog])
    #expect(report == told, comment)
    try check(report, .apply)
  }

  private mutating func reset(
    _ scope: PresetScope, _ name: String, userObjects: PresetLibrary.UserObjects
  ) throws {
    story.append(name)
    let told = try container.presets.reset(scope, userObjects: userObjects, isDryRun: true)
    let report = try container.presets.reset(scope, userObjects: userObjects, backup: .none)
    #expect(report == told, comment)
    try check(report, .reset)
  }

  /// Lets the user insert, delete and edit objects. The user takes only free seats.
  private mutating func act() throws {
    let context = ModelContext(container)
    let all = try context.fetch(
      FetchDescriptor<Ticket>(sortBy: [SortDescriptor(\.code), SortDescriptor(\.title)]))
    let free = Self.seats.filter { seat in !all.contains { $0.seat == seat } }
    let ticket = random.element(of: all)
    let kind = random.index(4)
    story.append("act \(kind) \(ticket?.code ?? "-")")
    switch kind {
    case 0: context.insert(Ticket("own", random.element(of: free), "Own"))
    case 1: ticket?.seat = random.element(of: free)
    case 2: ticket?.title = "Mine"
    default: if let ticket { context.delete(ticket) }
    }
    try context.save()
  }

  /// Checks that no change is left that the operation could have made.
  private func check(_ report: PresetReport, _ operation: PlanMaker.Operation) throws {
    #expect(try PlanMaker(container, catalog).plan(operation).changes == [], comment)
    let refused = Set(report.issues.map(\.preset.id))
    let context = ModelContext(container)
    defer { withExtendedLifetime(context) {} }
    for ticket in try context.fetch(FetchDescriptor<Ticket>()) {
      guard ticket.isPreset, let seat = seats[ticket.code] else { continue }
      if refused.contains(ticket.code) { continue }
      let edited = try ticket.presetState().editedFields
      if !edited.contains("seat") { #expect(ticket.seat == seat, comment) }
      if !edited.contains("title") { #expect(ticket.title == "version \(version)", comment) }
    }
  }
}

@Suite("Unique values after random histories")
struct UniqueValuePropertyTests {
  @Test("No operation fails, and a change that was refused is still impossible afterwards")
  func histories() throws {
    for seed in TestSeeds.some(TestAmount.presetHistories.count) {
      var history = try TicketHistory(seed: seed)
      for _ in 0..<10 { try history.step() }
    }
  }
}
