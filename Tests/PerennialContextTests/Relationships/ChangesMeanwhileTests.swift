import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// A collection that changes in other ways while the program changes it in place: by another context, by the other side
/// of the relationship, by a deletion.
@Suite("Changes of a collection while it is changed in place")
struct ChangesMeanwhileTests {
  /// The numbers of further members. The changes of a long list are recorded, those of a short one compared.
  static let sizes = [0, 400]

  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: Planet.self, Moon.self, Student.self, Course.self,
      configurations: .init(isStoredInMemoryOnly: true))
    context = ModelContext(container)
  }

  /// Returns a saved planet with moons.
  private func planet(_ name: String, _ moons: [String], more: Int) throws -> Planet {
    let planet = Planet(name, moons: (moons + (0..<more).map { "\($0)" }).map { Moon($0) })
    context.insert(planet)
    try context.save()
    _ = planet.moons.count
    return planet
  }

  private func moon(_ name: String, in context: ModelContext) throws -> Moon {
    try #require(
      try context.fetch(FetchDescriptor<Moon>(predicate: #Predicate { $0.name == name })).first)
  }

  /// Saves, and returns the names of the moons of a planet as another context sees them.
  private func savedMoons(of name: String) throws -> [String] {
    try context.save()
    let planets = try ModelContext(container).fetch(
      FetchDescriptor<Planet>(predicate: #Predicate { $0.name == name }))
    return planets.first?.moons.map(\.name).filter { Int($0) == nil } ?? []
  }

  @Test("A member that another context deletes stays deleted", arguments: sizes, [false, true])
  func remoteDeletion(more: Int, isChanged: Bool) throws {
    let mars = try planet("Mars", ["Phobos", "Deimos"], more: more)
    let other = ModelContext(container)
    func change(_ moons: inout [Moon]) throws {
      other.delete(try moon("Deimos", in: other))
      try other.save()
      _ = moons[0].name
      if isChanged { moons.append(Moon("new")) }
    }
    try change(&mars.moons)
    let expected = ["Phobos"] + (isChanged ? ["new"] : [])
    #expect(try savedMoons(of: "Mars") == expected)
    #expect(mars.moons.map(\.name).filter { Int($0) == nil } == expected)
    let count = try ModelContext(container).fetchCount(FetchDescriptor<Moon>())
    #expect(count == more + expected.count)
  }

  @Test("A member that another context adds stays", arguments: sizes)
  func remoteAddition(more: Int) throws {
    let mars = try planet("Mars", ["Phobos"], more: more)
    let other = ModelContext(container)
    func change(_ moons: inout [Moon]) throws {
      let there = try #require(try other.fetch(FetchDescriptor<Planet>()).first)
      there.moons.append(Moon("theirs"))
      try other.save()
      moons.append(Moon("mine"))
      moons.removeAll { $0.name == "Phobos" }
    }
    try change(&mars.moons)
    #expect(try Set(savedMoons(of: "Mars")) == ["mine", "theirs"])
    #expect(try moon("theirs", in: context).planet === mars)
  }

  @Test("Two contexts on two threads append, and no member is lost")
  func threads() async throws {
    let directory = try ScratchDirectory()
    let container = try ModelContainer(
      for: Planet.self, Moon.self,
      configurations: ModelConfiguration(url: directory.file("planets.store")))
    let first = ModelContext(container)
    first.insert(Planet("Saturn"))
    try first.save()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<2 {
        group.addTask {
          let context = ModelContext(container)
          let planet = try #require(try context.fetch(FetchDescriptor<Planet>()).first)
          for number in 0..<150 {
            planet.moons.append(Moon("\(thread) \(number)"))
            try context.save()
          }
        }
      }
      try await group.waitForAll()
    }
    let saturn = try ModelContext(container).fetch(FetchDescriptor<Planet>()).first
    #expect(saturn?.moons.count == 300)
  }

  @Test("A rollback takes back what the list had unsaved before", arguments: sizes)
  func rollback(more: Int) throws {
    let mars = try planet("Mars", ["Phobos"], more: more)
    mars.moons.append(Moon("discarded"))
    func change(_ moons: inout [Moon]) { context.rollback() }
    change(&mars.moons)
    #expect(try savedMoons(of: "Mars") == ["Phobos"])
    #expect(try context.fetch(FetchDescriptor<Moon>()).count == more + 1)
  }

  @Test("A list that is not changed is not assigned", arguments: sizes, [false, true])
  func twoLists(more: Int, isExchanged: Bool) throws {
    let mars = try planet("Mars", ["Phobos", "Deimos"], more: more)
    let venus = try planet("Venus", [], more: more)
    func move(_ from: inout [Moon], _ to: inout [Moon]) { to.append(from[0]) }
    func take(_ to: inout [Moon], _ from: inout [Moon]) { to.append(from[0]) }
    if isExchanged { take(&venus.moons, &mars.moons) } else { move(&mars.moons, &venus.moons) }
    #expect(try savedMoons(of: "Mars") == ["Deimos"])
    #expect(try savedMoons(of: "Venus") == ["Phobos"])
  }

  @Test("Both sides of a link may be lent", arguments: [false, true])
  func bothSides(isExchanged: Bool) throws {
    let (student, course) = (Student("S"), Course("C"))
    context.insert(student)
    context.insert(course)
    try context.save()
    func link(_ students: inout [Student], _ courses: inout [Course]) { courses.append(course) }
    func linkBack(_ courses: inout [Course], _ students: inout [Student]) { courses.append(course) }
    if isExchanged {
      linkBack(&student.courses, &course.students)
    } else {
      link(&course.students, &student.courses)
    }
    #expect(student.courses.map(\.title) == ["C"])
    #expect(course.students.map(\.name) == ["S"])
    try context.save()
    let saved = try ModelContext(container).fetch(FetchDescriptor<Course>()).first
    #expect(saved?.students.map(\.name) == ["S"])
  }

  @Test("An object that the program deletes meanwhile leaves the list", arguments: sizes)
  func deletion(more: Int) throws {
    let mars = try planet("Mars", ["Phobos", "Deimos"], more: more)
    func prune(_ moons: inout [Moon]) { context.delete(moons[1]) }
    prune(&mars.moons)
    #expect(mars.moons.count == more + 1)
    #expect(try savedMoons(of: "Mars") == ["Phobos"])
    #expect(mars.moons.count == more + 1)
  }

  @Test("An owner that another context deletes meanwhile does not return")
  func remoteDeletionOfOwner() throws {
    let mars = try planet("Mars", ["Phobos"], more: 300)
    let other = ModelContext(container)
    func change(_ moons: inout [Moon]) throws {
      other.delete(try #require(try other.fetch(FetchDescriptor<Planet>()).first))
      try other.save()
      _ = moons[0].name
    }
    try change(&mars.moons)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Planet>()) == 0)
  }

  @Test("The members of an initialiser are there once, whatever is appended again")
  func initialiser() throws {
    let (first, second) = (Moon("x"), Moon("y"))
    let planet = Planet("P", moons: [first, second])
    for _ in 0..<3 { planet.moons.append(first) }
    #expect(planet.moons.map(\.name) == ["x", "y"])
    second.planet = planet
    #expect(planet.moons.map(\.name) == ["x", "y"])
    context.insert(planet)
    #expect(first.planet === planet)
    #expect(second.planet === planet)
    #expect(try savedMoons(of: "P") == ["x", "y"])
  }
}
