import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Identifiers")
struct IdentifierTests {
  private func encoded(_ identifier: PersistentIdentifier) throws -> [String: Any] {
    let data = try JSONEncoder().encode(identifier)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try #require(object?["implementation"] as? [String: Any])
  }

  @Test("An identifier is temporary until the first save", arguments: Place.builtIn)
  func temporary(place: Place) throws {
    try place.with(Book.self) { container in
      let book = Book(title: "A")
      #expect(book.persistentModelID.isTemporary)
      #expect(book.persistentModelID.storeIdentifier == nil)
      #expect(book.persistentModelID.entityName == "Book")
      let context = ModelContext(container)
      context.insert(book)
      #expect(book.persistentModelID.isTemporary)
      try context.save()
      #expect(!book.persistentModelID.isTemporary)
      let store = try #require(book.persistentModelID.storeIdentifier)
      let name = try #require(container.configurations.first?.name)
      #expect(store == container.storeIdentifier(forConfigurationNamed: name))
      let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Book>()).first)
      #expect(found.persistentModelID == book.persistentModelID)
      #expect(found.persistentModelID.storeIdentifier == store)
    }
  }

  @Test("Equality and hash survive the save, in sets and dictionaries", arguments: Place.builtIn)
  func stable(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let books = (0..<50).map { Book(title: "\($0)") }
      for book in books { context.insert(book) }
      let identifiers = books.map(\.persistentModelID)
      let names = Dictionary(uniqueKeysWithValues: zip(identifiers, books.map(\.title)))
      let models = Set(books)
      let hashes = identifiers.map(\.hashValue)
      try context.save()
      #expect(books.map(\.persistentModelID) == identifiers)
      #expect(identifiers == books.map(\.persistentModelID))
      #expect(books.map { names[$0.persistentModelID] } == books.map(\.title))
      #expect(books.map(\.persistentModelID.hashValue) == hashes)
      #expect(books.allSatisfy { models.contains($0) })
      #expect(Set(identifiers + books.map(\.persistentModelID)).count == 50)
      let elsewhere = try ModelContext(container).fetch(FetchDescriptor<Book>())
      #expect(Set(elsewhere.map(\.persistentModelID)) == Set(identifiers))
    }
  }

  @Test("Objects are equal if they stand for one row")
  func equality() throws {
    try Place.memory.with(Book.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let (a, b) = (Book(title: "A"), Book(title: "A"))
      #expect(a == a)
      #expect(a != b)
      one.insert(a)
      one.insert(b)
      try one.save()
      let there = try two.fetch(FetchDescriptor<Book>())
      #expect(there.contains(a))
      #expect(there.contains { $0 == b && $0 !== b })
      #expect(Set(there) == Set([a, b]))
    }
  }

  @Test("The encoded form has the keys that programs read", arguments: Place.allCases)
  func json(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let book = Book(title: "A")
      context.insert(book)
      var values = try encoded(book.persistentModelID)
      #expect(values["isTemporary"] as? Bool == true)
      #expect((values["primaryKey"] as? String)?.hasPrefix("t") == true)
      #expect(values["storeIdentifier"] == nil)
      try context.save()
      values = try encoded(book.persistentModelID)
      let store = try #require(book.persistentModelID.storeIdentifier)
      let key = try #require(values["primaryKey"] as? String)
      #expect(key.hasPrefix("p"))
      #expect(values["isTemporary"] as? Bool == false)
      #expect(values["entityName"] as? String == "Book")
      #expect(values["storeIdentifier"] as? String == store)
      #expect(values["uriRepresentation"] as? String == "x-coredata://\(store)/Book/\(key)")
    }
  }

  @Test("An identifier comes back from its encoded form", arguments: Place.builtIn)
  func decoding(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let book = Book(title: "A")
      context.insert(book)
      let early = try JSONEncoder().encode(book.persistentModelID)
      try context.save()
      let late = try JSONEncoder().encode(book.persistentModelID)
      let other = ModelContext(container)
      for data in [early, late] {
        let identifier = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
        #expect(identifier == book.persistentModelID)
        #expect((other.model(for: identifier) as? Book)?.title == "A")
      }
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(
          PersistentIdentifier.self,
          from: Data(#"{"implementation":{"primaryKey":"x","entityName":"Book"}}"#.utf8)
        )
      }
    }
  }

  @Test("Identifiers are ordered by entity, then by creation")
  func order() throws {
    try Place.memory.with(Book.self) { container in
      let context = ModelContext(container)
      let books = (0..<20).map { Book(title: "\($0)") }
      let genre = Genre(name: "G")
      for book in books.shuffled() { context.insert(book) }
      context.insert(genre)
      let expected = books.map(\.persistentModelID)
      #expect(expected.shuffled().sorted() == expected)
      try context.save()
      #expect(books.shuffled().map(\.persistentModelID).sorted() == expected)
      #expect(expected.allSatisfy { $0 < genre.persistentModelID })
      #expect(!(expected[0] < expected[0]))
      let descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.persistentModelID)])
      #expect(try context.fetch(descriptor).map(\.persistentModelID) == expected)
    }
  }

  @Test("model(for:) gives the object, from memory or from the store", arguments: Place.allCases)
  func model(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let book = Book(title: "A")
      context.insert(book)
      let identifier = book.persistentModelID
      #expect(context.model(for: identifier) as? Book === book)
      try context.save()
      #expect(context.model(for: identifier) as? Book === book)
      #expect(context.model(for: book.persistentModelID) as? Book === book)
      let other = ModelContext(container)
      let found = try #require(other.model(for: identifier) as? Book)
      #expect(found.title == "A")
      #expect(found.modelContext === other)
      #expect(other.model(for: identifier) as? Book === found)
    }
  }

  @Test("registeredModel(for:) never reads the store")
  func registered() throws {
    try Place.memory.with(Book.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let book = Book(title: "A")
      one.insert(book)
      try one.save()
      let identifier = book.persistentModelID
      let here: Book? = one.registeredModel(for: identifier)
      #expect(here === book)
      let wrong: Genre? = one.registeredModel(for: identifier)
      #expect(wrong == nil)
      let there: Book? = two.registeredModel(for: identifier)
      #expect(there == nil)
      let loaded = two.model(for: identifier)
      let now: Book? = two.registeredModel(for: identifier)
      #expect(now === loaded)
    }
  }

  @Test("existingModel(for:) tells apart what is not there", arguments: Place.allCases)
  func existing(place: Place) throws {
    try place.with(Book.self) { container in
      let (one, two) = (ModelContext(container), ModelContext(container))
      let book = Book(title: "A")
      one.insert(book)
      let identifier = book.persistentModelID
      #expect(try two.existingModel(for: identifier) == nil)
      try one.save()
      #expect((try two.existingModel(for: identifier) as? Book)?.title == "A")
      one.delete(book)
      try one.save()
      #expect(try two.existingModel(for: identifier) == nil)
      #expect(try one.existingModel(for: identifier) == nil)
    }
  }

  @Test(
    "An identifier of a deleted row gives an object that belongs nowhere",
    arguments: Place.allCases
  )
  func deleted(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let book = Book(title: "A", year: 7)
      context.insert(book)
      try context.save()
      let identifier = book.persistentModelID
      context.delete(book)
      try context.save()
      #expect(book.persistentModelID == identifier)
      let ghost = try #require(context.model(for: identifier) as? Book)
      #expect(ghost.persistentModelID == identifier)
      #expect(ghost.modelContext == nil)
      #expect(ghost.title == "")
      #expect(ghost.year == 0)
      #expect(!ghost.isRead)
      #expect(ghost.author == nil)
      #expect(ghost.genres.isEmpty)
      ghost.title = "x"
      #expect(ghost.title == "x")
      #expect(!context.hasChanges)
    }
  }

  @Test("An identifier of another store, or of an unknown entity, is refused without a trap")
  func otherStore() throws {
    try Place.memory.with(Book.self) { container in
      let other = ModelContext(
        try ModelContainer(
          for: Book.self,
          configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
      )
      let stranger = Book(title: "stranger")
      other.insert(stranger)
      try other.save()
      let context = ModelContext(container)
      let foreign = stranger.persistentModelID
      #expect(throws: SwiftDataError.unknownSchema) {
        try context.existingModel(for: foreign)
      }
      let registered: Book? = context.registeredModel(for: foreign)
      #expect(registered == nil)
      #expect(context.model(for: foreign).modelContext == nil)

      let unknown = try PersistentIdentifier.identifier(
        for: "store",
        entityName: "Nothing",
        primaryKey: 1
      )
      #expect(context.model(for: unknown).modelContext == nil)
      #expect(throws: SwiftDataError.unknownSchema) {
        try context.existingModel(for: unknown)
      }
      #expect(throws: SwiftDataError.unknownSchema) {
        try PersistentIdentifier.identifier(for: "", entityName: "Book", primaryKey: 1)
      }
    }
  }

  @Test("Custom identifiers compare by all that they have")
  func custom() throws {
    let a = try PersistentIdentifier.identifier(for: "s", entityName: "E", primaryKey: "a")
    let b = try PersistentIdentifier.identifier(for: "s", entityName: "E", primaryKey: "b")
    let other = try PersistentIdentifier.identifier(for: "t", entityName: "E", primaryKey: "a")
    #expect(a == a)
    #expect(a != b)
    #expect(a != other)
    #expect(a < b)
    #expect(!a.isTemporary)
    let data = try JSONEncoder().encode(a)
    #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: data) == a)
  }

  @Test("Identifiers are usable in predicates", arguments: Place.allCases)
  func predicates(place: Place) throws {
    try place.with(Book.self) { container in
      let context = ModelContext(container)
      let author = Author(name: "U")
      let books = (0..<4).map { Book(title: "\($0)", author: $0 == 0 ? nil : author) }
      for book in books { context.insert(book) }
      try context.save()
      let one = books[1].persistentModelID
      let some = [books[0].persistentModelID, books[2].persistentModelID]
      let owner = author.persistentModelID
      func titles(_ predicate: Predicate<Book>) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title).sorted()
      }
      #expect(try titles(#Predicate { $0.persistentModelID == one }) == ["1"])
      #expect(try titles(#Predicate { some.contains($0.persistentModelID) }) == ["0", "2"])
      #expect(try titles(#Predicate { $0.author?.persistentModelID == owner }) == ["1", "2", "3"])
    }
  }
}
