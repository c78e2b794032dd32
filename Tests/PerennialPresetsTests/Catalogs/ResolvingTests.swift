import Foundation
import Perennial
import PerennialPresets
import RandomTesting
import SwiftData
import Testing
import PerennialRecords

@Model
final class Drill {
  var code: String
  var count: Int
  var weight: Double?
  var words: [String]
  var marks: Set<Int>
  var note: String?
  var title: String
  @Attribute(.unique) var badge: String
  @Attribute(.externalStorage) var sheet: Data?

  init(
    _ code: String, count: Int = 0, weight: Double? = nil, words: [String] = [],
    marks: Set<Int> = [], note: String? = nil, title: String = ""
  ) {
    self.code = code
    self.count = count
    self.weight = weight
    self.words = words
    self.marks = marks
    self.note = note
    self.title = title
    badge = code
  }
}

@Suite("Rules for fields in conflict")
struct ResolvingTests {
  private static func presets(_ make: @escaping @Sendable () -> [Drill]) -> Presets<Drill> {
    Presets(id: \.code, make)
  }

  private static func container() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Drill.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [])
  }

  private static func drill(_ container: ModelContainer) throws -> Drill {
    try #require(try ModelContext(container).fetch(FetchDescriptor<Drill>()).first)
  }

  private static func catalog(
    _ version: Int, _ drill: @escaping @Sendable () -> Drill,
    _ rules: (Presets<Drill>) -> Presets<Drill> = { $0 }
  ) -> PresetCatalog {
    PresetCatalog("drills", version: version) { rules(presets { [drill()] }) }
  }

  @Test("The conflicts of a preset are reported, although another object has its unique value")
  func refused() throws {
    let container = try Self.container()
    func catalog(_ version: Int, _ badges: [String]) -> PresetCatalog {
      PresetCatalog("drills", version: version) {
        Self.presets {
          zip(["a", "b"], badges).map { code, badge in
            let drill = Drill(code, count: version)
            drill.badge = badge
            return drill
          }
        }
      }
    }
    try container.usePresets([catalog(1, ["A", "B"])])
    let context = ModelContext(container)
    let first = #Predicate<Drill> { $0.code == "a" }
    let drill = try #require(try context.fetch(FetchDescriptor(predicate: first)).first)
    drill.count = 5
    try context.save()
    // The other preset gives up the value in the same version.
    let second = try container.usePresets([catalog(2, ["B", "C"])])
    #expect(second.issues.isEmpty)
    #expect(drill.badge == "B")
    #expect(second.conflicts.map(\.theirs) == ["2"])
    #expect(second.kept.map(\.names) == [["count"]])
    let own = Drill("own")
    own.badge = "D"
    context.insert(own)
    try context.save()
    // A user object keeps the value.
    let third = try container.usePresets([catalog(3, ["D", "C"])])
    #expect(third.issues.map(\.preset.id) == ["a"])
    #expect(drill.badge == "B")
    #expect(drill.count == 5)
    #expect(third.conflicts.map(\.theirs) == ["3"])
    #expect(third.kept.map(\.names) == [["count"]])
  }

  @Test("Counters, sets, lists and texts, by field and by type")
  func kinds() throws {
    let container = try Self.container()
    func rules(_ presets: Presets<Drill>) -> Presets<Drill> {
      presets.resolving(\.count, with: .addingDifferences)
        .resolving(\.words, with: .uniting())
        .resolving(\.marks, with: .uniting())
        .resolving(
          \.note, with: .init { "\($0.base ?? "-")/\($0.mine ?? "-")/\($0.theirs ?? "-")" }
        )
        .resolving(String.self, with: .theirs)
    }
    try container.usePresets([
      Self.catalog(
        1, { Drill("a", count: 10, words: ["x", "y"], marks: [1, 2], title: "One") }, rules)
    ])
    let context = ModelContext(container)
    let drill = try #require(try context.fetch(FetchDescriptor<Drill>()).first)
    drill.count = 13
    drill.words = ["y", "mine"]
    drill.marks = [2, 9]
    drill.note = "me"
    drill.title = "Mine"
    try context.save()
    let second = Self.catalog(
      2,
      {
        Drill(
          "a", count: 20, words: ["z", "y", "x"], marks: [1, 2, 3], note: "new", title: "Two")
      }, rules)
    let told = try container.previewPresets([second])
    let report = try container.usePresets([second])
    // The order of a set's elements means nothing.
    func text(_ report: PresetReport) -> [String] {
      report.conflicts.filter { $0.field != "marks" }.map { "\($0)" }
    }
    #expect(text(told) == text(report))
    #expect(drill.count == 23)
    #expect(drill.words == ["z", "y", "mine"])
    #expect(drill.marks == [2, 3, 9])
    #expect(drill.note == "-/me/new")
    #expect(drill.title == "Two")
    #expect(report.conflicts.first { $0.field == "count" }?.resolved == "23")
    #expect(report.conflicts.first { $0.field == "count" }?.mine == "13")
    #expect(Set(report.conflicts.map(\.field)) == ["count", "words", "marks", "note", "title"])
    #expect(
      try Set(drill.presetState().editedFields) == ["count", "words", "marks", "note", "title"])
    // A later edit is based on the catalog's value at the time of the edit.
    drill.count = 24
    try context.save()
    try container.usePresets([Self.catalog(3, { Drill("a", count: 30) }, rules)])
    #expect(drill.count == 34)
    try container.presets.reset(.presets, backup: .none)
    #expect(drill.count == 30)
    #expect(drill.note == nil)
    #expect(try drill.presetState().editedFields == [])
  }

  @Test("Numbers stay within the range of their type")
  func overflow() {
    func resolve(_ base: Int8, _ mine: Int8, _ theirs: Int8) -> Int8 {
      PresetConflictRule<Int8>.addingDifferences.decide(base: base, mine: mine, theirs: theirs)
    }
    #expect(resolve(0, 100, 100) == .max)
    #expect(resolve(100, -100, 0) == .min)
    #expect(resolve(-100, 100, 0) == .max)
    #expect(resolve(0, 5, 7) == 12)
  }

  @Test("Whichever versions a store has had, it shows what the pure rule says")
  func paths() throws {
    for seed in TestSeeds.some(60) {
      var random = SeededGenerator(seed: seed)
      let versions = (0..<5).map { _ in random.index(6) }
      let rule = seed % 3
      func rules(_ presets: Presets<Drill>) -> Presets<Drill> {
        switch rule {
        case 0: presets.resolving(\.count, with: .addingDifferences)
        // One that cannot be found from its own answers.
        case 1: presets.resolving(\.count, with: .init { $0.base * 100 + $0.mine * 10 + $0.theirs })
        default: presets.resolving(Int.self, with: .theirs)
        }
      }
      let pure = PresetConflictRule<Content> { conflict in
        guard case .number(let base) = conflict.base, case .number(let mine) = conflict.mine,
          case .number(let theirs) = conflict.theirs
        else { return conflict.mine }
        return .number(
          rule == 0 ? theirs + mine - base : rule == 1 ? base * 100 + mine * 10 + theirs : theirs)
      }
      let container = try Self.container()
      var state = RecordState<Content>()
      for (number, count) in versions.enumerated() where number == 0 || random.happens(70) {
        let isRuled = number > 1
        try container.usePresets([
          Self.catalog(number + 1, { Drill("a", count: count) }, isRuled ? rules : { $0 })
        ])
        state.offer(CatalogVersion(version: number + 1, values: ["count": .number(count)]))
        let reading = RecordReading(
          state, policy: ReadingPolicy(conflictRules: isRuled ? ["count": pure] : [:]))
        let shown = try Self.drill(container).count
        #expect(reading.value(of: "count") == .number(shown), "seed \(seed), \(versions)")
        guard random.happens(50) else { continue }
        let context = ModelContext(container)
        let drill = try #require(try context.fetch(FetchDescriptor<Drill>()).first)
        let value = random.index(6)
        // To write what there is already is no edit.
        if value == drill.count { continue }
        drill.count = value
        try context.save()
        state.write(.number(value), to: "count", at: moment(Int64(number + 1)))
      }
    }
  }

  @Test("A rule for what can have none makes the catalog invalid")
  func invalid() throws {
    let container = try Self.container()
    let catalog = Self.catalog(1, { Drill("a") }) {
      $0.resolving(\.badge, with: .mine).resolving(\.sheet, with: .theirs)
    }
    do {
      try container.usePresets([catalog])
      Issue.record("the catalog was taken")
    } catch let error as PresetError {
      #expect(error.problems.count == 2)
      #expect(error.description.contains("Drill.badge cannot have a conflict rule"))
    }
  }
}

extension PresetConflictRule {
  /// The answer to three values.
  func decide(base: Value, mine: Value, theirs: Value) -> Value {
    self(PresetConflict(field: "field", base: base, mine: mine, theirs: theirs))
  }
}
