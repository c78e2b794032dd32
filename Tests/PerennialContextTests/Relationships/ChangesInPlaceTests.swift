import Foundation
import Observation
import RandomTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial
import StoreTesting

/// A collection that is changed where it is, as `school.students.append(student)` does it, against an array of names to
/// which the same is done.
@Suite("Changes of collections in place (41/10b)")
struct ChangesInPlaceTests {
  private static let seed = TestSeeds.only
  private static let changes = 60

  /// A change of an array in place.
  enum Change: CaseIterable {
    case append, appendSome, insert, remove, removeSome, removeLast, removeAll, replace, swap,
      reverse
    case rotate, appendAgain, assign, throwAway
  }

  @Test("Random changes end as those of an array: one to many", arguments: Place.allCases)
  func oneToMany(place: Place) throws {
    try play(place, \Planet.moons, Planet("P"), make: { Moon($0) }, name: \.name) { moon in
      moon.planet?.name == "P"
    }
  }

  @Test("Random changes end as those of an array: many to many", arguments: Place.allCases)
  func manyToMany(place: Place) throws {
    try play(place, \Student.courses, Student("S"), make: { Course($0) }, name: \.title) { course in
      course.students.map(\.name) == ["S"]
    }
  }

  @Test("Random changes end as those of an array: one way", arguments: Place.allCases)
  func oneWay(place: Place) throws {
    try play(place, \Volume.notes, Volume("V"), make: { Note($0) }, name: \.text, isMember: nil)
  }

  private func play<Owner: PersistentModel, Member: PersistentModel>(
    _ place: Place, _ list: ReferenceWritableKeyPath<Owner, [Member]>,
    _ owner: @autoclosure () -> Owner, make: (String) -> Member,
    name: KeyPath<Member, String>, isMember: ((Member) -> Bool)?
  ) throws {
    let seeds = Self.seed.map { [$0] } ?? TestSeeds.some(6)
    print("Changes of \(list) in place, \(place): seeds \(seeds)")
    for seed in seeds {
      try place.with(Owner.self, Member.self) { container in
        var random = SeededGenerator(seed: seed)
        let context = ModelContext(container)
        let undoManager = seed.isMultiple(of: 2) ? UndoManager() : nil
        context.undoManager = undoManager
        let owner = owner()
        // Half of the owners have no context at first.
        if Bool.random(using: &random) { context.insert(owner) }
        var (known, expected, number) = ([Member](), [String](), 0)
        func member() -> Member {
          number += 1
          let member = make("\(number)")
          known.append(member)
          return member
        }
        for step in 0..<Self.changes {
          let change = Change.allCases.randomElement(using: &random) ?? .append
          try perform(change, on: owner, list, &expected, name, member: member, &random)
          let trace: Comment = "PERENNIAL_SEED=\(seed), \(place), step \(step): \(change)"
          #expect(owner[keyPath: list].map { $0[keyPath: name] } == expected, trace)
          if let isMember {
            let members = Set(expected)
            for object in known {
              #expect(isMember(object) == members.contains(object[keyPath: name]), trace)
            }
          }
          if step % 9 == 4 {
            context.insert(owner)
            try context.save()
            let fresh = ModelContext(container)
            let found = try fresh.fetch(FetchDescriptor<Owner>()).first?[keyPath: list]
            #expect(found?.map { $0[keyPath: name] } == expected, trace)
          }
        }
      }
    }
  }

  private struct Refusal: Error {}

