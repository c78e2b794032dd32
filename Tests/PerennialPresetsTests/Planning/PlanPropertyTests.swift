import Foundation
import Perennial
import PerennialPresets
import RandomTesting
import StoreTesting
import SwiftData
import Testing

/// Random catalogs of a museum, and users that edit, delete, link and take unique values. A failure prints
/// the seed and the steps of its history.
@Suite("Plans after random histories")
struct PlanPropertyTests {
  private static let seeds = TestSeeds.some(15)
  private static let steps = 8

  /// Calls a block after each step of each history.
  private func afterEachStep(_ body: (inout MuseumHistory) throws -> Void) throws {
    for seed in Self.seeds {
      var history = try MuseumHistory(seed: seed)
      for _ in 0..<Self.steps {
        try history.step()
        try body(&history)
      }
    }
  }

  // MARK: Nothing is left to do

  @Test("After a catalog was applied, a plan for the same version is empty")
  func applying() throws {
    try afterEachStep { history in
      let maker = PlanMaker(history.container, history.catalog)
      try maker.apply()
      let plan = try maker.plan(.apply)
      #expect(plan.changes == [] && plan.forgotten == [], history.comment)
    }
  }

  @Test("After a reset, a plan for a second reset and one for an application are empty")
  func resetting() throws {
    try afterEachStep { history in
      guard history.index(2) == 0 else { return }
      try history.note("reset") { try $0.reset(.presets, backup: .none) }
      let maker = PlanMaker(history.container, history.catalog)
      let plan = try maker.plan(.reset)
      #expect(plan.changes == [] && plan.forgotten == [], history.comment)
      #expect(plan.resets == ["reset  0"], history.comment)
      #expect(try maker.plan(.apply).changes == [], history.comment)
    }
  }

  @Test("After a restoration, a plan for a second one is empty")
  func restoring() throws {
    try afterEachStep { history in
      guard history.index(2) == 0 else { return }
      try history.note("restore") { try $0.restore() }
      let maker = PlanMaker(history.container, history.catalog)
      #expect(try maker.plan(.restore).changes == [], history.comment)
    }
  }

