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

  /// The numbers of members at the beginning. The changes of a long list are recorded, those of a short one compared.
  private static let sizes = [0, 400]

  /// A change of an array in place.
  enum Change: CaseIterable {
    case append, appendSome, insert, remove, removeSome, removeLast, removeAll, replace, swap,
      reverse
    case replaceSome, assignAgain, sort, rotate, appendAgain, assign, throwAway, several, mixed
    case generic, copy
  }

  @Test(
    "Random changes end as those of an array: one to many",
    arguments: Place.allCases, ChangesInPlaceTests.sizes)
  func oneToMany(place: Place, size: Int) throws {
    let list = Collected(\Planet.moons, name: \.name) { try $1(&$0.moons) }
    try play(place, list, of: Planet("P"), size: size, make: { Moon($0) }) { moon in
      moon.planet?.name == "P"
    }
  }

  @Test(
    "Random changes end as those of an array: many to many",
    arguments: Place.allCases, ChangesInPlaceTests.sizes)
  func manyToMany(place: Place, size: Int) throws {
    let list = Collected(\Student.courses, name: \.title) { try $1(&$0.courses) }
    try play(place, list, of: Student("S"), size: size, make: { Course($0) }) { course in
      course.students.map(\.name) == ["S"]
    }
  }

  @Test(
    "Random changes end as those of an array: one way",
    arguments: Place.allCases, ChangesInPlaceTests.sizes)
  func oneWay(place: Place, size: Int) throws {
    let list = Collected(\Volume.notes, name: \.text) { try $1(&$0.notes) }
    try play(place, list, of: Volume("V"), size: size, make: { Note($0) }, isMember: nil)
  }

  /// A collection of a model.
  private struct Collected<Owner: PersistentModel, Member: PersistentModel> {
    let path: ReferenceWritableKeyPath<Owner, [Member]>
    let name: KeyPath<Member, String>
    /// Changes the collection in place. A key path assigns a changed copy.
    let change: (Owner, (inout [Member]) throws -> Void) throws -> Void

    init(
      _ path: ReferenceWritableKeyPath<Owner, [Member]>, name: KeyPath<Member, String>,
      change: @escaping (Owner, (inout [Member]) throws -> Void) throws -> Void
    ) {
      (self.path, self.name, self.change) = (path, name, change)
    }
  }

  private func play<Owner: PersistentModel, Member: PersistentModel>(
    _ place: Place, _ list: Collected<Owner, Member>, of owner: @autoclosure () -> Owner,
    size: Int, make: (String) -> Member, isMember: ((Member) -> Bool)?
  ) throws {
    let seeds = Self.seed.map { [$0] } ?? TestSeeds.some(size == 0 ? 6 : 2)
    print("Changes of \(list.path) in place, \(size) members, \(place): seeds \(seeds)")
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
        owner[keyPath: list.path] = (0..<size).map { _ in member() }
        expected = known.map { $0[keyPath: list.name] }
        for step in 0..<Self.changes {
          let change = Change.allCases.randomElement(using: &random) ?? .append
          try perform(change, on: owner, list, &expected, member: member, &random)
          let trace: Comment =
            "PERENNIAL_SEED=\(seed), \(place), \(size) members, step \(step): \(change)"
          #expect(owner[keyPath: list.path].map { $0[keyPath: list.name] } == expected, trace)
          if let isMember {
            let members = Set(expected)
            let wrong = known.filter {
              isMember($0) != members.contains($0[keyPath: list.name])
            }
            #expect(wrong.isEmpty, trace)
          }
          if step % 9 == 4 {
            context.insert(owner)
            try context.save()
            let fresh = ModelContext(container)
            let found = try fresh.fetch(FetchDescriptor<Owner>()).first?[keyPath: list.path]
            #expect(found?.map { $0[keyPath: list.name] } == expected, trace)
          }
        }
      }
    }
  }

  private struct Refusal: Error {}

  private func perform<Owner: PersistentModel, Member: PersistentModel>(
    _ change: Change, on owner: Owner, _ list: Collected<Owner, Member>,
    _ expected: inout [String], member: () -> Member, _ random: inout SeededGenerator
  ) throws {
    let (count, name) = (expected.count, list.name)
    switch change {
    case .append:
      let new = member()
      try list.change(owner) { $0.append(new) }
      expected.append(new[keyPath: name])
    case .appendSome:
      let new = (0..<3).map { _ in member() }
      let isOperator = Bool.random(using: &random)
      try list.change(owner) { if isOperator { $0 += new } else { $0.append(contentsOf: new) } }
      expected += new.map { $0[keyPath: name] }
    case .insert:
      let (new, place) = (member(), Int.random(in: 0...count, using: &random))
      try list.change(owner) { $0.insert(new, at: place) }
      expected.insert(new[keyPath: name], at: place)
    case .remove:
      guard count > 0 else { return }
      let place = Int.random(in: 0..<count, using: &random)
      var removed: Member?
      try list.change(owner) { removed = $0.remove(at: place) }
      #expect(removed?[keyPath: name] == expected.remove(at: place))
    case .removeSome:
      let removed = Set(expected.filter { _ in Int.random(in: 0..<20, using: &random) == 0 })
      try list.change(owner) { $0.removeAll { removed.contains($0[keyPath: name]) } }
      expected.removeAll { removed.contains($0) }
    case .removeLast:
      var last: Member?
      try list.change(owner) { last = $0.popLast() }
      #expect(last?[keyPath: name] == expected.popLast())
    case .removeAll:
      guard Int.random(in: 0..<8, using: &random) == 0 else { return }
      try list.change(owner) { $0.removeAll(keepingCapacity: true) }
      expected = []
    case .replace:
      guard count > 0 else { return }
      let (new, place) = (member(), Int.random(in: 0..<count, using: &random))
      try list.change(owner) { $0[place] = new }
      expected[place] = new[keyPath: name]
    case .swap:
      guard count > 1 else { return }
      let places = (0..<count).shuffled(using: &random).prefix(2)
      try list.change(owner) { $0.swapAt(places[0], places[1]) }
      expected.swapAt(places[0], places[1])
    case .replaceSome:
      // Some of the replaced members stay, in another order, among new ones.
      let first = Int.random(in: 0...count, using: &random)
      let range = first..<min(count, first + Int.random(in: 0..<5, using: &random))
      let members = owner[keyPath: list.path]
      let kept = members[range].filter { _ in Bool.random(using: &random) }
      let new = (kept + [member(), member()]).shuffled(using: &random)
      try list.change(owner) { $0.replaceSubrange(range, with: new) }
      expected.replaceSubrange(range, with: new.map { $0[keyPath: name] })
    case .assignAgain:
      // An object that is a member in another place stays where it is first.
      guard count > 1 else { return }
      let places = (0..<count).shuffled(using: &random).prefix(2)
      let again = owner[keyPath: list.path][places[1]]
      try list.change(owner) { $0[places[0]] = again }
      expected[places[0]] = expected[places[1]]
      expected.remove(at: max(places[0], places[1]))
    case .sort:
      let start = Int.random(in: 0...count, using: &random)
      try list.change(owner) { $0[start...].sort { $0[keyPath: name] < $1[keyPath: name] } }
      expected[start...].sort()
    case .reverse:
      try list.change(owner) { $0.reverse() }
      expected.reverse()
    case .rotate:
      guard count > 1 else { return }
      try list.change(owner) { $0.append($0.removeFirst()) }
      expected.append(expected.removeFirst())
    case .appendAgain:
      // A collection has an object once.
      guard let again = owner[keyPath: list.path].randomElement(using: &random) else { return }
      try list.change(owner) { $0.append(again) }
    case .assign:
      owner[keyPath: list.path] = owner[keyPath: list.path].filter { _ in
        Int.random(in: 0..<20, using: &random) > 0
      }
      let kept = Set(owner[keyPath: list.path].map { $0[keyPath: name] })
      expected.removeAll { !kept.contains($0) }
    case .throwAway:
      // A change stays if the program throws an error after it.
      let new = member()
      expected.append(new[keyPath: name])
      #expect(throws: Refusal.self) {
        try list.change(owner) { list in
          list.append(new)
          throw Refusal()
        }
      }
    case .several:
      guard count > 1 else { return }
      let new = (0..<3).map { _ in member() }
      let place = Int.random(in: 0..<count, using: &random)
      try list.change(owner) { list in
        list.append(new[0])
        list.remove(at: place)
        list.insert(new[1], at: place)
        list.removeLast()
        list += [new[2]]
      }
      expected[place] = new[1][keyPath: name]
      expected.append(new[2][keyPath: name])
    case .mixed:
      // Operations that are recorded, with others before and after them.
      guard count > 2 else { return }
      let (new, isBefore) = (member(), Bool.random(using: &random))
      let places = (0..<count).shuffled(using: &random).prefix(2)
      try list.change(owner) { list in
        if isBefore { list.swapAt(places[0], places[1]) }
        list.append(new)
        if !isBefore { list.swapAt(places[0], places[1]) }
      }
      expected.swapAt(places[0], places[1])
      expected.append(new[keyPath: name])
    case .generic:
      func append(_ element: Member, to list: inout some RangeReplaceableCollection<Member>) {
        list.append(element)
      }
      let new = member()
      try list.change(owner) { append(new, to: &$0) }
      expected.append(new[keyPath: name])
    case .copy:
      // Copies are changed, and one of them is thrown away.
      let (new, other, path) = (member(), member(), list.path)
      let isKept = Bool.random(using: &random)
      try list.change(owner) { list in
        var (copy, read) = (list, owner[keyPath: path])
        copy.append(new)
        read.append(other)
        if isKept { list = copy }
      }
      if isKept { expected.append(new[keyPath: name]) }
    }
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
