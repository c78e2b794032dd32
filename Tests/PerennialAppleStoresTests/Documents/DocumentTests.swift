import AppleStoreTesting
import Foundation
import Perennial
import PerennialInspection
import PerennialJSON
import RandomTesting
import StoreTesting
import Testing

@testable import PerennialAppleStores

/// Files of Core Data's layout as documents, which `PerennialInspection` imports into stores.
@Suite("Apple stores: documents")
struct DocumentTests {
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  /// Writes a document of a sample, and imports it.
  private func imported(
    _ sample: SampleStore, _ name: String = "Model"
  ) throws -> (report: AppleDocumentReport, transfer: TransferReport, store: InspectedStore) {
    let (source, target) = (directory.file("\(name).sqlite"), directory.file("\(name).store"))
    try sample.write(to: source)
    let (document, report) = try document(of: source)
    let file = directory.file("\(name).json")
    try document.write(to: file)
    let transfer = try StoreImport(of: file, as: .json, into: target).run()
    return (report, transfer, try InspectedStore(target))
  }

  private func document(of url: URL) throws -> (text: Data, report: AppleDocumentReport) {
    var text = Data()
    let report = try AppleStore(contentsOf: url).writeDocument { text += $0 }
    return (text, report)
  }

  @Test("Objects, values and references of a small library")
  func library() throws {
    let (report, transfer, store) = try imported(SampleFile.store)
    #expect(report.objects == ["Author": 1, "Book": 2, "Comic": 1, "Tag": 2])
    #expect(report.changedValues == [:] && report.danglingReferences == [:])
    #expect(report.unknownRows == [:] && report.remarks == [])
    #expect(transfer.objects == report.objects && transfer.links == ["Book.tags": 3])
    let summary = try store.summary()
    #expect(summary.schemaVersion == "1.2.0")
    #expect(try store.verify().problems.isEmpty)
    let books = try store.rows(of: "Book", includesLinks: true)
    let authors = try store.rows(of: "Author", includesLinks: true)
    let tags = try store.rows(of: "Tag")
    #expect(books[0]["title"] == .text("Crème “brûlée”"))
    #expect(books[0]["price"] == .decimal(Decimal(125) / 10))
    #expect(books[0]["cover"] == .data(Data([1, 2, 3])))
    #expect(books[0]["loan"] == .json(#"{"days":14,"person":"Bo"}"#))
    #expect(books[1]["loan"] == .null && books[1]["author"] == .null)
    #expect(books[0]["author"] == .key(authors[0].key))
    #expect(books[0]["added"] == .date(Date(timeIntervalSinceReferenceDate: 600_000_001.25)))
    #expect(books[0].links.first { $0.name == "tags" }?.keys == tags.map(\.key))
    let comic = try #require(try store.rows(of: "Comic").first)
    #expect(comic["pages"] == .integer(48))
    #expect(
      authors[0].links.first { $0.name == "books" }?.keys == [books[0].key, comic.key])
    #expect(tags.map { $0["default"] } == [.text("Quick"), .text("Sweet")])
  }

  @Test("Codable values that look like the stored values of a document are imported as they are")
  func marked() throws {
    let bytes = StoredModel.Attribute(
      name: "names", type: .transformable, isOptional: true, isTransient: false, isDerived: false,
      className: "Dictionary<String, String>", transformerName: nil, renamingIdentifier: "names",
      defaultValue: nil, elements: [], enumerationCases: nil, flags: 0)
    let entity = StoredModel.Entity(
      name: "Item", className: nil, superentity: nil, isAbstract: false,
      renamingIdentifier: "Item", attributes: [bytes], relationships: [], uniqueness: [],
      versionHash: nil)
    let texts = [
      #"{"$text":"hello"}"#, #"{ "$null" : "" }"#, #"{"$blob":"AQ=="}"#, #"{"$integer":"1"}"#,
      #"{"\u0024text":"hello"}"#, #"{"$text":"a","b":"c"}"#, #"{"$":"\"\\"}"#, "{}",
    ]
    let objects = texts.enumerated().map { index, text in
      AppleRow(
        entity: "Item", key: Int64(index + 1), saveCount: 1,
        values: [AppleValue.Field(name: "names", value: .data(Data(text.utf8)))], references: [])
    }
    let model = StoredModel(entities: [entity], versionIdentifiers: [], source: .cache)
    let (report, _, store) = try imported(SampleStore(model: model, objects: objects))
    #expect(report.changedValues == [:])
    let found = try store.rows(of: "Item").map { row -> String? in
      switch row["names"] {
      case .json(let text), .stored(.text(let text)): text
      default: nil
      }
    }
    #expect(found == texts)
  }

  @Test("Two documents of a file have no key in common")
  func keys() throws {
    let url = directory.file("Model.sqlite")
    try SampleFile.write(to: url)
    func keys() throws -> Set<String> {
      let text = String(decoding: try document(of: url).text, as: UTF8.self)
      return Set(text.matches(of: #/"key":"(\d+)"/#).map { String($0.1) })
    }
    let (first, second) = (try keys(), try keys())
    #expect(first.count == 6 && first.isDisjoint(with: second))
  }

  @Test("A value that its property cannot have becomes nil or the default, and is counted")
  func changed() throws {
    var library = SampleFile.store
    library.objects = library.objects.map { $0.replacing("state", .null) }
    let (report, _, store) = try imported(library, "Library")
    #expect(report.changedValues == ["Book.state": 2, "Comic.state": 1])
    #expect(report.reasons["Book.state"] == "there is no value")
    #expect(
      try store.rows(of: "Book").map { $0["state"] }
        == Array(repeating: .text("new “copy”\n"), count: 2))
  }

  @Test("Without nil and without a default, the error names the row and the property")
  func unfit() throws {
    var library = SampleFile.store
    library.objects = library.objects.map { $0.replacing("title", .null) }
    let url = directory.file("Model.sqlite")
    try library.write(to: url)
    let error = #expect(throws: AppleStoreError.self) { _ = try document(of: url) }
    #expect(error?.code == .unfitValue && error?.entity == "Book" && error?.row == 1)
    #expect(error?.property == "title")
  }

  @Test("References to objects that do not exist are left out, and counted")
  func dangling() throws {
    var library = SampleFile.store
    library.objects.removeAll { $0.entity == "Author" || $0.entity == "Tag" && $0.key == 2 }
    let (report, transfer, store) = try imported(library)
    #expect(
      report.danglingReferences == ["Book.author": 1, "Comic.author": 1, "Book.tags": 2])
    #expect(transfer.links == ["Book.tags": 1])
    #expect(try store.rows(of: "Book")[0]["author"] == .null)
  }

  @Test("References that no object has, or that lead to no object, are counted")
  func lostReferences() throws {
    let url = directory.file("Model.sqlite")
    try SampleFile.write(to: url)
    try RawDatabase(url).run(
      """
      INSERT INTO Z_2TAGS (Z_2BOOKS, Z_4TAGS) VALUES (77, 1);
      UPDATE ZBOOK SET ZAUTHOR = 'one' WHERE Z_PK = 1;
      CREATE TABLE Z_1GONE (Z_1AUTHORS INTEGER, Z_4GONE INTEGER);
      INSERT INTO Z_1GONE VALUES (1, 1), (1, 2);
      """)
    let report = try document(of: url).report
    #expect(report.danglingReferences == ["Book.tags": 1])
    #expect(report.changedValues == ["Book.author": 1])
    #expect(report.reasons == ["Book.author": "the value is not a key"])
    #expect(report.unknownRows == ["Z_1GONE": 2])
  }

  @Test("A row of an entity that has another table is counted, and is no target of references")
  func misplacedRow() throws {
    let url = directory.file("Model.sqlite")
    try SampleFile.write(to: url)
    try RawDatabase(url).run(
      """
      INSERT INTO ZBOOK (Z_PK, Z_ENT) VALUES (9, 1);
      INSERT INTO Z_2TAGS (Z_2BOOKS, Z_4TAGS) VALUES (9, 1);
      """)
    let report = try document(of: url).report
    #expect(report.objects == ["Author": 1, "Book": 2, "Comic": 1, "Tag": 2])
    #expect(report.unknownRows == ["ZBOOK": 1])
    #expect(try AppleStore(contentsOf: url).unknownRows().map(\.table) == ["ZBOOK"])
  }

  @Test("Both sides of a one-to-one relationship agree, also if those of the file do not")
  func pairs() throws {
    func relationship(_ name: String, _ inverse: String) -> StoredModel.Relationship {
      StoredModel.Relationship(
        name: name, destination: "Node", inverse: inverse, isToMany: false, isOrdered: false,
        isOptional: true, minimumCount: 0, maximumCount: 1, deleteRule: .nullify,
        renamingIdentifier: name)
    }
    let node = StoredModel.Entity(
      name: "Node", className: nil, superentity: nil, isAbstract: false,
      renamingIdentifier: "Node", attributes: [],
      relationships: [relationship("next", "previous"), relationship("previous", "next")],
      uniqueness: [], versionHash: nil)
    // 1 → 2, as both say. 3 → 2 contradicts. 5 is before 4, as 4 alone says.
    let references: [(Int64, next: Int64?, previous: Int64?)] = [
      (1, 2, nil), (2, nil, 1), (3, 2, nil), (4, nil, 5), (5, nil, nil),
    ]
    let objects = references.map { key, next, previous in
      AppleRow(
        entity: "Node", key: key, saveCount: 1, values: [],
        references: [("next", next), ("previous", previous)].map { name, target in
          AppleValue.Field(
            name: name,
            value: target.map { .reference(AppleReference(entity: "Node", key: $0)) } ?? .null)
        })
    }
    let model = StoredModel(entities: [node], versionIdentifiers: [], source: .cache)
    let (report, _, store) = try imported(SampleStore(model: model, objects: objects))
    #expect(report.changedValues == ["Node.next": 1])
    #expect(try store.verify().problems.isEmpty)
    let rows = try store.rows(of: "Node")
    let keys = rows.map(\.key)
    #expect(
      rows.map { $0["next"] } == [.key(keys[1]), .null, .null, .null, .key(keys[3])])
    #expect(
      rows.map { $0["previous"] } == [.null, .key(keys[0]), .null, .key(keys[4]), .null])
  }

  @Test("Relationships that the file has apart, and that are inverses of each other in a program")
  func inferred() throws {
    func relationship(
      _ name: String, to destination: String, isToMany: Bool
    ) -> StoredModel.Relationship {
      StoredModel.Relationship(
        name: name, destination: destination, inverse: nil, isToMany: isToMany, isOrdered: false,
        isOptional: true, minimumCount: 0, maximumCount: isToMany ? 0 : 1, deleteRule: .nullify,
        renamingIdentifier: name)
    }
    func entity(_ name: String, _ relationship: StoredModel.Relationship) -> StoredModel.Entity {
      StoredModel.Entity(
        name: name, className: nil, superentity: nil, isAbstract: false, renamingIdentifier: name,
        attributes: [], relationships: [relationship], uniqueness: [], versionHash: nil)
    }
    let model = StoredModel(
      entities: [
        entity("Item", relationship("owner", to: "List", isToMany: false)),
        entity("List", relationship("items", to: "Item", isToMany: true)),
      ], versionIdentifiers: [], source: .cache)
    // 1 is in the collection of its owner, 2 has no reference, 3 is in no collection, 4 references another owner.
    let owners: [(Int64, Int64?)] = [(1, 1), (2, nil), (3, 2), (4, 2)]
    let lists = [Int64(1), 2].map { key in
      AppleRow(entity: "List", key: key, saveCount: 1, values: [], references: [])
    }
    let items = owners.map { key, owner in
      AppleRow(
        entity: "Item", key: key, saveCount: 1, values: [],
        references: [
          AppleValue.Field(
            name: "owner",
            value: owner.map { .reference(AppleReference(entity: "List", key: $0)) } ?? .null)
        ])
    }
    let links = [Int64(1), 2, 4].map { key in
      AppleLink(
        owner: 1, target: AppleReference(entity: "Item", key: key), position: nil,
        isDangling: false)
    }
    let (report, transfer, store) = try imported(
      SampleStore(model: model, objects: lists + items, links: ["List.items": links]))
    #expect(report.changedValues == ["List.items": 1] && report.remarks.count == 2)
    #expect(transfer.links == [:])
    #expect(try store.verify().problems.isEmpty)
    let found = try store.rows(of: "List", includesLinks: true)
    let (first, second) = (found[0].key, found[1].key)
    #expect(
      try store.rows(of: "Item").map { $0["owner"] }
        == [.key(first), .key(first), .key(second), .key(second)])
    #expect(found.map { $0.links.first?.keys.count } == [2, 2])
  }

  @Test("A file without a description is refused: nothing says which objects a reference leads to")
  func tables() throws {
    let url = directory.file("Model.sqlite")
    var library = SampleFile.store
    library.hasCache = false
    try library.write(to: url)
    let error = #expect(throws: AppleStoreError.self) { try document(of: url) }
    #expect(error?.code == .missingModel)
    #expect(error?.description.contains("Import the file with the app's classes") == true)
  }

  @Test("The progress ends with all objects, and an error of the closure ends the document")
  func progress() throws {
    let url = directory.file("Model.sqlite")
    try SampleFile.write(to: url)
    let store = try AppleStore(contentsOf: url)
    var last = (done: 0, total: 0)
    _ = try store.writeDocument(progress: { last = ($0, $1) }) { _ in }
    #expect(last == (6, 6))
    #expect(throws: CancellationError.self) {
      _ = try store.writeDocument { _ in throw CancellationError() }
    }
    #expect(try store.count(of: "Book") == 2)
  }

  @Test("Random models and objects: each object and reference is in the store", arguments: 0..<4)
  func random(part: UInt64) throws {
    let count = max(TestAmount.appleStores.count / 20, 1)
    let seeds = TestSeeds.only.map { [$0] } ?? TestSeeds.some(count, of: 4410 + part)
    for seed in seeds {
      var sample = RandomStore.store(seed: seed)
      sample.model = sample.model.withOptionalAttributes
      let (report, transfer, store) = try imported(sample, "Model\(seed)")
      let plan = ModelPlan(of: sample.model)
      for entity in plan.entities {
        let expected = sample.objects.count { $0.entity == entity.entity.name }
        try #require(transfer.objects[entity.name] ?? 0 == expected, "seed \(seed)")
      }
      try #require(report.danglingReferences == [:], "seed \(seed)")
      let problems = try store.verify().problems
      try #require(problems.isEmpty, "seed \(seed): \(problems)")
      try checkReferences(of: sample, plan, in: store, "seed \(seed)")
      for suffix in ["store", "store-wal", "store-shm", "json", "sqlite"] {
        try? FileManager.default.removeItem(at: directory.file("Model\(seed).\(suffix)"))
      }
    }
  }

  /// Compares the numbers of references, by relationship.
  private func checkReferences(
    of sample: SampleStore, _ plan: ModelPlan, in store: InspectedStore, _ name: String
  ) throws {
    for planned in plan.entities {
      let lineage = plan.lineage(of: planned).flatMap(\.relationships)
      let rows = try store.rows(of: planned.name, includesLinks: true)
      let objects = sample.objects.filter { $0.entity == planned.entity.name }
      for relationship in lineage where !relationship.relationship.isToMany {
        // Random files have references of one-to-one relationships without the other side.
        if let inverse = plan.inverse(of: relationship), !inverse.relationship.isToMany { continue }
        let found = rows.count { $0[relationship.name] != .null }
        let expected = objects.count { $0[relationship.relationship.name] != .null }
        // The references of an inferred inverse are added.
        let isComplete =
          relationship.hasInferredInverse ? found >= expected : found == expected
        try #require(isComplete, "\(name): \(planned.name).\(relationship.name)")
      }
    }
  }
}

