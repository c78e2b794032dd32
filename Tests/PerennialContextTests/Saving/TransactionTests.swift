import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Transactions of a context")
struct TransactionTests {
  struct Stop: Error {}

  private func titles(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Book>()).map(\.title).sorted()
  }

  @Test("A transaction saves at its end and not before", arguments: Place.allCases)
  func saves(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      try context.transaction {
        context.insert(Book(title: "A"))
        let elsewhere = try titles(ModelContext(container))
        #expect(elsewhere == [])
        let here = try titles(context)
        #expect(here == ["A"])
      }
      #expect(!context.hasChanges)
      #expect(try titles(ModelContext(container)) == ["A"])
    }
  }

  @Test("A block that throws is undone, and its error comes out", arguments: Place.allCases)
  func throwing(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let (book, other) = (Book(title: "A"), Book(title: "B"))
      context.insert(book)
      context.insert(other)
      try context.save()
      let new = Book(title: "C")
      #expect(throws: Stop.self) {
        try context.transaction {
          book.title = "x"
          context.delete(other)
          context.insert(new)
          throw Stop()
        }
      }
      #expect(!context.hasChanges)
      #expect(book.title == "A")
      #expect(!other.isDeleted)
      #expect(new.modelContext == nil)
      #expect(try titles(context) == ["A", "B"])
      #expect(try titles(ModelContext(container)) == ["A", "B"])
    }
  }

  @Test("What was pending before stays pending, as it was", arguments: Place.allCases)
  func pendingBefore(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let books = ["A", "B", "C"].map { Book(title: $0) }
      for book in books { context.insert(book) }
      try context.save()
      books[0].title = "pending"
      context.delete(books[1])
      let new = Book(title: "new")
      context.insert(new)
      #expect(throws: Stop.self) {
        try context.transaction {
          books[0].title = "lost"
          books[0].year = 1
          books[2].title = "lost"
          new.title = "lost"
          context.delete(new)
          context.insert(Book(title: "lost"))
          throw Stop()
        }
      }
      #expect(books[0].title == "pending")
      #expect(books[0].year == 2_000)
      #expect(books[1].isDeleted)
      #expect(books[2].title == "C")
      #expect(!books[2].hasChanges)
      #expect(new.title == "new")
      #expect(new.modelContext === context)
      #expect(context.insertedModelsArray.count == 1)
      #expect(context.changedModelsArray.count == 1)
      #expect(context.deletedModelsArray.count == 1)
      #expect(try titles(context) == ["C", "new", "pending"])
      try context.save()
      #expect(try titles(ModelContext(container)) == ["C", "new", "pending"])
    }
  }

  @Test("Pending relationships survive a block that throws", arguments: Place.allCases)
  func pendingRelationships(place: Place) throws {
    try place.with(Planet.self, Student.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Planet("1", moons: [Moon("a"), Moon("b")]), Planet("2"))
      let student = Student("S", courses: [Course("x")])
      context.insert(one)
      context.insert(two)
      context.insert(student)
      try context.save()
      let moon = one.moons[0]
      moon.planet = two
      student.courses.append(Course("y"))
      #expect(throws: Stop.self) {
        try context.transaction {
          moon.planet = nil
          two.moons = one.moons
          student.courses = []
          throw Stop()
        }
      }
      #expect(one.moons.map(\.name) == ["b"])
      #expect(two.moons.map(\.name) == ["a"])
      #expect(moon.planet === two)
      #expect(student.courses.map(\.title) == ["x", "y"])
      #expect(student.courses.map { $0.students.count } == [1, 1])
      try context.save()
      let fresh = ModelContext(container)
      let courses = try fresh.fetch(FetchDescriptor<Student>()).first?.courses.map(\.title)
      #expect(courses == ["x", "y"])
      let planets = try fresh.fetch(FetchDescriptor<Planet>(sortBy: [SortDescriptor(\.name)]))
      #expect(planets.map { $0.moons.map(\.name) } == [["b"], ["a"]])
    }
  }

  @Test("An inner transaction that throws undoes its own work only", arguments: Place.allCases)
  func nested(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      try context.transaction {
        context.insert(Book(title: "outer"))
        try context.transaction { context.insert(Book(title: "inner")) }
        let elsewhere = try titles(ModelContext(container))
        #expect(elsewhere == [])
        do {
          try context.transaction {
            context.insert(Book(title: "lost"))
            throw Stop()
          }
        } catch is Stop {}
      }
      #expect(try titles(ModelContext(container)) == ["inner", "outer"])
      #expect(throws: Stop.self) {
        try context.transaction {
          try context.transaction { context.insert(Book(title: "lost too")) }
          throw Stop()
        }
      }
      #expect(try titles(context) == ["inner", "outer"])
      #expect(!context.hasChanges)
    }
  }

  @Test(
    "If only the save fails, nothing is written and all stays pending",
    arguments: Place.allCases
  )
  func failingSave(place: Place) throws {
    try place.with(Landlord.self) { container in
      let context = ModelContext(container)
      let landlord = Landlord("L")
      context.insert(Tenant("T", landlord: landlord))
      try context.save()
      #expect(throws: SwiftDataError.modelValidationFailure) {
        try context.transaction {
          context.insert(Tenant("U"))
          context.delete(landlord)
        }
      }
      #expect(context.hasChanges)
      #expect(landlord.isDeleted)
      #expect(context.insertedModelsArray.count == 1)
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tenant>()) == 1)
      context.rollback()
      try context.transaction { context.insert(Tenant("V")) }
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Tenant>()) == 2)
    }
  }

  @Test("A save within a block that throws later is not taken back")
  func saveWithin() throws {
    try Place.memory.with(Book.self) { container in
      let context = ModelContext(container)
      let pending = Book(title: "pending")
      context.insert(pending)
      #expect(throws: Stop.self) {
        try context.transaction {
          context.insert(Book(title: "saved"))
          try context.save()
          context.insert(Book(title: "lost"))
          throw Stop()
        }
      }
      // No change is applied by half, whatever the effect of a save within a transaction.
      let here = try titles(context)
      context.rollback()
      try context.save()
      let stored = try titles(ModelContext(container))
      #expect(!stored.contains("lost"))
      #expect(!here.contains("lost"))
      #expect(try titles(context) == stored)
      #expect(pending.modelContext == nil || stored.contains("pending"))
    }
  }
}
