import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// Random steps in one context, and how its objects were after each.
private struct UndoHistory {
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  let context: ModelContext
  let manager = UndoManager()
  /// A Boolean value that indicates whether all objects are held. Then their collections stay loaded,
  /// and with them the order.
  let holds: Bool
  private var held: [any Exhibit] = []
  private var random: SeededGenerator
  private var number = 0
  private var states: [[String]] = []
  private var position = 0
  private(set) var log: [String] = []

  init(_ container: ModelContainer, holds: Bool, seed: UInt64) throws {
    context = ModelContext(container)
    self.holds = holds
    random = SeededGenerator(seed: seed)
    for _ in 0..<8 { insert() }
    try context.save()
    context.undoManager = manager
    states = [try describe()]
  }

  // MARK: What there is

  private func all<T: Exhibit>(_ type: T.Type) throws -> [T] {
    try context.fetch(FetchDescriptor<T>()).sorted { $0.number < $1.number }
  }

  /// All objects in words.
  private func describe(in context: ModelContext? = nil) throws -> [String] {
    let context = context ?? self.context
    func list(_ members: [any Exhibit]) -> String {
      let numbers = members.map(\.number)
      return "\(holds ? numbers : numbers.sorted())"
    }
    func lines<T: Exhibit>(_ type: T.Type, _ rest: (T) -> String) throws -> [String] {
      try context.fetch(FetchDescriptor<T>()).map {
        "\(type) \($0.number) \($0.name) \($0.score) \(rest($0))"
      }.sorted()
    }
    func name(_ other: (any Exhibit)?) -> String { other.map { "\($0.number)" } ?? "-" }
    return try lines(Studio.self) { "artists \(list($0.artists)) prizes \(list($0.prizes))" }
      + lines(Artist.self) {
        "studio \(name($0.studio)) badge \(name($0.badge)) styles \(list($0.styles)) "
          + "mentor \(name($0.mentor)) pupils \(list($0.pupils))"
      }
      + lines(Badge.self) { "artist \(name($0.artist))" }
      + lines(Style.self) { "artists \(list($0.artists)) origin \(name($0.origin))" }
      + lines(Prize.self) { "studio \(name($0.studio))" }
  }

  private func compare(_ what: String, in context: ModelContext? = nil) throws {
    let (found, expected) = (try describe(in: context), states[position])
    if found == expected { return }
    func list(_ lines: Set<String>) -> String { lines.sorted().joined(separator: "; ") }
    let (surplus, missing) = (
      Set(found).subtracting(expected), Set(expected).subtracting(found)
    )
    throw Difference(
      description: "\(what): found \(list(surplus)), expected \(list(missing))")
  }

  // MARK: Steps

