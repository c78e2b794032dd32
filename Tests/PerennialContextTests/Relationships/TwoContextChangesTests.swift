import Dispatch
import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// A collection that one context changes in place while another one inserts, deletes, links and unlinks members and
/// saves.
///
/// The oracle is sets of names. Changes of the other context stay. What the change in place has added to the list that it
/// got is a member in the end, and what it has removed is not.
@Suite("Random changes of a collection by two contexts")
struct TwoContextChangesTests {
  private static let steps = 12

  /// The numbers of members at the beginning. The changes of a long list are recorded, those of a short one compared.
  private static let sizes = [6, 400]

  @Test("One to many", arguments: Place.allCases, TwoContextChangesTests.sizes)
  func oneToMany(place: Place, size: Int) throws {
    let collection = Collection(
      \Planet.moons, name: \Moon.name, owner: { Planet($0) }, member: { Moon($0) },
      change: { try $1(&$0.moons) },
      link: { moon, planet, isLinked in moon.planet = isLinked ? planet : nil },
      hasLink: { $0.planet === $1 })
    try play(collection, place, size)
  }

  @Test("Many to many", arguments: Place.allCases, TwoContextChangesTests.sizes)
  func manyToMany(place: Place, size: Int) throws {
    let collection = Collection(
      \Student.courses, name: \Course.title, owner: { Student($0) }, member: { Course($0) },
      change: { try $1(&$0.courses) },
      link: { course, student, isLinked in
        course.students = isLinked ? [student] : []
      },
      hasLink: { $0.students.contains($1) })
    try play(collection, place, size)
  }

  @Test("One way", arguments: Place.allCases, TwoContextChangesTests.sizes)
  func oneWay(place: Place, size: Int) throws {
    let collection = Collection(
      \Volume.notes, name: \Note.text, owner: { Volume($0) }, member: { Note($0) },
      change: { try $1(&$0.notes) }, link: nil, hasLink: nil)
    try play(collection, place, size)
  }

  private func play<Owner: PersistentModel, Member: PersistentModel>(
    _ collection: Collection<Owner, Member>, _ place: Place, _ size: Int
  ) throws {
    let amount = TestAmount.collectionHistories.count
    let share = (place == .memory ? 1 : 20) * (size < 100 ? 1 : 20)
    let seeds = TestSeeds.only.map { [$0] } ?? TestSeeds.some(amount / share)
    print(
      """
      Changes of \(collection.path) by two contexts, \(size) members, \(place): \
      \(seeds.count) seeds from \(seeds[0])
      """)
    for seed in seeds {
      try place.with(Owner.self, Member.self) { container in
        var history = try History(collection, container, place: place, size: size, seed: seed)
        for step in 0..<Self.steps {
          if let found = try history.step() {
            Issue.record(
              """
              PERENNIAL_SEED=\(seed), \(collection.path), \(place), \(size) members, step \(step): \
              \(found)
              """)
            return
          }
        }
      }
    }
  }

  // MARK: Threads

  @Test("Two threads change a collection at once, and each has the members that it added and kept")
  func threads() async throws {
    let seeds =
      TestSeeds.only.map { [$0] }
      ?? TestSeeds.some(TestAmount.collectionHistories.count / 20, of: 1)
    print("Changes of a collection on two threads: \(seeds.count) seeds from \(seeds[0])")
    for seed in seeds {
      let directory = try ScratchDirectory()
      let configuration =
        seed.isMultiple(of: 2)
        ? ModelConfiguration(isStoredInMemoryOnly: true)
        : ModelConfiguration(url: directory.file("planets.store"))
      let container = try ModelContainer(
        for: Planet.self, Moon.self, configurations: configuration)
      let first = ModelContext(container)
      let size = seed.isMultiple(of: 4) ? 300 : 4
      first.insert(Planet("P", moons: (0..<size).map { Moon("\($0)") }))
      try first.save()
      let kept = try await withThrowingTaskGroup(of: Set<String>.self) { group in
        for thread in 0..<2 {
          group.addTask { try Self.change(container, thread: thread, seed: seed) }
        }
        return try await group.reduce(into: Set((0..<size).map { "\($0)" })) { $0.formUnion($1) }
      }
      let planet = try ModelContext(container).fetch(FetchDescriptor<Planet>()).first
      let found = planet?.moons.map(\.name) ?? []
      #expect(Set(found) == kept && found.count == kept.count, "PERENNIAL_SEED=\(seed)")
    }
  }

