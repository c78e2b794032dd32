import Foundation
import RandomTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Random steps with upserts in one context, each of which is saved, and how the store was after each.
private struct UpsertUndoHistory {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private let container: ModelContainer
  private let context: ModelContext
  private let manager = UndoManager()
  private let holds: Bool
  private var held: [Brand] = []
  private var random: SeededGenerator
  private var states: [[String]] = []
  private var position = 0
  private var number = 0
  private(set) var log: [String] = []

  init(_ container: ModelContainer, holds: Bool, seed: UInt64) throws {
    self.container = container
    self.holds = holds
    random = SeededGenerator(seed: seed)
    let first = ModelContext(container)
    for name in ["m", "n"] { first.insert(Market(name)) }
    for name in ["g", "s"] { first.insert(Medal(name)) }
    try first.save()
    context = ModelContext(container)
    context.undoManager = manager
    states = [try describe(context)]
  }

  private func all<T: PersistentModel>(_ type: T.Type, _ order: SortDescriptor<T>) throws -> [T] {
    try context.fetch(FetchDescriptor<T>(sortBy: [order]))
  }

  private func describe(_ context: ModelContext) throws -> [String] {
    let brands = try context.fetch(FetchDescriptor<Brand>())
    let markets = try context.fetch(FetchDescriptor<Market>())
    let medals = try context.fetch(FetchDescriptor<Medal>())
    let lines =
      brands.map { brand in
        """
        \(brand.name): \(brand.note) \(brand.rank), market \(brand.market?.name ?? "-"), \
        wares \(brand.wares.map(\.number).sorted()), prizes \(brand.prizes.map(\.name).sorted()), \
        slogan \(brand.slogan?.text ?? "-")
        """
      }
      + markets.map { "\($0.name): \($0.brands.map(\.name).sorted())" }
      + medals.map { "\($0.name): \($0.brands.map(\.name).sorted())" }
    return lines.sorted()
  }

  private func compare(_ what: String) throws {
    for context in [context, ModelContext(container)] {
      let (found, expected) = (try describe(context), states[position])
      if found == expected { continue }
      throw Difference(
        description: """
          \(what)\(context === self.context ? "" : ", stored"): \
          found \(found.filter { !expected.contains($0) }), \
          expected \(expected.filter { !found.contains($0) })
          """)
    }
  }

  mutating func proceed() throws {
    switch Int.random(in: 0..<10, using: &random) {
    case ..<6:
      log.append("|")
      let before = manager.undoCount
      for _ in 0..<Int.random(in: 1...3, using: &random) { try edit() }
      try context.save()
      states.removeLast(states.count - 1 - position)
      if manager.undoCount == before {
        states[position] = try describe(context)
      } else {
        states.append(try describe(context))
        position += 1
      }
      if holds { held += try all(Brand.self, SortDescriptor(\.name)) }
      try compare("a step")
    case ..<8 where position > 0:
      log.append("undo")
      manager.undo()
      position -= 1
      try context.save()
      try compare("undo")
    case 8... where position < states.count - 1:
      log.append("redo")
      manager.redo()
      position += 1
      try context.save()
      try compare("redo")
    default: break
    }
  }

  mutating func rewind() throws {
    while position > 0 {
      manager.undo()
      position -= 1
      try context.save()
      try compare("rewinding to \(position)")
    }
    while position < states.count - 1 {
      manager.redo()
      position += 1
      try context.save()
      try compare("winding to \(position)")
    }
  }

  private mutating func pick() throws -> Brand? {
    let brand = try all(Brand.self, SortDescriptor(\.name)).randomElement(using: &random)
    log.append(brand?.name ?? "-")
    return brand
  }

  private mutating func edit() throws {
    number += 1
    let market = try all(Market.self, SortDescriptor(\.name)).randomElement(using: &random)
    let medal = try all(Medal.self, SortDescriptor(\.name)).randomElement(using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case ..<5:
      let name = ["a", "b", "c"][Int.random(in: 0..<3, using: &random)]
      log.append("new \(name) \(number)")
      let brand = Brand(name, note: "\(number)", rank: number)
      context.insert(brand)
      if holds { held.append(brand) }
      if random.chance(0.3) {
        log.append("in \(market?.name ?? "-")")
        brand.market = market
      }
      if random.chance(0.3) {
        log.append("with a ware")
        brand.wares.append(Ware(number))
      }
      if random.chance(0.3), let medal {
        log.append("with \(medal.name)")
        brand.prizes.append(medal)
      }
      if random.chance(0.2) {
        log.append("with a slogan")
        brand.slogan = Slogan("\(number)")
      }
    case 5:
      log.append("note \(number) of")
      try pick()?.note = "\(number)"
    case 6:
      log.append("ware \(number) of")
      try pick()?.wares.append(Ware(number))
    case 7:
      log.append("market \(market?.name ?? "-") of")
      try pick()?.market = market
    case 8:
      log.append("delete")
      if let brand = try pick() { context.delete(brand) }
    default:
      log.append("a ware of")
      let ware = try all(Ware.self, SortDescriptor(\.number)).randomElement(using: &random)
      if let brand = try pick(), let ware { ware.brand = brand }
    }
  }
}

@Suite("41/1: Undo of upserts through random histories")
struct UpsertUndoHistoryTests {
  private static let seeds =
    TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.aliasHistories.count, of: 1)

  @Test(
    "Each undo gives the state before, each redo the one after", arguments: Place.allCases, seeds)
  func histories(_ place: Place, seed: UInt64) throws {
    for holds in [true, false] {
      try place.with(Brand.self) { container in
        var history = try UpsertUndoHistory(container, holds: holds, seed: seed)
        do {
          for _ in 0..<25 { try history.proceed() }
          try history.rewind()
        } catch {
          throw UpsertUndoHistory.Difference(
            description: """
              seed \(seed), \(place), holds \(holds), after \
              \(history.log.joined(separator: " ")): \(error)
              """)
        }
      }
    }
  }
}
