import Foundation
import PerennialPresets
import PerennialRecords
import RandomTesting
import SwiftData
import Testing

@Model
private final class Gauge {
  var code: String
  var count: Int
  var weight: Double?
  var note: String?
  var words: [String]

  init(_ code: String, _ values: GaugeValues) {
    self.code = code
    count = values.count
    weight = values.weight
    note = values.note
    words = values.words
  }
}

/// The value of one field of a gauge.
private enum GaugeValue: FieldValue {
  case count(Int)
  case weight(Double?)
  case note(String?)
  case words([String])

  var target: RecordName? { nil }
  func following(_ redirects: Redirects) -> GaugeValue { self }
  static func < (left: GaugeValue, right: GaugeValue) -> Bool { "\(left)" < "\(right)" }
}

private struct GaugeValues: Equatable, Sendable {
  static let fields = ["count", "note", "weight", "words"]

  var count = 0
  var weight: Double?
  var note: String?
  var words: [String] = []

  init(_ random: inout SeededGenerator) {
    for field in Self.fields { write(field, &random) }
  }

  init(_ gauge: Gauge) {
    (count, weight, note, words) = (gauge.count, gauge.weight, gauge.note, gauge.words)
  }

  /// Writes a random value, from so few that the user and the catalog often agree.
  mutating func write(_ field: String, _ random: inout SeededGenerator) {
    switch field {
    case "count": count = random.index(4)
    case "weight": weight = [nil, 0.5, 1, 2][random.index(4)]
    case "note": note = [nil, "", "a", "b"][random.index(4)]
    default: words = ["x", "y", "z"].filter { _ in random.happens(50) }
    }
  }

  func write(_ field: String, to gauge: Gauge) {
    switch field {
    case "count": gauge.count = count
    case "weight": gauge.weight = weight
    case "note": gauge.note = note
    default: gauge.words = words
    }
  }

  var byField: [String: GaugeValue] {
    [
      "count": .count(count), "weight": .weight(weight), "note": .note(note),
      "words": .words(words),
    ]
  }
}

/// The app's rules for conflicts in the fields of gauges.
private struct GaugeRules: Sendable {
  var count: PresetConflictRule<Int>?
  var weight: PresetConflictRule<Double?>?
  var note: PresetConflictRule<String?>?
  var words: PresetConflictRule<[String]>?

  // Results that cannot be computed from an earlier result.
  private static let positional = PresetConflictRule<Double?> { conflict in
    let base = conflict.base ?? 3
    let mine = conflict.mine ?? 3
    let theirs = conflict.theirs ?? 3
    return 100 * base + 10 * mine + theirs
  }
  private static let listing = PresetConflictRule<String?> { conflict in
    "\(conflict.base ?? "-")/\(conflict.mine ?? "-")/\(conflict.theirs ?? "-")"
  }

  init(_ random: inout SeededGenerator) {
    count = Self.choose(.addingDifferences, &random)
    weight = Self.choose(Self.positional, &random)
    note = Self.choose(Self.listing, &random)
    words = Self.choose(.uniting(), &random)
  }

  private static func choose<Value>(
    _ rule: PresetConflictRule<Value>, _ random: inout SeededGenerator
  ) -> PresetConflictRule<Value>? {
    random.element(of: [nil, .mine, .theirs, rule]) ?? nil
  }

  func adding(to presets: Presets<Gauge>) -> Presets<Gauge> {
    var presets = presets
    if let count { presets = presets.resolving(\.count, with: count) }
    if let weight { presets = presets.resolving(\.weight, with: weight) }
    if let note { presets = presets.resolving(\.note, with: note) }
    if let words { presets = presets.resolving(\.words, with: words) }
    return presets
  }

  /// The catalog's rules, for values of records.
  var policy: ReadingPolicy<GaugeValue> {
    var rules: [String: PresetConflictRule<GaugeValue>] = [:]
    rules["count"] = Self.rule(count, { .count($0) }) {
      if case .count(let value) = $0 { value } else { nil }
    }
    rules["weight"] = Self.rule(weight, { .weight($0) }) {
      if case .weight(let value) = $0 { .some(value) } else { nil }
    }
    rules["note"] = Self.rule(note, { .note($0) }) {
      if case .note(let value) = $0 { .some(value) } else { nil }
    }
    rules["words"] = Self.rule(words, { .words($0) }) {
      if case .words(let value) = $0 { value } else { nil }
    }
    return ReadingPolicy(conflictRules: rules)
  }

  private static func rule<Value>(
    _ typed: PresetConflictRule<Value>?, _ wrap: @escaping @Sendable (Value) -> GaugeValue,
    _ unwrap: @escaping @Sendable (GaugeValue) -> Value?
  ) -> PresetConflictRule<GaugeValue>? {
    guard let typed else { return nil }
    return PresetConflictRule { conflict in
      guard let base = unwrap(conflict.base), let mine = unwrap(conflict.mine),
        let theirs = unwrap(conflict.theirs)
      else { return conflict.mine }
      return wrap(
        typed(PresetConflict(field: conflict.field, base: base, mine: mine, theirs: theirs)))
    }
  }
}