  /// Adds, removes and deletes moons of a thread, and moves all of them.
  private static func change(
    _ container: ModelContainer, thread: Int, seed: UInt64
  ) throws -> Set<String> {
    var random = SeededGenerator(seed: seed &* 2 &+ UInt64(thread))
    let context = ModelContext(container)
    let planet = try #require(try context.fetch(FetchDescriptor<Planet>()).first)
    let prefix = "t\(thread) "
    var own: Set<String> = []
    for number in 0..<20 {
      let name = "\(prefix)\(number)"
      switch random.index(7) {
      case 0: planet.moons.append(Moon(name))
      case 1: planet.moons.insert(Moon(name), at: 0)
      case 2: planet.moons += [Moon(name), Moon(name + "b")]
      case 3: planet.moons.swapAt(0, planet.moons.count - 1)
      case 4: planet.moons.reverse()
      case 5:
        let removed = own.sorted().filter { _ in random.happens(40) }
        planet.moons.removeAll { removed.contains($0.name) }
        own.subtract(removed)
      default:
        let moon = planet.moons.first { $0.name.hasPrefix(prefix) }
        guard let moon else { continue }
        own.remove(moon.name)
        context.delete(moon)
      }
      let added = [name, name + "b"].filter { name in planet.moons.contains { $0.name == name } }
      own.formUnion(added)
      if random.happens(70) { try context.save() }
      let found = planet.moons.map(\.name).filter { $0.hasPrefix(prefix) }
      #expect(Set(found) == own && found.count == own.count, "PERENNIAL_SEED=\(seed), \(number)")
    }
    try context.save()
    return own
  }
}

/// A to-many relationship, with what a test does to it.
private struct Collection<Owner: PersistentModel, Member: PersistentModel> {
  let path: ReferenceWritableKeyPath<Owner, [Member]>
  let name: KeyPath<Member, String>
  let owner: (String) -> Owner
  let member: (String) -> Member
  /// Changes the collection in place. A key path assigns a changed copy.
  let change: (Owner, (inout [Member]) throws -> Void) throws -> Void
  /// Links or unlinks a member by the other side of the relationship; nil if it has none.
  let link: ((_ member: Member, _ owner: Owner, _ isLinked: Bool) -> Void)?
  /// Returns `true` if the other side of the relationship has the owner.
  let hasLink: ((Member, Owner) -> Bool)?

  init(
    _ path: ReferenceWritableKeyPath<Owner, [Member]>, name: KeyPath<Member, String>,
    owner: @escaping (String) -> Owner, member: @escaping (String) -> Member,
    change: @escaping (Owner, (inout [Member]) throws -> Void) throws -> Void,
    link: ((Member, Owner, Bool) -> Void)?, hasLink: ((Member, Owner) -> Bool)?
  ) {
    (self.path, self.name, self.owner, self.member) = (path, name, owner, member)
    (self.change, self.link, self.hasLink) = (change, link, hasLink)
  }
}

/// A history of changes by two contexts.
private struct History<Owner: PersistentModel, Member: PersistentModel> {
  private let collection: Collection<Owner, Member>
  private let container: ModelContainer
  private let context: ModelContext
  private let owner: Owner
  private let other: OtherContext
  private var random: SeededGenerator
  private var number = 0
  /// The names of the members in the store.
  private var members: Set<String> = []
  /// The names of the other objects in the store.
  private var loose: Set<String> = []
  /// The names that the other context does not change in this step.
  private var reserved: Set<String> = []
  private var trace: [String] = []

  init(
    _ collection: Collection<Owner, Member>, _ container: ModelContainer, place: Place, size: Int,
    seed: UInt64
  ) throws {
    (self.collection, self.container) = (collection, container)
    random = SeededGenerator(seed: seed)
    context = ModelContext(container)
    owner = collection.owner("O")
    context.insert(owner)
    owner[keyPath: collection.path] = (0..<size).map { collection.member("\($0)") }
    members = Set((0..<size).map { "\($0)" })
    for number in 0..<4 {
      context.insert(collection.member("loose \(number)"))
      loose.insert("loose \(number)")
    }
    try context.save()
    // The other context may have a connection of its own, as that of another process.
    var others = container
    if place == .file, seed.isMultiple(of: 2), let configuration = container.configurations.first {
      others = try ModelContainer(for: container.schema, configurations: [configuration])
    }
    other = OtherContext(
      others, hasContainer: others !== container, hasThread: seed.isMultiple(of: 3))
  }

  // MARK: The context with the change in place

  /// The places of the step at which the other context saves.
  private enum Moment: CaseIterable { case first, between, last, afterwards }