  mutating func proceed() throws {
    if holds {
      held =
        try all(Studio.self) as [any Exhibit] + all(Artist.self) + all(Badge.self)
        + all(Style.self) + all(Prize.self)
    }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<50: try step()
    case ..<65 where position > 0:
      log.append("undo")
      manager.undo()
      position -= 1
      try compare("undo")
    case ..<78 where position < states.count - 1:
      log.append("redo")
      manager.redo()
      position += 1
      try compare("redo")
    case 78...:
      try save()
      try compare("save")
    default: break
    }
  }

  private mutating func save() throws {
    log.append("save")
    do {
      try context.save()
      let other = ModelContext(context.container)
      if !holds { try compare("stored", in: other) }
    } catch SwiftDataError.modelValidationFailure {
      // A rule of deny.
      log.append("refused")
    }
  }

  private mutating func step() throws {
    let isGroup = random.chance(0.4)
    let before = manager.undoCount
    if isGroup { manager.beginUndoGrouping() }
    for _ in 0..<Int.random(in: 1...5, using: &random) { try edit() }
    if isGroup { manager.endUndoGrouping() }
    context.processPendingChanges()
    log.append("|")
    if manager.undoCount == before { return try compare("a step of nothing") }
    states.removeLast(states.count - 1 - position)
    states.append(try describe())
    position += 1
  }

  /// Goes back to the beginning, and to the end again.
  mutating func rewind() throws {
    while position > 0 {
      manager.undo()
      position -= 1
      try compare("rewinding to \(position)")
    }
    if manager.canUndo { throw Difference(description: "more to undo than was done") }
    while position < states.count - 1 {
      manager.redo()
      position += 1
      try compare("winding to \(position)")
    }
    try save()
  }

  // MARK: Edits

  private mutating func insert() {
    number += 1
    let new: any Exhibit =
      switch Int.random(in: 0..<6, using: &random) {
      case 0: Studio(number: number)
      case 1, 2: Artist(number: number)
      case 3: Badge(number: number)
      case 4: Style(number: number)
      default: Prize(number: number)
      }
    log.append("new \(type(of: new)) \(number)")
    context.insert(new)
  }

  private mutating func pick<T: Exhibit>(_ type: T.Type) throws -> T? {
    let picked = try all(type).randomElement(using: &random)
    log.append("\(type) \(picked?.number ?? 0)")
    return picked
  }

  private mutating func edit() throws {
    let choice = Int.random(in: 0..<17, using: &random)
    if choice > 2 { log.append("\(choice):") }
    switch choice {
    case 0, 1, 2: insert()
    case 3: try pick(Artist.self)?.name = "name \(Int.random(in: 0..<9, using: &random))"
    case 4: try pick(Studio.self)?.score += 1
    case 5: if let artist = try pick(Artist.self) { artist.studio = try pick(Studio.self) }
    case 6: if let artist = try pick(Artist.self) { artist.badge = try pick(Badge.self) }
    case 7: if let badge = try pick(Badge.self) { badge.artist = try pick(Artist.self) }
    case 8: if let artist = try pick(Artist.self) { artist.mentor = try pick(Artist.self) }
    case 9: if let style = try pick(Style.self) { style.origin = try pick(Studio.self) }
    case 10: if let prize = try pick(Prize.self) { prize.studio = try pick(Studio.self) }
    case 11:
      guard let artist = try pick(Artist.self), let style = try pick(Style.self) else { return }
      if artist.styles.contains(style) {
        artist.styles.removeAll { $0 == style }
      } else {
        artist.styles.append(style)
      }
    case 12: try pick(Style.self)?.artists = try artists()
    case 13: try pick(Studio.self)?.artists = try artists()
    case 14: try delete(Studio.self)
    case 15: try delete(Artist.self)
    default: if random.chance(0.5) { try delete(Style.self) } else { try delete(Badge.self) }
    }
  }

  private mutating func artists() throws -> [Artist] {
    let artists = try all(Artist.self).shuffled(using: &random).prefix(3)
    log.append("= \(artists.map(\.number))")
    return Array(artists)
  }

  private mutating func delete<T: Exhibit>(_ type: T.Type) throws {
    if let model = try pick(type) { context.delete(model) }
  }
}

@Suite("Undo through random histories")
struct UndoHistoryTests {
  private static let seeds =
    TestSeeds.only.map { [$0] } ?? TestSeeds.some(TestAmount.undoHistories.count)

  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  @Test(
    "Each undo gives the state before, each redo the one after, whatever is saved in between",
    arguments: StoreKind.allCases, seeds)
  func histories(_ kind: StoreKind, seed: UInt64) throws {
    for holds in [true, false] {
      let container = try ModelContainer(
        for: Studio.self,
        configurations: kind == .file
          ? ModelConfiguration(url: directory.file("\(seed) \(holds).store"))
          : ModelConfiguration(isStoredInMemoryOnly: true))
      var history = try UndoHistory(container, holds: holds, seed: seed)
      do {
        for _ in 0..<60 { try history.proceed() }
        try history.rewind()
      } catch {
        let last = history.log.joined(separator: " ")
        throw UndoHistory.Difference(
          description: "seed \(seed), \(kind), holds \(holds), after \(last): \(error)")
      }
    }
  }
}
