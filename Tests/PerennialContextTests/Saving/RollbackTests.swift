import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

@testable import Fixtures

@Suite("Rollback")
struct RollbackTests {
  @Test("Attributes read as they were saved", arguments: Place.allCases)
  func attributes(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let book = Book(title: "A", year: 1)
      context.insert(book)
      try context.save()
      book.title = "B"
      book.year = 2
      book.isRead = true
      #expect(context.hasChanges)
      #expect(book.hasChanges)
      context.rollback()
      #expect(!context.hasChanges)
      #expect(!book.hasChanges)
      #expect(context.changedModelsArray.isEmpty)
      #expect(book.title == "A")
      #expect(book.year == 1)
      #expect(!book.isRead)
      book.year = 3
      try context.save()
      let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Book>()).first)
      #expect(found.year == 3)
      #expect(found.title == "A")
    }
  }

  @Test("Insertions are dropped; the objects live on and can be inserted again")
  func insertions() throws {
    try Place.memory.with(Planet.self) { container in
      let context = ModelContext(container)
      let mars = Planet("Mars", moons: [Moon("Phobos")])
      context.insert(mars)
      context.rollback()
      #expect(!context.hasChanges)
      #expect(mars.modelContext == nil)
      #expect(mars.name == "Mars")
      #expect(mars.moons.map(\.name) == ["Phobos"])
      #expect(mars.moons.first?.planet === mars)
      #expect(try context.fetchCount(FetchDescriptor<Planet>()) == 0)
      context.insert(mars)
      try context.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Moon>()) == 1)
    }
  }

  @Test("Deletions are undone, with their consequences", arguments: Place.allCases)
  func deletions(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let author = Author(name: "U")
      let book = Book(title: "B", author: author)
      let genre = Genre(name: "G", books: [book])
      context.insert(genre)
      try context.save()
      context.delete(author)
      #expect(book.isDeleted)
      #expect(genre.books.isEmpty)
      context.rollback()
      #expect(!context.hasChanges)
      #expect(!author.isDeleted)
      #expect(!book.isDeleted)
      #expect(author.books.map(\.title) == ["B"])
      #expect(book.author === author)
      #expect(genre.books.map(\.title) == ["B"])
      #expect(book.genres.map(\.name) == ["G"])
      #expect(try context.fetchCount(FetchDescriptor<Book>()) == 1)
      try context.save()
      #expect(try ModelContext(container).fetchCount(FetchDescriptor<Book>()) == 1)
    }
  }

  @Test("Relationships read as they were saved, on both sides", arguments: Place.allCases)
  func relationships(place: Place) throws {
    try place.with(Planet.self, Student.self, Citizen.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Planet("1", moons: [Moon("a"), Moon("b")]), Planet("2"))
      let student = Student("S", courses: [Course("x"), Course("y")])
      let (ada, bob) = (Citizen("Ada"), Citizen("Bob"))
      let passport = Passport(1, holder: ada)
      for planet in [one, two] { context.insert(planet) }
      context.insert(student)
      context.insert(passport)
      context.insert(bob)
      try context.save()
      let (moon, course) = (one.moons[0], student.courses[0])

      moon.planet = two
      one.moons.append(Moon("c"))
      student.courses = [student.courses[1]]
      student.courses.append(Course("z"))
      bob.passport = passport
      context.rollback()
      #expect(!context.hasChanges)
      #expect(one.moons.map(\.name) == ["a", "b"])
      #expect(two.moons.isEmpty)
      #expect(moon.planet === one)
      #expect(student.courses.map(\.title) == ["x", "y"])
      #expect(course.students.map(\.name) == ["S"])
      #expect(passport.holder === ada)
      #expect(ada.passport === passport)
      #expect(bob.passport == nil)
      try context.save()
      let fresh = ModelContext(container)
      #expect(try fresh.fetchCount(FetchDescriptor<Moon>()) == 2)
      #expect(try fetchFirst(Student.self, fresh).courses.map(\.title) == ["x", "y"])
      #expect(try fetchFirst(Passport.self, fresh).holder?.name == "Ada")
    }
  }

  private func fetchFirst<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> T {
    try #require(try context.fetch(FetchDescriptor<T>()).first)
  }

  @Test("Order and members of collections are restored", arguments: Place.allCases)
  func collections(place: Place) throws {
    try place.with(Planet.self, Album.self) { container in
      let context = ModelContext(container)
      let planet = Planet("P", moons: ["a", "b", "c"].map { Moon($0) })
      let (none, full) = (Album("none"), Album("full", photos: [Photo("p")]))
      context.insert(planet)
      context.insert(none)
      context.insert(full)
      try context.save()
      planet.moons = planet.moons.reversed()
      none.photos?.append(Photo("q"))
      full.photos = nil
      context.rollback()
      #expect(planet.moons.map(\.name) == ["a", "b", "c"])
      #expect(none.photos?.isEmpty == true)
      #expect(full.photos?.map(\.name) == ["p"])
    }
  }

  @Test("Observers are told")
  func observers() throws {
    try Place.memory.with(Planet.self) { container in
      let context = ModelContext(container)
      let planet = Planet("P", moons: [Moon("a")])
      context.insert(planet)
      try context.save()
      planet.name = "Q"
      planet.moons = []
      let told = Mutex(0)
      withObservationTracking {
        _ = planet.name
      } onChange: {
        told.withLock { $0 += 1 }
      }
      withObservationTracking {
        _ = planet.moons
      } onChange: {
        told.withLock { $0 += 1 }
      }
      context.rollback()
      #expect(told.withLock { $0 } == 2)
      #expect(planet.name == "P")
    }
  }

  @Test(
    "A rollback after another context's save shows what that one saved",
    arguments: Place.allCases
  )
  func afterOtherSave(place: Place) throws {
    try place.with(Book.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let book = Book(title: "A", year: 1)
      one.insert(book)
      try one.save()
      let there = try fetchFirst(Book.self, two)
      book.title = "mine"
      there.title = "theirs"
      there.year = 2
      try two.save()
      #expect(book.title == "mine")
      #expect(book.year == 2)
      one.rollback()
      #expect(book.title == "theirs")
      #expect(book.year == 2)
    }
  }

  @Test("A rollback where nothing changed does nothing")
  func nothing() throws {
    try Place.memory.with(Book.self) { container in
      let context = ModelContext(container)
      context.rollback()
      let book = Book(title: "A")
      context.insert(book)
      try context.save()
      context.rollback()
      #expect(book.modelContext === context)
      #expect(book.title == "A")
    }
  }

  @Test("A save after a rollback and new changes writes those only", arguments: Place.allCases)
  func onwards(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let (a, b) = (Book(title: "A"), Book(title: "B"))
      context.insert(a)
      context.insert(b)
      try context.save()
      a.title = "x"
      context.delete(b)
      context.insert(Book(title: "C"))
      context.rollback()
      b.title = "y"
      context.insert(Book(title: "D"))
      try context.save()
      let titles = try ModelContext(container).fetch(FetchDescriptor<Book>()).map(\.title)
      #expect(titles.sorted() == ["A", "D", "y"])
    }
  }
}
