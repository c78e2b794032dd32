import Foundation
import RandomTesting
import SwiftData
import Testing

@testable import Fixtures

/// Random edits of all handles of a few rows, and a model of what they must show.
private struct AliasHistory {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  /// The objects that represent one row, or one new object.
  private final class Group {
    enum Life { case new, stored, doomed, gone }

    let name: String
    var life: Life
    var handles: [Brand]
    /// The present values, by field, and the times of those that are not saved.
    var values: [String: Int]
    var times: [String: Int] = [:]

    init(_ name: String, _ life: Life, _ handles: [Brand], _ values: [String: Int]) {
      (self.name, self.life, self.handles, self.values) = (name, life, handles, values)
    }
  }

  private let container: ModelContainer
  private let context: ModelContext
  private var random: SeededGenerator
  private var groups: [Group] = []
  /// The rows of the store.
  private var rows: [String: [String: Int]] = [:]
  private var time = 0
  private(set) var log: [String] = []

  init(_ container: ModelContainer, seed: UInt64) {
    self.container = container
    context = ModelContext(container)
    random = SeededGenerator(seed: seed)
  }

  // MARK: Steps

  mutating func proceed() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<22: insert()
    case ..<60: edit()
    case ..<78: try save()
    case ..<84: delete()
    case ..<90: try editElsewhere()
    case ..<92: try deleteElsewhere()
    case ..<96: rollback()
    default: release()
    }
    try compare()
  }

  private mutating func number() -> Int { Int.random(in: 0..<1_000, using: &random) }

  private mutating func name() -> String { ["a", "b"][Int.random(in: 0..<2, using: &random)] }

  private mutating func insert() {
    let (name, note, rank) = (name(), number(), number())
    log.append("insert \(name) \(note) \(rank)")
    let brand = Brand(name, note: "\(note)", rank: rank)
    context.insert(brand)
    time += 1
    let group = Group(name, .new, [brand], ["note": note, "rank": rank])
    group.times = ["note": time, "rank": time]
    groups.append(group)
  }

  private mutating func pick(_ lives: [Group.Life]) -> (Group, Brand)? {
    guard
      let group = groups.filter({ lives.contains($0.life) && !$0.handles.isEmpty })
        .randomElement(using: &random),
      let handle = Int.random(in: 0..<max(group.handles.count, 1), using: &random) as Int?
    else { return nil }
    log.append("\(group.name)/\(handle)")
    return (group, group.handles[handle])
  }

  private mutating func edit() {
    guard let (group, handle) = pick([.new, .stored]) else { return }
    time += 1
    let value = number()
    if random.chance(0.5) {
      log.append("note = \(value)")
      handle.note = "\(value)"
      (group.values["note"], group.times["note"]) = (value, time)
    } else {
      log.append("rank = \(value)")
      handle.rank = value
      (group.values["rank"], group.times["rank"]) = (value, time)
    }
  }

  private mutating func delete() {
    guard let (group, handle) = pick([.new, .stored]) else { return }
    log.append("delete")
    context.delete(handle)
    group.life = group.life == .new ? .gone : .doomed
  }

  private mutating func save() throws {
    log.append("save")
    try context.save()
    for name in ["a", "b"] {
      for group in groups where group.name == name && group.life == .doomed {
        group.life = .gone
        rows[name] = nil
      }
      let united = groups.filter { $0.name == name && [.new, .stored].contains($0.life) }
      guard !united.isEmpty else { continue }
      var values = rows[name] ?? [:]
      for field in ["note", "rank"] {
        let latest = united.max { ($0.times[field] ?? 0) < ($1.times[field] ?? 0) }
        if let latest, latest.times[field] != nil { values[field] = latest.values[field] }
      }
      rows[name] = values
      let group = Group(name, .stored, united.flatMap(\.handles), values)
      groups.removeAll { other in united.contains { $0 === other } }
      groups.append(group)
    }
  }

  private mutating func editElsewhere() throws {
    let (name, value) = (name(), number())
    log.append("elsewhere \(name) = \(value)")
    let other = ModelContext(container)
    let found = try other.fetch(FetchDescriptor<Brand>(predicate: #Predicate { $0.name == name }))
    if let brand = found.first {
      brand.note = "\(value)"
      rows[name]?["note"] = value
    } else {
      other.insert(Brand(name, note: "\(value)", rank: 0))
      rows[name] = ["note": value, "rank": 0]
    }
    try other.save()
    for group in groups where group.name == name && [.stored, .doomed].contains(group.life) {
      if group.times["note"] == nil { group.values["note"] = value }
    }
  }

  private mutating func deleteElsewhere() throws {
    let name = name()
    log.append("deleted elsewhere \(name)")
    let other = ModelContext(container)
    try other.delete(model: Brand.self, where: #Predicate { $0.name == name })
    rows[name] = nil
    for group in groups where group.name == name && [.stored, .doomed].contains(group.life) {
      group.life = .gone
    }
  }

  private mutating func rollback() {
    log.append("rollback")
    context.rollback()
    for group in groups {
      if group.life == .new { group.life = .gone }
      if group.life == .doomed { group.life = .stored }
      if group.life == .stored, let row = rows[group.name] {
        (group.values, group.times) = (row, [:])
      }
    }
  }

  private mutating func release() {
    guard let (group, handle) = pick([.stored]), group.handles.count > 1 else { return }
    log.append("release")
    group.handles.removeAll { $0 === handle }
  }

  // MARK: Comparison

  private func compare() throws {
    for group in groups {
      for (number, handle) in group.handles.enumerated() {
        let found = (handle.note, handle.rank)
        let expected = ("\(group.values["note"] ?? -1)", group.values["rank"] ?? -1)
        if group.life != .gone, found != expected {
          throw Difference(
            description: "\(group.name)/\(number): \(found) instead of \(expected)")
        }
        if (handle.modelContext == nil) != (group.life == .gone) {
          throw Difference(description: "\(group.name)/\(number) belongs to a context, or not")
        }
        if handle.isDeleted != (group.life == .doomed) {
          throw Difference(description: "\(group.name)/\(number) is deleted, or not")
        }
      }
    }
    let stored = try ModelContext(container).fetch(FetchDescriptor<Brand>()).map {
      "\($0.name) \($0.note) \($0.rank)"
    }
    let expected = rows.map { name, row in "\(name) \(row["note"] ?? -1) \(row["rank"] ?? -1)" }
    if stored.sorted() != expected.sorted() {
      throw Difference(description: "the store has \(stored) instead of \(expected)")
    }
    let count = try context.fetchCount(FetchDescriptor<Brand>())
    let known =
      groups.filter { $0.life == .new }.count + rows.count
      - groups.filter { $0.life == .doomed }.count
    if count != known { throw Difference(description: "\(count) objects instead of \(known)") }
  }
}

@Suite("41/2: Objects of one row through random histories")
struct AliasHistoryTests {
  private static let seeds =
    TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.aliasHistories.count)

  @Test(
    "All handles of a row show its values, and of unsaved edits the later one stays",
    arguments: Place.allCases, seeds)
  func histories(_ place: Place, seed: UInt64) throws {
    try place.with(Brand.self) { container in
      var history = AliasHistory(container, seed: seed)
      do {
        for _ in 0..<80 { try history.proceed() }
      } catch {
        throw AliasHistory.Difference(
          description:
            "seed \(seed), \(place), after \(history.log.joined(separator: ", ")): \(error)")
      }
    }
  }
}