  private func perform<Owner: PersistentModel, Member: PersistentModel>(
    _ change: Change, on owner: Owner, _ list: ReferenceWritableKeyPath<Owner, [Member]>,
    _ expected: inout [String], _ name: KeyPath<Member, String>, member: () -> Member,
    _ random: inout SeededGenerator
  ) throws {
    let count = expected.count
    switch change {
    case .append:
      let new = member()
      owner[keyPath: list].append(new)
      expected.append(new[keyPath: name])
    case .appendSome:
      let new = (0..<3).map { _ in member() }
      owner[keyPath: list] += new
      expected += new.map { $0[keyPath: name] }
    case .insert:
      let (new, place) = (member(), Int.random(in: 0...count, using: &random))
      owner[keyPath: list].insert(new, at: place)
      expected.insert(new[keyPath: name], at: place)
    case .remove:
      guard count > 0 else { return }
      let place = Int.random(in: 0..<count, using: &random)
      let removed = owner[keyPath: list].remove(at: place)
      #expect(removed[keyPath: name] == expected.remove(at: place))
    case .removeSome:
      let removed = Set(expected.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
      owner[keyPath: list].removeAll { removed.contains($0[keyPath: name]) }
      expected.removeAll { removed.contains($0) }
    case .removeLast:
      #expect(owner[keyPath: list].popLast()?[keyPath: name] == expected.popLast())
    case .removeAll:
      guard Int.random(in: 0..<8, using: &random) == 0 else { return }
      owner[keyPath: list].removeAll(keepingCapacity: true)
      expected = []
    case .replace:
      guard count > 0 else { return }
      let (new, place) = (member(), Int.random(in: 0..<count, using: &random))
      owner[keyPath: list][place] = new
      expected[place] = new[keyPath: name]
    case .swap:
      guard count > 1 else { return }
      let places = (0..<count).shuffled(using: &random).prefix(2)
      owner[keyPath: list].swapAt(places[0], places[1])
      expected.swapAt(places[0], places[1])
    case .reverse:
      owner[keyPath: list].reverse()
      expected.reverse()
    case .rotate:
      guard count > 1 else { return }
      owner[keyPath: list].append(owner[keyPath: list].removeFirst())
      expected.append(expected.removeFirst())
    case .appendAgain:
      // A collection has an object once.
      guard let again = owner[keyPath: list].randomElement(using: &random) else { return }
      owner[keyPath: list].append(again)
    case .assign:
      owner[keyPath: list] = owner[keyPath: list].filter { _ in Bool.random(using: &random) }
      let kept = Set(owner[keyPath: list].map { $0[keyPath: name] })
      expected.removeAll { !kept.contains($0) }
    case .throwAway:
      // A change stays if the program throws an error after it.
      let new = member()
      expected.append(new[keyPath: name])
      #expect(throws: Refusal.self) { try appendAndThrow(new, to: &owner[keyPath: list]) }
    }
  }

  private func appendAndThrow<Member>(_ new: Member, to list: inout [Member]) throws {
    list.append(new)
    throw Refusal()
  }

  // MARK: What others see

  @Test("A read of the collection during a change gives the value before it")
  func readInside() throws {
    let container = try ModelContainer(
      for: Planet.self, Moon.self, configurations: .init(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let planet = Planet("Mars", moons: [Moon("Phobos")])
    context.insert(planet)
    func change(_ moons: inout [Moon]) {
      moons.append(Moon("Deimos"))
      #expect(planet.moons.map(\.name) == ["Phobos"])
      // The last assignment counts.
      planet.moons.append(Moon("lost"))
      #expect(planet.moons.map(\.name) == ["Phobos", "lost"])
    }
    change(&planet.moons)
    #expect(planet.moons.map(\.name) == ["Phobos", "Deimos"])
    try context.save()
    let found = try ModelContext(container).fetch(FetchDescriptor<Planet>()).first
    #expect(found?.moons.map(\.name) == ["Phobos", "Deimos"])
    let lost = try context.fetch(FetchDescriptor<Moon>()).first { $0.name == "lost" }
    #expect(lost?.planet == nil)
  }

  @Test("Members that only the collection holds leave it, and the save writes that")
  func onlyHolder() throws {
    let container = try ModelContainer(
      for: Planet.self, Moon.self, configurations: .init(isStoredInMemoryOnly: true))
    let first = ModelContext(container)
    first.insert(Planet("Jupiter", moons: (0..<50).map { Moon("\($0)") }))
    try first.save()
    let context = ModelContext(container)
    let planet = try #require(try context.fetch(FetchDescriptor<Planet>()).first)
    planet.moons.append(Moon("new"))
    planet.moons.removeAll { Int($0.name).map { $0.isMultiple(of: 2) } == true }
    planet.moons.removeFirst(3)
    try context.save()
    let moons = try ModelContext(container).fetch(FetchDescriptor<Moon>())
    #expect(moons.count == 51)
    #expect(moons.filter { $0.planet != nil }.count == 23)
  }

  @Test("Observers of the collection are called for each change, and a read registers")
  func observers() throws {
    let container = try ModelContainer(
      for: Planet.self, Moon.self, configurations: .init(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let planet = Planet("Saturn")
    context.insert(planet)
    for number in 0..<5 {
      let (changes, reads) = (Calls(), Calls())
      withObservationTracking {
        planet.moons.append(Moon("\(number) first"))
      } onChange: {
        changes.count += 1
      }
      #expect(changes.count == 0)
      withObservationTracking {
        _ = planet.moons.count
      } onChange: {
        reads.count += 1
      }
      planet.moons.append(Moon("\(number)"))
      // A change in place has read the collection.
      #expect((changes.count, reads.count) == (1, 1))
    }
    #expect(planet.moons.count == 10)
  }

  private final class Calls: @unchecked Sendable { var count = 0 }

  @Test("Undo takes back each change in place, and redo makes it again")
  func undo() throws {
    let container = try ModelContainer(
      for: Planet.self, Moon.self, configurations: .init(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    let planet = Planet("Uranus", moons: ["a", "b", "c"].map { Moon($0) })
    manager.beginUndoGrouping()
    context.insert(planet)
    manager.endUndoGrouping()
    var states = [planet.moons.map(\.name)]
    func step(_ change: (inout [Moon]) -> Void) {
      manager.beginUndoGrouping()
      change(&planet.moons)
      manager.endUndoGrouping()
      states.append(planet.moons.map(\.name))
    }
    step { $0.append(Moon("d")) }
    step { $0.insert(Moon("e"), at: 1) }
    step { $0.remove(at: 0) }
    step { $0.append(Moon("f")) }
    step { $0.reverse() }
    for state in states.dropLast().reversed() {
      manager.undo()
      #expect(planet.moons.map(\.name) == state)
    }
    for state in states.dropFirst() {
      manager.redo()
      #expect(planet.moons.map(\.name) == state)
    }
  }

  @Test("An insertion in the middle gives new order keys to the members behind it alone")
  func orderKeys() throws {
    let directory = try ScratchDirectory()
    let file = directory.file("planets.store")
    let container = try ModelContainer(
      for: Planet.self, Moon.self, configurations: ModelConfiguration(url: file))
    let context = ModelContext(container)
    let planet = Planet("Neptune", moons: (0..<10).map { Moon("\($0)") })
    context.insert(planet)
    try context.save()
    func orderKeys() throws -> [String: String] {
      let rows = try RawDatabase(file).rows(
        "SELECT name, \(SQLName.position(of: "planet")) FROM Moon")
      return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }
    let before = try orderKeys()
    planet.moons.insert(Moon("new"), at: 8)
    try context.save()
    let after = try orderKeys()
    for number in 0..<10 {
      #expect((before["\(number)"] == after["\(number)"]) == (number < 8), "\(number)")
    }
    let found = try ModelContext(container).fetch(FetchDescriptor<Planet>()).first
    #expect(found?.moons.map(\.name) == (0..<8).map(String.init) + ["new", "8", "9"])
  }
}
