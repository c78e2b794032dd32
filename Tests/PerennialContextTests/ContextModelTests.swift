import Foundation
import RandomTesting
import SwiftData
import Testing

@testable import Fixtures

/// Random histories of two contexts against a simple model. `PERENNIAL_SEED=…` repeats one of them
/// alone.
@Suite("Contexts against a model")
struct ContextModelTests {
  private static let seed = TestSeeds.only
  private static let histories = TestAmount.contextHistories.count

  struct Step: CustomStringConvertible, Sendable {
    let operation: GalleryOperation
    let context: Int
    var description: String { "context \(context): \(operation)" }
  }

  @Test("Random histories in memory end as the model says", arguments: 0..<8)
  func inMemory(part: Int) throws {
    try run(.memory, histories: Self.histories / 8, first: UInt64(part) << 32)
  }

  @Test("Random histories in a file end as the model says")
  func inFile() throws {
    try run(.file, histories: max(Self.histories / 20, 1), first: 9 << 32)
  }

  private func run(_ place: Place, histories: Int, first: UInt64) throws {
    let base = TestSeeds.first + first
    let seeds = Self.seed.map { [$0] } ?? (0..<histories).map { base + UInt64($0) }
    if Self.seed == nil {
      print("Contexts against a model, \(place): seeds \(base) to \(base + UInt64(histories) - 1)")
    }
    var failures = 0
    for seed in seeds {
      guard let found = try play(place, Self.history(seed), seed) else { continue }
      failures += 1
      let steps = try shrink(place, Self.history(seed, recording: found.count), seed)
      let difference = try play(place, steps, seed)?.difference ?? "it passes when repeated"
      Issue.record(
        """
        PERENNIAL_SEED=\(seed), \(place): \(difference)
        \(steps.map(\.description).joined(separator: "\n"))
        """
      )
      if failures == 3 { break }
    }
  }

  // MARK: Histories

  /// Returns `true` if a seed's history has one context only. Then the order of collections is compared
  /// too. If two contexts add to one collection at once, the order of the additions is not defined.
  private static func isAlone(_ seed: UInt64) -> Bool { seed % 5 == 0 }

  /// The steps of a seed. They name objects by number; a step that does not fit is left out when
  /// its turn comes.
  private static func history(_ seed: UInt64, recording count: Int? = nil) -> [Step] {
    var random = SeededGenerator(seed: seed)
    var author = HistoryAuthor()
    let length = Int.random(in: 50...80, using: &random)
    let isAlone = isAlone(seed)
    let steps = (0..<length).map { _ in author.step(&random, isAlone: isAlone) }
    return Array(steps.prefix(count ?? length))
  }

  /// Plays steps, and tells where the contexts differ from the model: after how many steps, and
  /// how.
  private func play(
    _ place: Place,
    _ steps: [Step],
    _ seed: UInt64
  ) throws -> (count: Int, difference: String)? {
    try place.with(Studio.self, Artist.self, Badge.self, Style.self, Prize.self) { container in
      // Some seeds hold all objects, and some read everything after each step: loaded and unloaded
      // objects take different paths through the code.
      let holds = seed.isMultiple(of: 2)
      let readsAll = seed % 3 != 0
      var history = GalleryHistory(container, holds: holds)
      for (number, step) in steps.enumerated() {
        do {
          try history.perform(step.operation, step.context)
          try Self.compare(&history, step, readsAll, Self.isAlone(seed))
          if number == steps.count - 1 { try Self.compareEnd(&history, Self.isAlone(seed)) }
        } catch {
          return (number + 1, "\(step): \(error)")
        }
      }
      return nil
    }
  }

  private static func compare(
    _ history: inout GalleryHistory,
    _ step: Step,
    _ readsAll: Bool,
    _ isAlone: Bool
  ) throws {
    switch step.operation {
    case .save:
      try history.compareAll(nil)
      guard readsAll else { return }
      try history.compareAll(0)
      try history.compareAll(1)
      if isAlone, !history.contexts[0].hasChanges { try history.compareOrders(0) }
    case .look: try history.compareAll(step.context)
    default:
      if readsAll {
        try history.compareAll(step.context)
      } else {
        try history.glance(step.context)
      }
    }
  }

