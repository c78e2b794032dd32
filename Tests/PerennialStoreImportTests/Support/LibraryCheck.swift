import AppleStoreTesting
import Foundation
import Perennial
import PerennialAppleStores

/// Compares the objects of a container with those of a file.
///
/// New objects get ascending keys in the order of the rows, so the objects of a hierarchy correspond by their order.
struct LibraryCheck {
  private let sample: SampleStore
  private let people: [Person]
  private let cards: [Card]
  private let books: [Book]
  private let tags: [Tag]

  /// Returns the first difference; nil if there is none.
  static func difference(_ sample: SampleStore, _ container: ModelContainer) throws -> String? {
    let context = ModelContext(container)
    func all<T: PersistentModel>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>()).sorted { $0.rowKey < $1.rowKey }
    }
    return LibraryCheck(
      sample: sample, people: try all(Person.self), cards: try all(Card.self),
      books: try all(Book.self), tags: try all(Tag.self)
    ).difference()
  }

  private func rows(_ entities: String...) -> [AppleRow] {
    sample.objects.filter { entities.contains($0.entity) }.sorted { $0.key < $1.key }
  }

  private func difference() -> String? {
    let (people, books) = (rows("Person"), rows("Book", "Comic"))
    let (cards, tags) = (rows("Card"), rows("Tag"))
    let counts = [self.people.count, self.books.count, self.cards.count, self.tags.count]
    if counts != [people.count, books.count, cards.count, tags.count] {
      return "\(counts) objects instead of \([people.count, books.count, cards.count, tags.count])"
    }
    for (row, person) in zip(people, self.people) {
      if let found = difference(row, person) { return "Person \(row.key): \(found)" }
    }
    for (row, book) in zip(books, self.books) {
      if let found = difference(row, book) { return "\(row.entity) \(row.key): \(found)" }
    }
    for (row, card) in zip(cards, self.cards) where row["code"] != .integer(Int64(card.code)) {
      return "Card \(row.key)"
    }
    for (row, tag) in zip(tags, self.tags) where row["label"] != .text(tag.label) {
      return "Tag \(row.key)"
    }
    return nil
  }

  private func text(_ value: Any?) -> String { value.map { "\($0)" } ?? "nil" }

  private func first(_ pairs: [(String, expected: String, found: String)]) -> String? {
    pairs.first { $0.expected != $0.found }.map { "\($0.0) is \($0.found), not \($0.expected)" }
  }

  // MARK: Objects

  private func difference(_ row: AppleRow, _ person: Person) -> String? {
    first([
      ("id", plain(row["id"]), text(person.id)),
      ("name", plain(row["name"]), person.name),
      ("born", plain(row["born"]), text(person.born?.timeIntervalSinceReferenceDate)),
      ("rating", plain(row["rating"]), text(person.rating)),
      ("balance", plain(row["balance"]), text(person.balance)),
      ("isActive", plain(row["isActive"]), text(person.isActive)),
      ("age", plain(row["age"]), text(person.age)),
      ("homepage", plain(row["homepage"]), text(person.homepage?.absoluteString)),
      ("photo", plain(row["photo"]), text(person.photo?.base64EncodedString())),
      ("nicknames", text(strings(row["nicknames"])), text(person.nicknames)),
      ("address", address(row["address"]), address(person.address)),
      ("mentor", target(row["mentor"]), key(person.mentor)),
      ("partner", target(row["partner"]), key(person.partner)),
      ("partnerOf", target(row["partnerOf"]), key(person.partnerOf)),
      ("followers", links("Person.followers", row), keys(person.followers)),
      ("following", inverse("Person.followers", row), keys(person.following)),
      ("cards", links("Person.cards", row), keys(person.cards)),
      ("books", authored(row), keys(person.books)),
    ])
  }

  private func difference(_ row: AppleRow, _ book: Book) -> String? {
    first([
      ("class", row.entity, "\(type(of: book))"),
      ("title", plain(row["caption"]), book.title),
      ("genre", plain(row["genre"]), book.genre.rawValue),
      ("loan", loan(row["loan"]), text(book.loan)),
      ("author", target(row["author"]), key(book.author)),
      ("tags", links("Book.tags", row), keys(book.tags)),
      ("pages", row.entity == "Comic" ? plain(row["pages"]) : "nil", text((book as? Comic)?.pages)),
    ])
  }

  private func plain(_ value: AppleValue?) -> String {
    switch value {
    case .text(let text)?, .url(let text)?: text
    case .integer(let integer)?: "\(integer)"
    case .bool(let bool)?: "\(bool)"
    case .real(let real)?: "\(real)"
    case .decimal(let decimal)?: "\(decimal)"
    case .date(let date)?: "\(date.timeIntervalSinceReferenceDate)"
    case .uuid(let uuid)?: "\(uuid)"
    case .data(let data)?: data.base64EncodedString()
    default: "nil"
    }
  }

  private func strings(_ value: AppleValue?) -> [String] {
    switch value {
    case .array(let members)?: members.map { plain($0) }
    case .data(let data)?: (try? JSONDecoder().decode([String].self, from: data)) ?? ["?"]
    default: []
    }
  }

  private func address(_ value: AppleValue?) -> String {
    guard let value, value != .null else { return "nil" }
    let place = value["place"].map { place in
      place == .null ? "nil" : "\(plain(place["latitude"])) \(plain(place["longitude"]))"
    }
    return [
      plain(value["street"]), plain(value["number"]), place ?? "nil",
      text(strings(value["phones"])),
    ].joined(separator: "|")
  }

  private func address(_ address: Address?) -> String {
    guard let address else { return "nil" }
    let place = address.place.map { "\($0.latitude) \($0.longitude)" }
    return [address.street, text(address.number), place ?? "nil", text(address.phones)]
      .joined(separator: "|")
  }

  private func loan(_ value: AppleValue?) -> String {
    guard let value, value != .null else { return "nil" }
    if value["free"] != .null { return "\(Loan.free)" }
    if let lent = value["lent"], lent != .null { return "\(Loan.lent(plain(lent["_0"])))" }
    return "\(Loan.reserved(days: 3, by: "Bob"))"
  }

  // MARK: References

  /// Returns the name of an object: its entity and its key in the file.
  private func key(_ model: (any PersistentModel)?) -> String {
    func name(_ rows: [AppleRow], _ index: Int?) -> String {
      index.map { "\(rows[$0].key)" } ?? "?"
    }
    switch model {
    case let person as Person:
      return name(rows("Person"), people.firstIndex { $0 === person })
    case let book as Book:
      return name(rows("Book", "Comic"), books.firstIndex { $0 === book })
    case let card as Card: return name(rows("Card"), cards.firstIndex { $0 === card })
    case let tag as Tag: return name(rows("Tag"), tags.firstIndex { $0 === tag })
    default: return "nil"
    }
  }

  private func keys(_ models: [any PersistentModel]) -> String {
    models.map { key($0) }.sorted().joined(separator: " ")
  }

  private func target(_ value: AppleValue?) -> String {
    guard case .reference(let reference)? = value else { return "nil" }
    return "\(reference.key)"
  }

  private func links(_ name: String, _ row: AppleRow) -> String {
    (sample.links[name] ?? []).filter { $0.owner == row.key }.map { "\($0.target.key)" }.sorted()
      .joined(separator: " ")
  }

  private func inverse(_ name: String, _ row: AppleRow) -> String {
    (sample.links[name] ?? []).filter { $0.target.key == row.key }.map { "\($0.owner)" }.sorted()
      .joined(separator: " ")
  }

  private func authored(_ row: AppleRow) -> String {
    rows("Book", "Comic").filter { $0["author"].map(target) == "\(row.key)" }
      .map { "\($0.key)" }.sorted().joined(separator: " ")
  }
}