@Suite("Apple stores: Codable values of documents")
struct CodableTextTests {
  private func attribute(
    _ name: String, _ type: StoredModel.AttributeType, className: String? = nil,
    elements: [StoredModel.Attribute] = [], cases: [String]? = nil
  ) -> StoredModel.Attribute {
    StoredModel.Attribute(
      name: name, type: type, isOptional: true, isTransient: false, isDerived: false,
      className: className, transformerName: nil, renamingIdentifier: name, defaultValue: nil,
      elements: elements, enumerationCases: cases, flags: 0)
  }

  private func text(_ value: AppleValue, _ attribute: StoredModel.Attribute) throws -> String {
    var text = CodableText()
    try text.add(value, of: attribute)
    return text.text.text
  }

  @Test("Structures have their members in alphabetical order, without those that are nil")
  func structures() throws {
    let place = attribute(
      "place", .composite, elements: [attribute("y", .double), attribute("x", .date)])
    let value = AppleValue.composite([
      AppleValue.Field(name: "y", value: .real(0.5)),
      AppleValue.Field(name: "x", value: .date(Date(timeIntervalSinceReferenceDate: 1.5))),
    ])
    #expect(try text(value, place) == #"{"x":1.5,"y":0.5}"#)
    let half = AppleValue.composite([
      AppleValue.Field(name: "y", value: .null), AppleValue.Field(name: "x", value: .null),
    ])
    #expect(try text(half, place) == "{}")
    struct Place: Codable { let x: Date?, y: Double? }
    let found = try JSONDecoder().decode(Place.self, from: Data(text(value, place).utf8))
    #expect(found.y == 0.5 && found.x == Date(timeIntervalSinceReferenceDate: 1.5))
  }

