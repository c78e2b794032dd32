import Foundation
import Observation
import Perennial

// A program's classes, with each kind of attribute and relationship that an import knows.

enum Genre: String, Codable, CaseIterable {
  case novel, essay, poetry
}

enum Loan: Codable, Hashable {
  case free
  case lent(String)
  case reserved(days: Int, by: String)
}

struct Address: Codable, Hashable {
  struct Place: Codable, Hashable {
    var latitude: Double
    var longitude: Double
  }

  var street: String
  var number: Int?
  var place: Place?
  var phones: [String]
}

@Model final class Person {
  var id: UUID
  var name: String
  var born: Date?
  var rating: Double
  var balance: Decimal
  var isActive: Bool
  var age: Int16
  var homepage: URL?
  @Attribute(.externalStorage) var photo: Data?
  var address: Address?
  var nicknames: [String]
  @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
  @Relationship(inverse: \Person.partnerOf) var partner: Person?
  var partnerOf: Person?
  @Relationship(inverse: \Person.followers) var following: [Person] = []
  var followers: [Person] = []
  var mentor: Person?
  /// Without an inverse: a column of each card in the file.
  var cards: [Card] = []

  init(name: String) {
    id = UUID()
    self.name = name
    (rating, balance, isActive, age, nicknames) = (0, 0, true, 0, [])
  }
}

@Model final class Card {
  var code: Int
  init(code: Int) { self.code = code }
}

@Model class Book {
  @Attribute(originalName: "caption") var title: String
  var genre: Genre
  var loan: Loan?
  var author: Person?
  @Relationship(inverse: \Tag.books) var tags: [Tag] = []
  init(title: String) {
    self.title = title
    genre = .novel
  }
}

@Model final class Comic: Book {
  var pages: Int = 0
  override init(title: String) { super.init(title: title) }
}

@Model final class Tag {
  var label: String
  var books: [Book] = []
  init(label: String) { self.label = label }
}

enum Library {
  static let models: [any PersistentModel.Type] = [
    Person.self, Card.self, Book.self, Comic.self, Tag.self,
  ]

  static func container(_ url: URL? = nil) throws -> ModelContainer {
    let configuration = url.map { ModelConfiguration(url: $0) }
    return try ModelContainer(
      for: Schema(models),
      configurations: [configuration ?? ModelConfiguration(isStoredInMemoryOnly: true)])
  }
}
