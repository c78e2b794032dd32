import SwiftData

// The models of most tests: a small library.

@Model
final class Author {
  @Attribute(.unique) var name: String
  var born: Date?
  @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

  init(name: String, born: Date? = nil) {
    self.name = name
    self.born = born
  }
}

@Model
final class Book {
  #Index<Book>([\.year], [\.title, \.year])

  var id = UUID()
  var title: String
  var year: Int
  var isRead = false
  var author: Author?
  var genres: [Genre] = []
  @Relationship(deleteRule: .deny, inverse: \Loan.book) var loans: [Loan] = []

  init(title: String, year: Int = 2000, author: Author? = nil) {
    self.title = title
    self.year = year
    self.author = author
  }
}

@Model
final class Genre {
  var name: String
  @Relationship(inverse: \Book.genres) var books: [Book]

  init(name: String, books: [Book] = []) {
    self.name = name
    self.books = books
  }
}

@Model
final class Loan {
  var reader: String
  var book: Book

  init(reader: String, book: Book) {
    self.reader = reader
    self.book = book
  }
}

/// A container for one test, in memory.
func libraryContainer() throws -> ModelContainer {
  try ModelContainer(
    for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
}