  /// Makes one change in place, with changes of the other context around it.
  ///
  /// - Returns: A difference from the oracle; nil if there is none.
  mutating func step() throws -> String? {
    trace = []
    reserved = []
    let moments = Set(Moment.allCases.filter { _ in random.happens(35) })
    // A list that is not loaded is loaded by the change.
    if random.happens(20) { context.rollback() }
    let before = owner[keyPath: collection.path]
    var names: [ObjectIdentifier: String] = [:]
    var held = before
    for member in before { names[ObjectIdentifier(member)] = member[keyPath: collection.name] }
    var additions: [Member] = []
    if let name = loose.sorted().first(where: { _ in random.happens(30) }) {
      reserved.insert(name)
      additions += try context.fetch(FetchDescriptor<Member>()).filter {
        $0[keyPath: collection.name] == name
      }
    }
    for _ in 0..<6 { additions.append(makeMember()) }
    for member in additions { names[ObjectIdentifier(member)] = member[keyPath: collection.name] }
    held += additions
    var (given, deleted) = ([String](), Set<String>())
    var copy = self
    try collection.change(owner) { list in
      if moments.contains(.first) { try copy.changeByOther() }
      for round in 0...copy.random.index(3) {
        if round == 1, moments.contains(.between) { try copy.changeByOther() }
        try copy.change(&list, &additions, names, &deleted)
      }
      if moments.contains(.last) { try copy.changeByOther() }
      given = list.map { names[ObjectIdentifier($0)] ?? "?" }
    }
    self = copy
    if moments.contains(.afterwards) { try changeByOther() }
    let former = Set(before.compactMap { names[ObjectIdentifier($0)] })
    let (added, removed) = (Set(given).subtracting(former), former.subtracting(given))
    loose.formUnion(removed.union(deleted).intersection(members))
    members = members.union(added).subtracting(removed).subtracting(deleted)
    loose = loose.subtracting(added).subtracting(deleted)
    let all = Set(held.map { names[ObjectIdentifier($0)] ?? "?" })
    return try withExtendedLifetime(held) {
      try difference(given: given).map {
        """
        \($0); from \(before.count) members, \(moments.map { "\($0)" }.sorted()), given \(given.prefix(30)), \
        added \(added.sorted()), removed \(removed.sorted().prefix(30)), deleted \(deleted.sorted()), \
        others \(trace), of \(all.count)
        """
      }
    }
  }

  private mutating func makeMember() -> Member {
    number += 1
    return collection.member("new \(number)")
  }

  /// Changes the list. It reads no property of its objects, which would merge the other context's changes.
  private mutating func change(
    _ list: inout [Member], _ additions: inout [Member], _ names: [ObjectIdentifier: String],
    _ deleted: inout Set<String>
  ) throws {
    let operation = random.index(17)
    trace.append("own \(operation)")
    switch operation {
    case 0: if let new = additions.popLast() { list.append(new) }
    case 1: if let new = additions.popLast() { list.insert(new, at: random.index(list.count + 1)) }
    case 2: if !additions.isEmpty { list.append(additions.removeFirst()) }
    case 3: if !list.isEmpty { list.remove(at: random.index(list.count)) }
    case 4: _ = list.popLast()
    case 5:
      var random = random
      list.removeAll { _ in random.happens(20) }
    case 6: if random.happens(20) { list.removeAll() }
    case 7:
      if list.count > 1 { list.swapAt(random.index(list.count), random.index(list.count)) }
    case 8: if random.happens(40) { list.reverse() }
    case 9: if !list.isEmpty { list.append(list.remove(at: random.index(list.count))) }
    case 10:
      let start = random.index(list.count + 1)
      let range = start..<min(list.count, start + random.index(4))
      let kept = list[range].filter { _ in random.happens(50) }
      let new = additions.popLast().map { [$0] } ?? []
      list.replaceSubrange(range, with: (kept + new).shuffled(using: &random))
    case 11:
      if let new = additions.popLast(), !list.isEmpty { list[random.index(list.count)] = new }
    case 12:
      func append(_ element: Member, to list: inout some RangeReplaceableCollection<Member>) {
        list.append(element)
      }
      if let new = additions.popLast() { append(new, to: &list) }
    case 13: try context.save()
    case 14: _ = try context.fetchCount(FetchDescriptor<Member>())
    case 15: _ = list.first?[keyPath: collection.name]
    default:
      // An object that the program deletes leaves the list.
      let member = list.first { member in
        names[ObjectIdentifier(member)].map { members.contains($0) } == true
      }
      guard let member, let name = names[ObjectIdentifier(member)], random.happens(40) else {
        return
      }
      reserved.insert(name)
      deleted.insert(name)
      context.delete(member)
    }
  }

  // MARK: The other context

  private mutating func changeByOther() throws {
    var copy = self
    try other.run { context in
      let owner = try #require(try context.fetch(FetchDescriptor<Owner>()).first)
      var objects: [String: Member] = [:]
      for member in try context.fetch(FetchDescriptor<Member>()) {
        objects[member[keyPath: copy.collection.name]] = member
      }
      for _ in 0...copy.random.index(3) {
        copy.changeOne(owner, objects, context)
      }
      try context.save()
    }
    self = copy
  }