  @Test("Edits, deletions and cut links of the user leave nothing to apply")
  func edits() throws {
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      var story: [String] = []
      var version = 1
      let container = try Kitchen.container(version)
      for _ in 0..<Self.steps {
        let kind = random.index(7)
        story.append("act \(kind)")
        if kind == 0 {
          version = min(version + 1, 3)
          try container.usePresets([Kitchen.catalog(version)])
        } else {
          try Self.edit(kind, in: container, &random)
        }
        let plan = try PlanMaker(container, Kitchen.catalog(version)).plan(.apply)
        #expect(plan.changes == [], "seed \(seed), \(story)")
      }
    }
  }

  private static func edit(
    _ kind: Int, in container: ModelContainer, _ random: inout SeededGenerator
  ) throws {
    let context = ModelContext(container)
    let dishes = try context.fetch(FetchDescriptor<Dish>(sortBy: [SortDescriptor(\.title)]))
    let tags = try context.fetch(FetchDescriptor<DishTag>(sortBy: [SortDescriptor(\.name)]))
    let dish = random.element(of: dishes)
    switch kind {
    case 1: dish?.title = "Mine \(random.index(3))"
    case 2:
      dish?.minutes = random.index(60)
      dish?.isFavourite.toggle()
    case 3: if let dish { context.delete(dish) }
    case 4: if random.happens(30), let tag = random.element(of: tags) { context.delete(tag) }
    case 5: if dish?.slug != "aspic" { dish?.tags.removeAll() }
    default:
      // A link keeps a retired preset only as long as it exists.
      if dish?.slug == "aspic" { break }
      dish?.tags.append(DishTag(name: "Own"))
      dish?.parts.first?.amount = "7"
    }
    try context.save()
  }

  // MARK: Plans are functions

  @Test("Plans for the same catalogs, state and request have the same effect and the same report")
  func determinism() throws {
    try afterEachStep { history in
      // The next version has more to change than the present one.
      let makers = (0..<2).map { _ in PlanMaker(history.container, history.nextCatalog) }
      let operations = PlanMaker.Operation.allCases
      let operation = operations[history.index(operations.count)]
      let plans = try makers.flatMap { try $0.plans(operation, count: 2) }
      #expect(plans.allSatisfy { $0 == plans[0] }, history.comment)
    }
  }

  @Test("A plan writes nothing to the store")
  func purity() throws {
    for seed in Self.seeds {
      let directory = try ScratchDirectory()
      let url = directory.file("museum.store")
      var history = try MuseumHistory(seed: seed, at: url)
      for _ in 0..<Self.steps { try history.step() }
      let before = try PresetRows(at: url).rows
      for operation in PlanMaker.Operation.allCases {
        _ = try PlanMaker(history.container, history.nextCatalog).plan(operation)
      }
      #expect(try PresetRows(at: url).rows == before, history.comment)
    }
  }

  // MARK: Dry runs

  @Test("The report of a dry run is the report of the operation")
  func dryRuns() throws {
    try afterEachStep { history in
      let scopes: [PresetScope] = [
        .presets, .models([Exhibit.self]), .entities(["Hall", "Topic"]), .everything,
      ]
      let scope = scopes[history.index(scopes.count)]
      switch history.index(6) {
      case 0:
        let told = try history.container.previewPresets([history.nextCatalog])
        let done = try history.update()
        #expect(done == told, history.comment)
      case 1:
        let told = try history.container.presets.restore(isDryRun: true)
        let done = try history.note("restore") { try $0.restore() }
        #expect(done == told, history.comment)
      case 2:
        let told = try history.container.presets.reset(scope, isDryRun: true)
        let done = try history.note("reset \(scope)") { try $0.reset(scope, backup: .none) }
        #expect(done == told, history.comment)
      case 3:
        let told = try history.container.presets.reset(
          scope, userObjects: .deleted, isDryRun: true)
        let done = try history.note("reset \(scope) with user objects") {
          try $0.reset(scope, userObjects: .deleted, backup: .none)
        }
        #expect(done == told, history.comment)
      default: break
      }
    }
  }

  // MARK: Resets

  @Test(
    "After a reset, presets have the rows of a new store, and the reset is later than all changes")
  func resetRows() throws {
    for seed in Self.seeds {
      let directory = try ScratchDirectory()
      let (url, fresh) = (directory.file("museum.store"), directory.file("fresh.store"))
      var history = try MuseumHistory(seed: seed, at: url)
      for _ in 0..<Self.steps + 4 { try history.step() }
      try history.renameUserObjects()
      let report = try history.note("reset") { try $0.reset(.presets, backup: .none) }
      #expect(report.issues == [], history.comment)
      _ = try Museum.container(at: fresh, history.catalog)

      let (found, expected) = (try PresetRows(at: url), try PresetRows(at: fresh))
      for (name, row) in expected.rows {
        #expect(found.rows[name] == row, "\(name), \(history.comment)")
      }
      // Links to objects of the user, and of their exhibits, are not the catalog's.
      for name in expected.rows.keys where name.hasPrefix("Exhibit ") {
        #expect(found.links(of: name) == expected.links(of: name), "\(name), \(history.comment)")
      }
      // The other rows are those of retired presets that an object of the user needs.
      let others = found.metadata.filter { expected.rows[$0.key] == nil }.values.map(\.name)
      #expect(
        others.sorted() == report.keptRetired.map { "\($0.catalog)/\($0.id)" }.sorted(),
        history.comment)

      let reset = try #require(try StoredStamps.ofResets(at: url)[" 0"], history.comment)
      let changes = try StoredStamps.ofChanges(at: url)
      #expect(changes.allSatisfy { $0 < reset }, history.comment)
    }
  }
}