/// A preset in a store, and the record that the same history of actions leads to.
private struct GaugeHistory {
  let seed: UInt64
  let container: ModelContainer
  private var random: SeededGenerator
  private var story: [String] = []
  private var version = 0
  private var offered: GaugeValues
  private var rules: GaugeRules
  private var state = RecordState<GaugeValue>()
  private var time: Int64 = 0

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    container = try ModelContainer(
      for: Schema([Gauge.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)],
      presets: [])
    offered = GaugeValues(&random)
    rules = GaugeRules(&random)
    try update()
  }

  private var comment: Comment { "seed \(seed), \(story)" }

  private var reading: RecordReading<GaugeValue> { RecordReading(state, policy: rules.policy) }

  private mutating func moment() -> Stamp {
    time += 1
    return PerennialPresetsTests.moment(time)
  }

  mutating func step() throws {
    switch random.index(10) {
    case 0...3: try update()
    case 4: try reset()
    case 5: try resetField()
    default: try edit()
    }
    try check()
  }

  /// Applies the next version of the catalog, perhaps with other rules.
  private mutating func update() throws {
    version += 1
    let former = offered
    for field in GaugeValues.fields where random.happens(60) { offered.write(field, &random) }
    if random.happens(30) { rules = GaugeRules(&random) }
    story.append("version \(version): \(offered)")
    let (values, rules) = (offered, rules)
    let catalog = PresetCatalog("gauges", version: version) {
      rules.adding(to: Presets(id: \Gauge.code) { [Gauge("a", values)] })
    }
    let report = try container.usePresets([catalog])
    state.offer(CatalogVersion(version: version, values: values.byField))
    // Earlier conflicts have been reported already.
    let changed = GaugeValues.fields.filter { former.byField[$0] != values.byField[$0] }
    let conflicts = reading.conflicts.map(\.field).filter(changed.contains)
    #expect(report.conflicts.map(\.field).sorted() == conflicts.sorted(), comment)
  }

  private mutating func edit() throws {
    let context = ModelContext(container)
    let gauge = try #require(try context.fetch(FetchDescriptor<Gauge>()).first)
    let field = random.element(of: GaugeValues.fields) ?? "count"
    var values = GaugeValues(gauge)
    // Users also write the catalog's value.
    if random.happens(20) { values = offered } else { values.write(field, &random) }
    // Writing the present value is not an edit.
    guard let value = values.byField[field], value != GaugeValues(gauge).byField[field] else {
      return
    }
    story.append("edit \(value)")
    values.write(field, to: gauge)
    try context.save()
    state.write(value, to: field, at: moment())
  }

  private mutating func reset() throws {
    story.append("reset")
    try container.presets.reset(.presets, backup: .none)
    state.reset(at: moment())
  }

  private mutating func resetField() throws {
    let field = random.element(of: GaugeValues.fields) ?? "count"
    story.append("reset \(field)")
    let preset = PresetIdentifier(catalog: "gauges", entityName: "Gauge", id: "a")
    try container.presets.reset(.fields([field], of: preset), backup: .none)
    state.reset(field, at: moment())
  }

  private func check() throws {
    let context = ModelContext(container)
    let gauge = try #require(try context.fetch(FetchDescriptor<Gauge>()).first)
    for (field, value) in GaugeValues(gauge).byField {
      #expect(reading.value(of: field) == value, "\(field), \(comment)")
    }
    #expect(try Set(gauge.presetState().editedFields) == reading.editedFields, comment)
  }
}

@Suite("Edited fields of presets, compared with the rules of records")
struct EditedFieldDifferentialTests {
  @Test("A store shows the values of RecordReading after any history of edits, versions and resets")
  func histories() throws {
    for seed in TestSeeds.some(TestAmount.presetHistories.count) {
      var history = try GaugeHistory(seed: seed)
      for _ in 0..<10 { try history.step() }
    }
  }

  @Test("A catalog that returns to the value at the time of the edit is not in conflict")
  func returning() throws {
    let container = try Kitchen.container(nil)
    func catalog(_ version: Int, _ title: String) -> PresetCatalog {
      PresetCatalog("kitchen", version: version) { Presets(id: \.slug) { [Dish("pasta", title)] } }
    }
    try container.usePresets([catalog(1, "One")])
    let context = ModelContext(container)
    try #require(try context.dish("pasta")).title = "Mine"
    try context.save()
    let second = try container.usePresets([catalog(2, "Two")])
    #expect(second.conflicts.map(\.theirs) == ["Two"])
    let third = try container.usePresets([catalog(3, "One")])
    #expect(third.conflicts == [])
    #expect(third.kept.map(\.names) == [["title"]])
    #expect(try ModelContext(container).dish("pasta")?.title == "Mine")
  }
}
