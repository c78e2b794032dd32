import AppleStoreTesting
import Foundation
import PerennialAppleStores
import RandomTesting

/// A file with random objects of the library's classes, and what a container has to contain after its import.
struct RandomLibrary {
  private(set) var sample: SampleStore
  private var random: SeededGenerator

  private static let person = StoredModel.Entity(
    "Person",
    [
      .init("id", .uuid), .init("name", .string), .init("born", .date), .init("rating", .double),
      .init("balance", .decimal), .init("isActive", .boolean), .init("age", .integer(bits: 16)),
      .init("homepage", .url), .init("photo", .data), .init("nicknames", .transformable),
      .init(
        "address", .composite,
        elements: [
          .init("street", .string), .init("number", .integer(bits: 64)),
          .init(
            "place", .composite,
            elements: [.init("latitude", .double), .init("longitude", .double)]),
          .init("phones", .data),
        ]),
    ],
    [
      .init("books", to: "Book", inverse: "author", isToMany: true),
      .init("partner", to: "Person", inverse: "partnerOf"),
      .init("partnerOf", to: "Person", inverse: "partner"),
      .init("following", to: "Person", inverse: "followers", isToMany: true),
      .init("followers", to: "Person", inverse: "following", isToMany: true),
      .init("mentor", to: "Person"), .init("cards", to: "Card", isToMany: true),
    ])
  private static let card = StoredModel.Entity("Card", [.init("code", .integer(bits: 64))])
  private static let bookAttributes: [StoredModel.Attribute] = [
    .init("caption", .string), .init("genre", .string),
    .init(
      "loan", .composite,
      elements: [
        .init("free", .string), .init("lent", .composite, elements: [.init("_0", .string)]),
        .init(
          "reserved", .composite,
          elements: [.init("days", .integer(bits: 64)), .init("by", .string)]),
      ], cases: ["free", "lent", "reserved"]),
  ]
  private static let bookRelationships: [StoredModel.Relationship] = [
    .init("author", to: "Person", inverse: "books"),
    .init("tags", to: "Tag", inverse: "books", isToMany: true),
  ]
  private static let book = StoredModel.Entity("Book", bookAttributes, bookRelationships)
  private static let comic = StoredModel.Entity(
    "Comic", bookAttributes + [.init("pages", .integer(bits: 32))], bookRelationships,
    superentity: "Book")
  private static let tag = StoredModel.Entity(
    "Tag", [.init("label", .string)],
    [.init("books", to: "Book", inverse: "tags", isToMany: true)])

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    sample = SampleStore(
      model: StoredModel([Self.person, Self.card, Self.book, Self.comic, Self.tag]))
    addObjects()
    addReferences()
  }

  private func keys(_ entities: String...) -> [AppleReference] {
    sample.objects.filter { entities.contains($0.entity) }.map {
      AppleReference(entity: $0.entity, key: $0.key)
    }
  }

  // MARK: Objects

  private mutating func addObjects() {
    for _ in 0..<random.index(7) { addPerson() }
    for _ in 0..<random.index(6) {
      add(AppleRow(Self.card, nextKey("Card"), ["code": .integer(Int64(random.index(1 << 40)))]))
    }
    for _ in 0..<random.index(8) { addBook() }
    for _ in 0..<random.index(5) {
      add(AppleRow(Self.tag, nextKey("Tag"), ["label": .text(text())]))
    }
  }

  private mutating func add(_ row: AppleRow) { sample.objects.append(row) }

  private mutating func nextKey(_ entity: String) -> Int64 {
    let root = sample.model.root(of: entity)
    let greatest =
      sample.objects.filter { sample.model.root(of: $0.entity) == root }.map(\.key).max() ?? 0
    return greatest + 1 + Int64(random.index(3))
  }

  private mutating func text() -> String {
    random.element(of: ["", "soup", "it's", "mañana ☕️", "a\nb", "“quoted”"]) ?? ""
  }

  private mutating func addPerson() {
    var values: [String: AppleValue] = [
      "name": .text(text()), "rating": .real(Double(random.index(4096)) / 8),
      "balance": .decimal(Decimal(random.index(1_000_000)) / 100),
      "isActive": .bool(random.happens(50)),
      "age": .integer(Int64(random.index(65536)) - 32768),
      "id": .uuid(uuid()), "nicknames": .array([]),
    ]
    if random.happens(60) {
      values["born"] = .date(
        Date(timeIntervalSinceReferenceDate: Double(random.index(1 << 31)) / 4 - 100_000_000))
    }
    if random.happens(50) { values["homepage"] = .url("https://example.com/\(random.index(9))") }
    if random.happens(40) { values["photo"] = .data(bytes(3 + random.index(100))) }
    let names = (0..<random.index(3)).map { _ in text() }
    // SwiftData writes an archive of data with JSON; others write an archive of an array.
    values["nicknames"] =
      random.happens(50) ? .array(names.map { .text($0) }) : .data(json(names))
    if random.happens(60) {
      let hasPlace = random.happens(50)
      values["address"] = .composite([
        .init(name: "street", value: .text(text())),
        .init(name: "number", value: random.happens(50) ? .integer(7) : .null),
        .init(
          name: "place",
          value: hasPlace
            ? .composite([
              .init(name: "latitude", value: .real(1.5)),
              .init(name: "longitude", value: .real(-3)),
            ]) : .null),
        .init(name: "phones", value: .data(json(names))),
      ])
    }
    add(AppleRow(Self.person, nextKey("Person"), values))
  }

  private mutating func addBook() {
    let isComic = random.happens(40)
    let entity = isComic ? Self.comic : Self.book
    var values: [String: AppleValue] = [
      "caption": .text(text()),
      "genre": .text(random.element(of: Genre.allCases)?.rawValue ?? ""),
      "pages": .integer(Int64(random.index(900))),
    ]
    func loan(_ free: AppleValue, _ lent: AppleValue, _ reserved: AppleValue) -> AppleValue {
      .composite([
        .init(name: "free", value: free), .init(name: "lent", value: lent),
        .init(name: "reserved", value: reserved),
      ])
    }
    switch random.index(4) {
    case 0: values["loan"] = loan(.text("free"), .null, .null)
    case 1:
      values["loan"] = loan(
        .null, .composite([.init(name: "_0", value: .text("Ann"))]), .null)
    case 2:
      values["loan"] = loan(
        .null, .null,
        .composite([
          .init(name: "days", value: .integer(3)), .init(name: "by", value: .text("Bob")),
        ]))
    default: break
    }
    add(AppleRow(entity, nextKey(entity.name), values))
  }

  private mutating func uuid() -> UUID {
    var bytes = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in
      for index in buffer.indices { buffer[index] = UInt8(random.index(256)) }
    }
    return UUID(uuid: bytes)
  }

  private mutating func bytes(_ count: Int) -> Data {
    // The first byte is none of those that mark external storage.
    Data([9] + (1..<count).map { _ in UInt8(random.index(256)) })
  }

  private func json(_ names: [String]) -> Data {
    (try? JSONEncoder().encode(names)) ?? Data()
  }

  // MARK: References

  private mutating func addReferences() {
    let (people, books) = (keys("Person"), keys("Book", "Comic"))
    for person in people where random.happens(50) {
      set("mentor", of: person, to: random.element(of: people))
    }
    // Pairs: each person is in at most one of each kind.
    var free = people.shuffled(using: &random)
    while free.count > 1, random.happens(70) {
      let (first, second) = (free.removeLast(), free.removeLast())
      set("partner", of: first, to: second)
      set("partnerOf", of: second, to: first)
    }
    for book in books where random.happens(70) {
      guard let author = random.element(of: people) else { continue }
      set("author", of: book, to: author)
    }
    for card in keys("Card") where random.happens(60) {
      guard let owner = random.element(of: people) else { continue }
      link("Person.cards", owner, card)
    }
    for book in books {
      for tag in keys("Tag") where random.happens(40) {
        link("Book.tags", book, tag)
      }
    }
    for person in people {
      for other in people where random.happens(25) {
        link("Person.followers", person, other)
      }
    }
  }

  private mutating func link(_ name: String, _ owner: AppleReference, _ target: AppleReference) {
    sample.links[name, default: []].append(
      AppleLink(owner: owner.key, target: target, position: nil, isDangling: false))
  }

  mutating func set(_ name: String, of object: AppleReference, to target: AppleReference?) {
    change(object) { row in
      AppleRow(
        entity: row.entity, key: row.key, saveCount: row.saveCount + 1, values: row.values,
        references: row.references.map {
          $0.name == name
            ? .init(name: name, value: target.map { .reference($0) } ?? .null) : $0
        })
    }
  }

  mutating func set(_ name: String, of object: AppleReference, to value: AppleValue) {
    change(object) { row in
      AppleRow(
        entity: row.entity, key: row.key, saveCount: row.saveCount + 1,
        values: row.values.map { $0.name == name ? .init(name: name, value: value) : $0 },
        references: row.references)
    }
  }

  private mutating func change(_ object: AppleReference, _ body: (AppleRow) -> AppleRow) {
    sample.objects = sample.objects.map {
      $0.key == object.key && $0.entity == object.entity ? body($0) : $0
    }
  }

  /// Changes some values and references, adds an object, and changes some links, as the program of the file does.
  mutating func change() {
    let people = keys("Person")
    for person in people where random.happens(40) {
      set("name", of: person, to: .text("\(text()) \(random.index(100))"))
      if random.happens(50) { set("mentor", of: person, to: random.element(of: people)) }
    }
    for book in keys("Book", "Comic") where random.happens(30) {
      set("author", of: book, to: random.element(of: people))
    }
    for name in ["Book.tags", "Person.followers", "Person.cards"] {
      sample.links[name] = (sample.links[name] ?? []).filter { _ in random.happens(70) }
    }
    if random.happens(60) { addPerson() }
    if random.happens(60) { addBook() }
  }
}