  @Test("Elements that a structure does not have are left out")
  func inexpressible() throws {
    let place = attribute(
      "place", .composite, elements: [attribute("link", .objectID), attribute("x", .double)])
    let value = AppleValue.composite([
      AppleValue.Field(name: "link", value: .text("x-coredata:")),
      AppleValue.Field(name: "x", value: .real(0.5)),
    ])
    #expect(try text(value, place) == #"{"x":0.5}"#)
  }

  private struct Raw<RawValue: Codable & Equatable>: RawRepresentable, Codable {
    var rawValue: RawValue
  }

  /// Expects that a composite with a raw value is decoded as a type with it, by itself and in a structure.
  private func expectRaw<Value: RawRepresentable & Codable>(
    _ value: AppleValue, of element: StoredModel.Attribute, is expected: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws where Value.RawValue: Equatable {
    let kind = attribute("kind", .composite, elements: [element])
    let composite = AppleValue.composite([AppleValue.Field(name: "rawValue", value: value)])
    let json = try text(composite, kind)
    let found = try JSONColumn.decode(Value.self, from: json)
    #expect(found.rawValue == expected.rawValue, "\(json)", sourceLocation: sourceLocation)
  }

  // A generic type has the code of a structure, also for these raw values.
  private struct RawText: RawRepresentable, Codable { var rawValue: String }
  private struct RawBool: RawRepresentable, Codable { var rawValue: Bool }
  private struct RawInt16: RawRepresentable, Codable { var rawValue: Int16 }
  private struct RawUInt8: RawRepresentable, Codable { var rawValue: UInt8 }
  private struct RawFloat: RawRepresentable, Codable { var rawValue: Float }
  private struct RawDouble: RawRepresentable, Codable { var rawValue: Double }
  private struct RawRaw: RawRepresentable, Codable { var rawValue: RawText }

  @Test("Types with raw values are decoded as Swift encodes them")
  func rawValues() throws {
    func raw(_ type: StoredModel.AttributeType, _ name: String? = nil) -> StoredModel.Attribute {
      attribute("rawValue", type, className: name)
    }
    try expectRaw(.text("a"), of: raw(.string), is: RawText(rawValue: "a"))
    try expectRaw(.bool(true), of: raw(.boolean), is: RawBool(rawValue: true))
    try expectRaw(.integer(-3), of: raw(.integer(bits: 16)), is: RawInt16(rawValue: -3))
    try expectRaw(.integer(3), of: raw(.transformable, "UInt8"), is: RawUInt8(rawValue: 3))
    try expectRaw(.real(0.5), of: raw(.float), is: RawFloat(rawValue: 0.5))
    try expectRaw(.real(0.1), of: raw(.double), is: RawDouble(rawValue: 0.1))
    let date = Date(timeIntervalSinceReferenceDate: 1.5)
    let uuid = UUID()
    try expectRaw(.date(date), of: raw(.date), is: Raw(rawValue: date))
    try expectRaw(.uuid(uuid), of: raw(.uuid), is: Raw(rawValue: uuid))
    try expectRaw(.data(Data([1])), of: raw(.data), is: Raw(rawValue: Data([1])))
    try expectRaw(.decimal(7), of: raw(.decimal), is: Raw(rawValue: Decimal(7)))
    try expectRaw(.url("a:b"), of: raw(.url), is: Raw(rawValue: try #require(URL(string: "a:b"))))
    try expectRaw(
      .array([.text("a")]), of: raw(.transformable, "Array<String>"), is: Raw(rawValue: ["a"]))
    let inner = attribute("rawValue", .composite, elements: [raw(.string)])
    let value = AppleValue.composite([AppleValue.Field(name: "rawValue", value: .text("a"))])
    let json = try text(value, inner)
    #expect(json == #""a""#)
    let nested = try text(
      .composite([AppleValue.Field(name: "rawValue", value: value)]),
      attribute("kind", .composite, elements: [inner]))
    #expect(try JSONColumn.decode(RawRaw.self, from: nested).rawValue.rawValue == "a")
    let kind = attribute("kind", .composite, elements: [raw(.transformable, "Array<String>")])
    for value in [
      AppleValue.composite([]), .composite([AppleValue.Field(name: "rawValue", value: .null)]),
    ] {
      #expect(throws: UnfitValue.self) { _ = try text(value, kind) }
    }
  }

  @Test("Properties with raw values: as JSON only if no column can have the raw value")
  func rawProperties() throws {
    func json(_ value: AppleValue, _ element: StoredModel.Attribute) throws -> String {
      let entity = StoredModel.Entity(
        name: "Item", className: nil, superentity: nil, isAbstract: false,
        renamingIdentifier: "Item",
        attributes: [attribute("kind", .composite, elements: [element])], relationships: [],
        uniqueness: [], versionHash: nil)
      let model = StoredModel(entities: [entity], versionIdentifiers: [], source: .cache)
      let planned = try #require(ModelPlan(of: model)["Item"]?.attributes.first)
      let composite = AppleValue.composite([AppleValue.Field(name: "rawValue", value: value)])
      return try DocumentValue.json(of: composite, planned)
    }
    let uuid = UUID()
    #expect(try json(.text("a"), attribute("rawValue", .string)) == #""a""#)
    #expect(try json(.uuid(uuid), attribute("rawValue", .uuid)) == "\"\(uuid.uuidString)\"")
    let list = attribute("rawValue", .transformable, className: "Array<String>")
    #expect(try json(.array([.text("a")]), list) == #"{"rawValue":["a"]}"#)
    let inner = attribute("rawValue", .composite, elements: [attribute("rawValue", .date)])
    let date = AppleValue.date(Date(timeIntervalSinceReferenceDate: 1.5))
    #expect(
      try json(.composite([AppleValue.Field(name: "rawValue", value: date)]), inner)
        == #"{"rawValue":{"rawValue":1.5}}"#)
  }

  private enum Loan: Codable, Equatable {
    case free
    case lent(String)
    case reserved(days: Int, by: String)
  }

  @Test("An enumeration is decoded as Swift encodes it")
  func enumerations() throws {
    let loan = attribute(
      "loan", .composite,
      elements: [
        attribute("free", .string),
        attribute("lent", .composite, elements: [attribute("_0", .string)]),
        attribute(
          "reserved", .composite,
          elements: [attribute("by", .string), attribute("days", .integer(bits: 64))]),
      ], cases: ["free", "lent", "reserved"])
    func value(_ name: String, _ value: AppleValue) -> AppleValue {
      .composite(
        loan.elements.map { element in
          AppleValue.Field(name: element.name, value: element.name == name ? value : .null)
        })
    }
    let cases: [(AppleValue, Loan)] = [
      (value("free", .text("free")), .free),
      (
        value("lent", .composite([AppleValue.Field(name: "_0", value: .text("Bo"))])), .lent("Bo")
      ),
      (
        value(
          "reserved",
          .composite([
            AppleValue.Field(name: "by", value: .text("Cy")),
            AppleValue.Field(name: "days", value: .integer(3)),
          ])), .reserved(days: 3, by: "Cy")
      ),
    ]
    for (value, expected) in cases {
      let json = try text(value, loan)
      #expect(try JSONDecoder().decode(Loan.self, from: Data(json.utf8)) == expected, "\(json)")
    }
    #expect(throws: UnfitValue.self) { _ = try text(value("none", .null), loan) }
  }

  @Test("Collections of archives, of JSON and of property lists")
  func collections() throws {
    let list = attribute("list", .transformable, className: "Array<String>")
    #expect(try text(.array([.text("a"), .text("b")]), list) == #"["a","b"]"#)
    #expect(try text(.data(Data(#"["a"]"#.utf8)), list) == #"["a"]"#)
    let plist = try PropertyListSerialization.data(
      fromPropertyList: ["a", "b"], format: .binary, options: 0)
    #expect(try text(.data(plist), list) == #"["a","b"]"#)
    for value in [
      AppleValue.data(Data("no JSON".utf8)), .text("a"), .data(Data()),
      .object(AppleValue.Object(className: "UIColor", fields: [])),
    ] {
      #expect(throws: UnfitValue.self) { _ = try text(value, list) }
    }
    let bytes = attribute("bytes", .transformable, className: "UIColor")
    #expect(try text(.data(Data([1])), bytes) == "\"AQ==\"")
    #expect(throws: UnfitValue.self) { _ = try text(.array([]), bytes) }
  }

  @Test("JSON of data is what a document can contain, and a program can decode")
  func jsonData() throws {
    let list = attribute("list", .transformable, className: "Array<String>")
    #expect(try text(.data(Data(" [\"a\"]\n".utf8)), list) == #"["a"]"#)
    let utf16 = try #require(#"["a"]"#.data(using: .utf16LittleEndian))
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    for data in [
      Data("\u{FEFF}[\"a\"]".utf8), utf16, Data(#"["a"],"#.utf8), Data(#"["a"] []"#.utf8),
      Data([0x5B, 0x22, 0xFF, 0x22, 0x5D]), Data(#"["\ud800"]"#.utf8), Data(#""a""#.utf8),
      Data("null".utf8), Data(deep.utf8),
    ] {
      #expect(throws: UnfitValue.self) { _ = try text(.data(data), list) }
    }
  }

  @Test("Binary numbers that JSON does not have are decoded as they were")
  func nonFinite() throws {
    struct Sizes: Codable {
      let date: Date, double: Double, float: Float, list: [Double]
    }
    let sizes = attribute(
      "sizes", .composite,
      elements: [
        attribute("date", .date), attribute("double", .double), attribute("float", .float),
        attribute("list", .transformable, className: "Array<Double>"),
      ])
    for number in [Double.infinity, -.infinity, .nan] {
      let value = AppleValue.composite([
        AppleValue.Field(
          name: "date", value: .date(Date(timeIntervalSinceReferenceDate: number))),
        AppleValue.Field(name: "double", value: .real(number)),
        AppleValue.Field(name: "float", value: .real(number)),
        AppleValue.Field(name: "list", value: .array([.real(number)])),
      ])
      let found = try JSONColumn.decode(Sizes.self, from: text(value, sizes))
      let date = found.date.timeIntervalSinceReferenceDate
      let numbers = [date, found.double, Double(found.float)] + found.list
      #expect(numbers.map(\.description) == Array(repeating: "\(number)", count: 4))
    }
  }

  @Test("A reason has the beginning of a long value only")
  func reasons() throws {
    let (many, few) = (String(repeating: "👨‍👩‍👧‍👦é", count: 100_000), String(repeating: "é", count: 80))
    func reason(_ value: AppleValue, _ type: StoredModel.AttributeType, _ name: String? = nil)
      -> String
    {
      do {
        return "no reason: " + (try text(value, attribute("value", type, className: name)))
      } catch {
        return (error as? UnfitValue)?.reason ?? "\(error)"
      }
    }
    let beginning = String(repeating: "👨‍👩‍👧‍👦é", count: 40)
    #expect(reason(.text(many), .boolean) == "\(beginning)… is of another type")
    #expect(reason(.text(few), .boolean) == "\(few) is of another type")
    #expect(reason(.text(many), .composite) == "\(beginning)… is not a composite value")
    let list = "Array<String>"
    #expect(reason(.text(many), .transformable, list) == "\(beginning)… is not a collection")
    let object = AppleValue.object(AppleValue.Object(className: many, fields: []))
    #expect(reason(object, .transformable, list) == "the value is an archived \(beginning)…")
    let values: [AppleValue] = [
      .array([.text(many)]), .composite([AppleValue.Field(name: many, value: .text(many))]),
      .text("e" + String(repeating: "\u{301}", count: 1_000_000)),
      .invalid(AppleValue.Invalid(reason: "no date", stored: many)),
    ]
    for value in values {
      let reason = reason(value, .boolean)
      #expect(!reason.hasPrefix("no reason") && reason.utf8.count < 4500)
    }
  }

  @Test("Decimal numbers that JSON does not have, and values that their types cannot have")
  func unfit() throws {
    let list = attribute("list", .transformable, className: "Array<Decimal>")
    #expect(throws: UnfitValue.self) { _ = try text(.array([.decimal(.nan)]), list) }
    for value in [AppleValue.decimal(.nan), .real(.nan), .real(.infinity)] {
      #expect(throws: UnfitValue.self) { _ = try text(value, attribute("decimal", .decimal)) }
    }
    #expect(throws: UnfitValue.self) { _ = try text(.real(1e39), attribute("float", .float)) }
    #expect(try text(.real(1e38), attribute("float", .float)) == "1e+38")
    #expect(throws: UnfitValue.self) { _ = try text(.text(""), attribute("url", .url)) }
    #expect(try text(.url("a:b"), attribute("url", .url)) == "\"a:b\"")
  }
}

extension StoredModel {
  /// The model with attributes that may be nil, and without constraints.
  fileprivate var withOptionalAttributes: StoredModel {
    func optional(_ attribute: Attribute) -> Attribute {
      Attribute(
        name: attribute.name, type: attribute.type, isOptional: true, isTransient: false,
        isDerived: attribute.isDerived, className: attribute.className,
        transformerName: attribute.transformerName,
        renamingIdentifier: attribute.renamingIdentifier, defaultValue: nil,
        elements: attribute.elements.map(optional), enumerationCases: attribute.enumerationCases,
        flags: 0)
    }
    return StoredModel(
      entities: entities.map { entity in
        Entity(
          name: entity.name, className: nil, superentity: entity.superentity,
          isAbstract: entity.isAbstract, renamingIdentifier: entity.renamingIdentifier,
          attributes: entity.attributes.map(optional), relationships: entity.relationships,
          uniqueness: [], versionHash: nil)
      }, versionIdentifiers: versionIdentifiers, source: source)
  }
}

extension AppleRow {
  /// Returns the row with another value of an attribute, if it has the attribute.
  fileprivate func replacing(_ name: String, _ value: AppleValue) -> AppleRow {
    AppleRow(
      entity: entity, key: key, saveCount: saveCount,
      values: values.map { $0.name == name ? AppleValue.Field(name: name, value: value) : $0 },
      references: references)
  }
}
