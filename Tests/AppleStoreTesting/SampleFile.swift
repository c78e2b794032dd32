public import Foundation

import PerennialAppleStores

/// A file in Core Data's layout for tests of programs, which cannot write stores themselves.
///
/// It has books and comics, which inherit from them, with authors and tags, and a history of two saves.
public enum SampleFile {
  /// Writes the file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - inLog: `true` to write all rows to the write-ahead log.
  public static func write(to url: URL, inLog: Bool = false) throws {
    try store.write(to: url, journal: inLog ? .log : .none)
  }

  /// The store that is written.
  package static var store: SampleStore {
    var store = SampleStore(model: model, objects: objects)
    store.identifier = "6B1A4C1E-0D3F-4E7A-9C57-0A5D1A4C1E00"
    store.links["Book.tags"] = [(1, 1), (1, 2), (2, 2)].map { owner, target in
      AppleLink(
        owner: owner, target: AppleReference(entity: "Tag", key: target), position: nil,
        isDangling: false)
    }
    let times = [700_000_000.0, 700_086_400.0]
    store.transactions = times.enumerated().map { index, time in
      AppleTransaction(
        number: Int64(index + 1), date: Date(timeIntervalSinceReferenceDate: time),
        author: index == 0 ? "import" : "editor", contextName: nil, bundle: "com.example.library",
        process: "Library", changeCount: 2)
    }
    store.changes = [(1, 1), (1, 2), (2, 1)].enumerated().map { index, change in
      (
        Int64(change.0),
        AppleChange(
          number: Int64(index + 1), kind: change.0 == 1 ? .insertion : .update,
          object: AppleReference(entity: "Book", key: Int64(change.1)))
      )
    }
    return store
  }

  // MARK: Model

  private static var model: StoredModel {
    let book = bookAttributes
    let relationships = [author, tags]
    return StoredModel(
      entities: [
        entity(
          "Author", [attribute("name", .string)],
          [relationship("books", to: "Book", inverse: "author", isToMany: true, rule: .cascade)],
          uniqueness: [["name"]]),
        entity("Book", book, relationships),
        entity(
          "Comic", (book + [attribute("pages", .integer(bits: 16))]).sorted { $0.name < $1.name },
          relationships, superentity: "Book"),
        entity(
          "Tag", [attribute("default", .string)],
          [relationship("books", to: "Book", inverse: "tags", isToMany: true)],
          former: "Label"),
      ], versionIdentifiers: ["1.2.0"], source: .cache)
  }

  private static var bookAttributes: [StoredModel.Attribute] {
    [
      attribute("added", .date),
      attribute("cover", .data, isOptional: true),
      attribute(
        "loan", .composite, isOptional: true,
        elements: [attribute("days", .integer(bits: 64)), attribute("person", .string)]),
      attribute("price", .decimal, isOptional: true),
      attribute("state", .string, former: "status"),
      attribute("title", .string),
    ]
  }

  private static var author: StoredModel.Relationship {
    relationship("author", to: "Author", inverse: "books")
  }

  private static var tags: StoredModel.Relationship {
    relationship("tags", to: "Tag", inverse: "books", isToMany: true)
  }

  private static func attribute(
    _ name: String, _ type: StoredModel.AttributeType, isOptional: Bool = false,
    former: String? = nil, elements: [StoredModel.Attribute] = []
  ) -> StoredModel.Attribute {
    StoredModel.Attribute(
      name: name, type: type, isOptional: isOptional, isTransient: false, isDerived: false,
      className: nil, transformerName: nil, renamingIdentifier: former ?? name,
      defaultValue: name == "state" ? .text("new “copy”\n") : nil, elements: elements,
      enumerationCases: nil, flags: 0)
  }

  private static func relationship(
    _ name: String, to destination: String, inverse: String, isToMany: Bool = false,
    rule: StoredModel.DeleteRule = .nullify
  ) -> StoredModel.Relationship {
    StoredModel.Relationship(
      name: name, destination: destination, inverse: inverse, isToMany: isToMany,
      isOrdered: false, isOptional: true, minimumCount: 0, maximumCount: isToMany ? 0 : 1,
      deleteRule: rule, renamingIdentifier: name)
  }

  private static func entity(
    _ name: String, _ attributes: [StoredModel.Attribute],
    _ relationships: [StoredModel.Relationship], superentity: String? = nil,
    uniqueness: [[String]] = [], former: String? = nil
  ) -> StoredModel.Entity {
    StoredModel.Entity(
      name: name, className: nil, superentity: superentity, isAbstract: false,
      renamingIdentifier: former ?? name, attributes: attributes, relationships: relationships,
      uniqueness: uniqueness, versionHash: Data(name.utf8))
  }

  // MARK: Objects

  private static var objects: [AppleRow] {
    [
      row("Author", 1, ["name": .text("Ada")]),
      book("Book", 1, "Crème “brûlée”", author: 1),
      book("Book", 2, "Soups,\nfor two", author: nil),
      book("Comic", 3, "Cakes", author: 1, ["pages": .integer(48)]),
      row("Tag", 1, ["default": .text("Quick")]),
      row("Tag", 2, ["default": .text("Sweet")]),
    ]
  }

  private static func book(
    _ entity: String, _ key: Int64, _ title: String, author: Int64?,
    _ values: [String: AppleValue] = [:]
  ) -> AppleRow {
    let added = Date(timeIntervalSinceReferenceDate: 600_000_000.25 + Double(key))
    var values = values
    values["title"] = .text(title)
    values["added"] = .date(added)
    values["state"] = .text("used")
    if key == 1 {
      values["price"] = .decimal(Decimal(125) / 10)
      values["cover"] = .data(Data([1, 2, 3]))
      values["loan"] = .composite([
        AppleValue.Field(name: "days", value: .integer(14)),
        AppleValue.Field(name: "person", value: .text("Bo")),
      ])
    }
    return row(entity, key, values, author: author)
  }

  private static func row(
    _ entity: String, _ key: Int64, _ values: [String: AppleValue], author: Int64? = nil
  ) -> AppleRow {
    let found = model[entity]
    return AppleRow(
      entity: entity, key: key, saveCount: 1,
      values: (found?.attributes ?? []).map {
        AppleValue.Field(name: $0.name, value: values[$0.name] ?? .null)
      },
      references: (found?.relationships ?? []).filter { !$0.isToMany }.map { _ in
        AppleValue.Field(
          name: "author",
          value: author.map { .reference(AppleReference(entity: "Author", key: $0)) } ?? .null)
      })
  }
}