  private static func compareEnd(
    _ history: inout GalleryHistory,
    _ isAlone: Bool
  ) throws {
    try history.compareAll(0)
    try history.compareAll(1)
    try history.compareGone()
    for context in [0, 1, 0] {
      try history.perform(.save, context)
      try history.compareAll(nil)
      try history.compareAll(0)
      try history.compareAll(1)
      if isAlone, !history.contexts[0].hasChanges { try history.compareOrders(0) }
    }
  }

  /// Leaves out steps as long as there still is a difference.
  private func shrink(_ place: Place, _ steps: [Step], _ seed: UInt64) throws -> [Step] {
    var steps = steps
    var size = max(steps.count / 2, 1)
    while true {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        if let found = try play(place, fewer, seed) {
          steps = Array(fewer.prefix(found.count))
        } else {
          start += size
        }
      }
      if size == 1 { return steps }
      size /= 2
    }
  }
}

/// Makes up steps. It knows which objects were made and not which are still there.
private struct HistoryAuthor {
  private var made: [GalleryModel.Kind: [Int]] = [:]
  private var count = 0

  mutating func step(
    _ random: inout SeededGenerator,
    isAlone: Bool
  ) -> ContextModelTests.Step {
    ContextModelTests.Step(
      operation: operation(&random),
      context: isAlone ? 0 : Int.random(in: 0...1, using: &random)
    )
  }

  private func some(_ kind: GalleryModel.Kind, _ random: inout SeededGenerator) -> Int? {
    made[kind]?.randomElement(using: &random)
  }

  private mutating func operation(_ random: inout SeededGenerator) -> GalleryOperation {
    if count < 4 || (count < 12 && random.chance(0.15)) { return insertion(&random) }
    let number = Int.random(in: 1...count, using: &random)
    let value = Int.random(in: 1...6, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<6: return .rename(number, value)
    case 6..<16: return .rate(number, value)
    case 16..<34: return reference(&random) ?? .look
    case 34..<58: return membership(&random) ?? .look
    case 58..<66: return .delete(number)
    case 66..<80: return .save
    case 80..<84: return .rollback
    case 84..<86: return .transaction(number, value)
    case 86..<92:
      return .fetch(
        least: value / 2,
        limit: Int.random(in: 1...4, using: &random),
        offset: Int.random(in: 0...2, using: &random),
        descending: random.chance(0.5)
      )
    case 92..<95: return .fetchRelated(value)
    default: return .look
    }
  }

  private mutating func insertion(_ random: inout SeededGenerator) -> GalleryOperation {
    count += 1
    let kinds: [GalleryModel.Kind] = [.studio, .artist, .artist, .badge, .style, .prize]
    let kind = count == 1 ? .studio : kinds.randomElement(using: &random) ?? .artist
    var partner: Int?
    if kind != .studio, random.chance(0.5) {
      partner = some(kind == .artist || kind == .prize ? .studio : .artist, &random)
    }
    made[kind, default: []].append(count)
    return .insert(count, kind, partner: partner)
  }

  private func reference(_ random: inout SeededGenerator) -> GalleryOperation? {
    guard let link = GalleryOperation.Link.toOne.randomElement(using: &random),
      let owner = some(link.owner, &random)
    else { return nil }
    return .refer(owner, link, to: random.chance(0.25) ? nil : some(link.target, &random))
  }

  private func membership(_ random: inout SeededGenerator) -> GalleryOperation? {
    guard let link = GalleryOperation.Link.toMany.randomElement(using: &random),
      let owner = some(link.owner, &random), let target = some(link.target, &random)
    else { return nil }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: return .add(target, link, to: owner)
    case 5..<8: return .remove(target, link, from: owner)
    default:
      let all = (made[link.target] ?? []).shuffled(using: &random)
      return .assign(Array(all.prefix(Int.random(in: 0...3, using: &random))), link, to: owner)
    }
  }
}
