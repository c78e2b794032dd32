import Foundation
import RandomTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("The order of collections")
struct CollectionOrderTests {
  @Test("A collection keeps its order", arguments: Place.allCases)
  func order(place: Place) throws {
    try place.with(Planet.self, Student.self, Shelf.self) { container in
      let context = ModelContext(container)
      let planet = Planet("P")
      let student = Student("S")
      let volume = Volume("V")
      context.insert(planet)
      context.insert(student)
      context.insert(volume)
      var random = SeededGenerator(seed: 7)
      let moons = (0..<12).map { Moon("\($0)") }.shuffled(using: &random)
      planet.moons = moons
      student.courses = moons.map { Course($0.name) }
      volume.notes = moons.map { Note($0.name) }
      var expected = moons.map(\.name)
      func check(_ step: String) throws {
        #expect(planet.moons.map(\.name) == expected, "\(step)")
        #expect(student.courses.map(\.title) == expected, "\(step)")
        #expect(volume.notes.map(\.text) == expected, "\(step)")
        try context.save()
        let fresh = ModelContext(container)
        let found = try fresh.fetch(FetchDescriptor<Planet>()).first?.moons.map(\.name)
        #expect(found == expected, "\(step), one to many, refetched")
        let courses = try fresh.fetch(FetchDescriptor<Student>()).first?.courses.map(\.title)
        #expect(courses == expected, "\(step), many to many, refetched")
        let notes = try fresh.fetch(FetchDescriptor<Volume>()).first?.notes.map(\.text)
        #expect(notes == expected, "\(step), one way, refetched")
      }
      try check("assigned")
      planet.moons.append(Moon("last"))
      student.courses.append(Course("last"))
      volume.notes.append(Note("last"))
      expected.append("last")
      try check("appended")
      planet.moons.insert(Moon("first"), at: 0)
      student.courses.insert(Course("first"), at: 0)
      volume.notes.insert(Note("first"), at: 0)
      expected.insert("first", at: 0)
      try check("inserted")
      planet.moons.swapAt(2, 9)
      student.courses.swapAt(2, 9)
      volume.notes.swapAt(2, 9)
      expected.swapAt(2, 9)
      try check("swapped")
      planet.moons.reverse()
      student.courses.reverse()
      volume.notes.reverse()
      expected.reverse()
      try check("reversed")
      planet.moons.remove(at: 5)
      student.courses.remove(at: 5)
      volume.notes.remove(at: 5)
      expected.remove(at: 5)
      try check("removed")
    }
  }

  @Test(
    "An object that was removed and added again before the first save is the last one on both sides",
    arguments: Place.allCases)
  func addedAgain(place: Place) throws {
    try place.with(Student.self) { container in
      let context = ModelContext(container)
      let student = Student("S")
      context.insert(student)
      let courses = [Course("a"), Course("b")]
      student.courses = courses
      courses[0].students.removeAll()
      courses[0].students.append(student)
      #expect(student.courses.map(\.title) == ["b", "a"])
      try context.save()
      let stored = try ModelContext(container).fetch(FetchDescriptor<Student>()).first
      #expect(stored?.courses.map(\.title) == ["b", "a"])
    }
  }

  @Test("A new order reaches the other contexts", arguments: Place.allCases)
  func orderElsewhere(place: Place) throws {
    try place.with(Planet.self, Student.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let planet = Planet("P", moons: ["a", "b", "c"].map { Moon($0) })
      let student = Student("S", courses: ["a", "b", "c"].map { Course($0) })
      one.insert(planet)
      one.insert(student)
      try one.save()
      let planetThere = try #require(try two.fetch(FetchDescriptor<Planet>()).first)
      let studentThere = try #require(try two.fetch(FetchDescriptor<Student>()).first)
      #expect(planetThere.moons.map(\.name) == ["a", "b", "c"])
      #expect(studentThere.courses.map(\.title) == ["a", "b", "c"])
      planet.moons = planet.moons.reversed()
      student.courses = student.courses.reversed()
      try one.save()
      #expect(planetThere.moons.map(\.name) == ["c", "b", "a"])
      #expect(studentThere.courses.map(\.title) == ["c", "b", "a"])
    }
  }

  @Test(
    "Who is taken out and put back has its new place, not one of before",
    arguments: Place.allCases)
  func putBack(place: Place) throws {
    try place.with(Planet.self, Student.self, Shelf.self) { container in
      let context = ModelContext(container)
      let names = ["a", "b", "c"]
      let (moons, courses, notes) = (
        names.map { Moon($0) }, names.map { Course($0) }, names.map { Note($0) }
      )
      let (planet, student, volume) = (Planet("P"), Student("S"), Volume("V"))
      context.insert(planet)
      context.insert(student)
      context.insert(volume)
      /// Gives the collections these members.
      func assign(_ numbers: [Int]) {
        planet.moons = numbers.map { moons[$0] }
        student.courses = numbers.map { courses[$0] }
        volume.notes = numbers.map { notes[$0] }
      }
      assign([0, 1])
      try context.save()
      // Only the places of the first two are new here, and then what they belong to is.
      for numbers in [[2, 1, 0], [2], [0, 1]] { assign(numbers) }
      try context.save()
      let fresh = ModelContext(container)
      let expected = ["a", "b"]
      #expect(try fresh.fetch(FetchDescriptor<Planet>()).first?.moons.map(\.name) == expected)
      #expect(try fresh.fetch(FetchDescriptor<Student>()).first?.courses.map(\.title) == expected)
      #expect(try fresh.fetch(FetchDescriptor<Volume>()).first?.notes.map(\.text) == expected)
    }
  }
}
