import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Insertion through relationships")
struct RelatedInsertionTests {
  @Test("An insertion takes along whatever can be reached", arguments: Place.allCases)
  func reachable(place: Place) throws {
    try place.with(Student.self, Shelf.self) { container in
      let context = ModelContext(container)
      let (a, b) = (Student("A"), Student("B"))
      let (x, y) = (Course("X"), Course("Y"))
      a.courses = [x]
      x.students.append(b)
      y.students = [b]
      context.insert(a)
      #expect(context.insertedModelsArray.count == 4)
      #expect(y.modelContext === context)
      let volume = Volume("V")
      volume.cover = Cover("red")
      volume.notes = [Note("n")]
      volume.shelf = Shelf("S")
      context.insert(volume)
      try context.save()
      let fresh = ModelContext(container)
      #expect(try fresh.fetchCount(FetchDescriptor<Course>()) == 2)
      #expect(try fresh.fetchCount(FetchDescriptor<Shelf>()) == 1)
      #expect(try fresh.fetchCount(FetchDescriptor<Note>()) == 1)
      #expect(try fresh.fetch(FetchDescriptor<Volume>()).first?.cover?.colour == "red")
    }
  }

  @Test("What is attached to an inserted object is inserted", arguments: [false, true])
  func attached(isSaved: Bool) throws {
    try Place.memory.with(Planet.self, Shelf.self) { container in
      let context = ModelContext(container)
      let mars = Planet("Mars")
      let volume = Volume("V")
      context.insert(mars)
      context.insert(volume)
      if isSaved { try context.save() }
      mars.moons.append(Moon("A"))
      let moon = Moon("B")
      moon.planet = mars
      #expect(moon.modelContext === context)
      volume.editor = Editor("E")
      volume.notes.append(Note("n"))
      try context.save()
      #expect(!moon.persistentModelID.isTemporary)
      let fresh = ModelContext(container)
      #expect(try fresh.fetchCount(FetchDescriptor<Moon>()) == 2)
      #expect(try fresh.fetch(FetchDescriptor<Volume>()).first?.notes.map(\.text) == ["n"])
      #expect(try fresh.fetch(FetchDescriptor<Volume>()).first?.editor?.name == "E")
    }
  }

  @Test("An object of no context works by itself and is not saved")
  func detached() throws {
    try Place.memory.with(Planet.self) { container in
      let mars = Planet("Mars", moons: [Moon("A")])
      mars.moons.append(Moon("B"))
      #expect(mars.moons.count == 2)
      #expect(mars.moons[1].planet === mars)
      #expect(mars.modelContext == nil)
      let stored = try ModelContext(container).fetchCount(FetchDescriptor<Planet>())
      #expect(stored == 0)
    }
  }

  // MARK: Contexts

  @Test("A relationship to another context's object leads to the same row here")
  func acrossContexts() throws {
    try Place.memory.with(Planet.self, Student.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let mars = Planet("Mars")
      let course = Course("C")
      one.insert(mars)
      one.insert(course)
      try one.save()
      let moon = Moon("M")
      let student = Student("S")
      two.insert(moon)
      two.insert(student)
      moon.planet = mars
      student.courses = [course]
      #expect(moon.planet?.persistentModelID == mars.persistentModelID)
      #expect(moon.planet !== mars)
      #expect(moon.planet?.modelContext === two)
      #expect(student.courses.first?.modelContext === two)
      try two.save()
      #expect(mars.moons.map(\.name) == ["M"])
      #expect(course.students.map(\.name) == ["S"])
      #expect(mars.moons.first !== moon)
    }
  }

  @Test("A relationship to another context's unsaved object is refused by the save")
  func acrossContextsUnsaved() throws {
    try Place.memory.with(Planet.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let mars = Planet("Mars")
      one.insert(mars)
      let moon = Moon("M")
      two.insert(moon)
      moon.planet = mars
      #expect(moon.planet == nil)
      let error = try refusal { try two.save() }
      #expect(error == .modelInAnotherContext)
      #expect(error.explanation.contains("planet"))
      #expect(mars.moons.isEmpty)
      try two.save()
      try one.save()
    }
  }
}
