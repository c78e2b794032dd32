import AppleStoreTesting
import Foundation
import StoreTesting
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: references")
struct LinkTests {
  private let directory: ScratchDirectory
  private let sample: SampleStore
  private var url: URL { directory.file("Model.sqlite") }

  /// A store with books and tags, which are related many to many, and pages of books.
  init() throws {
    directory = try ScratchDirectory()
    func relationship(
      _ name: String, to destination: String, _ inverse: String?, isToMany: Bool
    ) -> StoredModel.Relationship {
      StoredModel.Relationship(
        name: name, destination: destination, inverse: inverse, isToMany: isToMany,
        isOrdered: false, isOptional: true, minimumCount: 0, maximumCount: isToMany ? 0 : 1,
        deleteRule: .nullify, renamingIdentifier: name)
    }
    func entity(_ name: String, _ relationships: [StoredModel.Relationship]) -> StoredModel.Entity {
      StoredModel.Entity(
        name: name, className: nil, superentity: nil, isAbstract: false, renamingIdentifier: name,
        attributes: [], relationships: relationships, uniqueness: [], versionHash: nil)
    }
    func row(_ entity: String, _ key: Int64, _ references: [AppleValue.Field] = []) -> AppleRow {
      AppleRow(entity: entity, key: key, saveCount: 1, values: [], references: references)
    }
    let model = StoredModel(
      entities: [
        entity(
          "Book",
          [
            relationship("pages", to: "Page", "book", isToMany: true),
            relationship("tags", to: "Tag", "books", isToMany: true),
          ]),
        entity("Page", [relationship("book", to: "Book", "pages", isToMany: false)]),
        entity("Tag", [relationship("books", to: "Book", "tags", isToMany: true)]),
      ], versionIdentifiers: [], source: .cache)
    sample = SampleStore(
      model: model,
      objects: [
        row("Book", 1), row("Book", 2), row("Tag", 1),
        row(
          "Page", 1,
          [
            AppleValue.Field(
              name: "book", value: .reference(AppleReference(entity: "Book", key: 2)))
          ]),
      ],
      links: [
        "Book.tags": [
          AppleLink(
            owner: 1, target: AppleReference(entity: "Tag", key: 1), position: nil,
            isDangling: false)
        ]
      ])
    try sample.write(to: directory.file("Model.sqlite"))
  }

  @Test("Both sides of a many-to-many relationship have its references")
  func manyToMany() throws {
    let store = try AppleStore(contentsOf: url)
    let book = AppleReference(entity: "Book", key: 1)
    let tag = AppleReference(entity: "Tag", key: 1)
    #expect(try store.links(of: "tags", from: book).map(\.target) == [tag])
    #expect(try store.links(of: "books", from: tag).map(\.target) == [book])
    #expect(try store.links(of: "tags", from: AppleReference(entity: "Book", key: 2)).isEmpty)
  }

  @Test("A join table's columns may have a number behind the name")
  func numberedColumn() throws {
    try RawDatabase(url).run("ALTER TABLE Z_1TAGS RENAME COLUMN Z_1BOOKS TO Z_1BOOKS1")
    let store = try AppleStore(contentsOf: url)
    #expect(try store.links(of: "tags", from: AppleReference(entity: "Book", key: 1)).count == 1)
  }

  @Test("A reference to a missing row is read, and marked")
  func dangling() throws {
    try RawDatabase(url).run(
      "INSERT INTO Z_1TAGS (Z_1BOOKS, Z_3TAGS) VALUES (2, 99); UPDATE ZPAGE SET ZBOOK = 77")
    let store = try AppleStore(contentsOf: url)
    let links = try store.links(of: "tags", from: AppleReference(entity: "Book", key: 2))
    #expect(links.map(\.isDangling) == [true])
    #expect(links.map(\.target) == [AppleReference(entity: "Tag", key: 99)])
    let page = try #require(try store.row(AppleReference(entity: "Page", key: 1)))
    #expect(page["book"] == .reference(AppleReference(entity: "Book", key: 77)))
    #expect(try store.row(AppleReference(entity: "Book", key: 77)) == nil)
  }

  @Test("An unknown entity, and a relationship that is to-one or unknown, are named")
  func unknownNames() throws {
    let store = try AppleStore(contentsOf: url)
    let failure = #expect(throws: AppleStoreError.self) { try store.count(of: "Books") }
    #expect(failure?.code == .unknownName)
    #expect(failure?.description.contains("Book, Page, Tag") == true)
    for name in ["book", "chapters"] {
      let failure = #expect(throws: AppleStoreError.self) {
        try store.forEachLink(of: name, from: "Page") { _ in }
      }
      #expect(failure?.property == name)
    }
  }
}