  private mutating func changeOne(
    _ owner: Owner, _ objects: [String: Member], _ context: ModelContext
  ) {
    let path = collection.path
    let byOtherSide = collection.link.flatMap { link in random.happens(40) ? link : nil }
    let operation = random.index(5)
    if operation == 0 {
      let new = makeMember()
      let name = new[keyPath: collection.name]
      if let byOtherSide {
        context.insert(new)
        byOtherSide(new, owner, true)
      } else {
        owner[keyPath: path].insert(new, at: random.index(owner[keyPath: path].count + 1))
      }
      members.insert(name)
      reserved.insert(name)
      trace.append("inserts \(name)")
      return
    }
    let names = (operation == 1 ? loose : members).subtracting(reserved).sorted()
    guard let name = random.element(of: names), let member = objects[name] else { return }
    // Each object is changed once in a step, so that no order of the changes of both contexts matters.
    reserved.insert(name)
    switch operation {
    case 1:
      trace.append("links \(name)")
      if let byOtherSide {
        byOtherSide(member, owner, true)
      } else {
        owner[keyPath: path].append(member)
      }
      loose.remove(name)
      members.insert(name)
    case 2:
      trace.append("deletes \(name)")
      context.delete(member)
      members.remove(name)
    default:
      trace.append("unlinks \(name)")
      if let byOtherSide {
        byOtherSide(member, owner, false)
      } else {
        owner[keyPath: path].removeAll { $0 === member }
      }
      members.remove(name)
      loose.insert(name)
    }
  }

  // MARK: The oracle

  private func difference(given: [String]) throws -> String? {
    let isReadFirst = number.isMultiple(of: 2)
    try catchUp()
    if isReadFirst, let found = difference(owner, given, "before the save") { return found }
    try context.save()
    try catchUp()
    if let found = difference(owner, given, "after the save") { return found }
    let fresh = ModelContext(container)
    guard let stored = try fresh.fetch(FetchDescriptor<Owner>()).first else { return "no owner" }
    if let found = difference(stored, given, "in the store") { return found }
    let rows = try fresh.fetch(FetchDescriptor<Member>())
    let found = rows.map { $0[keyPath: collection.name] }
    if let wrong = Set(found).symmetricDifference(members.union(loose)).min() {
      return "the object \(wrong) is \(found.contains(wrong) ? "there" : "not there")"
    }
    if found.count != Set(found).count { return "an object is there twice" }
    if let hasLink = collection.hasLink {
      for member in rows {
        let name = member[keyPath: collection.name]
        if hasLink(member, stored) != members.contains(name) { return "other side of \(name)" }
      }
    }
    var names: [String] = []
    try other.run { context in
      let owner = try context.fetch(FetchDescriptor<Owner>()).first
      names = owner?[keyPath: collection.path].map { $0[keyPath: collection.name] } ?? []
    }
    return Set(names) == members ? nil : "the other context has \(names)"
  }

  /// A fetch reads what another container has written. A read of a property does not.
  private func catchUp() throws {
    if other.hasContainer { _ = try context.fetchCount(FetchDescriptor<Owner>()) }
  }

  private func difference(_ owner: Owner, _ given: [String], _ time: String) -> String? {
    let names = owner[keyPath: collection.path].map { $0[keyPath: collection.name] }
    if Set(names).count != names.count { return "\(time): a member is there twice" }
    if let wrong = members.symmetricDifference(names).min() {
      return "\(time): \(wrong) is \(members.contains(wrong) ? "no" : "a") member"
    }
    // Members that both contexts have kept are in the order of the changed list.
    let kept = given.filter(members.contains)
    let own = Set(given)
    let found = names.filter(own.contains)
    return found == kept ? nil : "\(time): the order is \(found.prefix(30)), not \(kept.prefix(30))"
  }
}

/// A context for changes beside those of the test. A thread of its own has it, or that of the test.
private final class OtherContext: @unchecked Sendable {
  private let container: ModelContainer
  private let queue: DispatchQueue?
  private var context: ModelContext?

  /// `true` if the container is not that of the test.
  let hasContainer: Bool

  init(_ container: ModelContainer, hasContainer: Bool, hasThread: Bool) {
    (self.container, self.hasContainer) = (container, hasContainer)
    queue = hasThread ? DispatchQueue(label: "other context") : nil
  }

  private struct Work: @unchecked Sendable { let run: () -> Result<Void, any Error> }

  /// Runs a block with the context, and waits for its end.
  func run(_ body: @escaping (ModelContext) throws -> Void) throws {
    guard let queue else { return try body(ownContext()) }
    let work = Work { Result { try body(self.ownContext()) } }
    let end = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result = Result<Void, any Error>.success(())
    queue.async {
      result = work.run()
      end.signal()
    }
    end.wait()
    try result.get()
  }

  private func ownContext() -> ModelContext {
    if let context { return context }
    let context = ModelContext(container)
    self.context = context
    return context
  }
}
