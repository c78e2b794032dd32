import AppleStoreTesting
import Foundation
import StoreTesting
import Testing

@testable import PerennialAppleStores

/// Files that Apple's frameworks have written. See ``GivenFiles``.
@Suite(
  "Apple stores: files of Apple's frameworks",
  .enabled(if: GivenFiles.folder != nil, "the folder with the files is not there"))
struct RealFileTests {
  private static func url(_ name: String) throws -> URL {
    try #require(GivenFiles.folder).appendingPathComponent(name + ".sqlite")
  }

  private func open(_ name: String) throws -> AppleStore {
    try AppleStore(contentsOf: Self.url(name))
  }

  /// A file, its objects by entity, and the tables that belong to no entity of the model.
  struct Expectation: Sendable, CustomTestStringConvertible {
    let name: String
    let counts: [String: Int]
    let transactions: Int
    let changes: Int
    var testDescription: String { name }
  }

  static let expectations = [
    Expectation(
      name: "cartkit_coredata", counts: ["CDCart": 1, "CDCartItem": 1, "CDCartItemModifier": 0],
      transactions: 0, changes: 0),
    Expectation(
      name: "cartkit_swiftdata",
      counts: ["CartModel": 1, "CartItemModel": 0, "CartItemModifierModel": 0], transactions: 1,
      changes: 1),
    Expectation(
      name: "contentful_empty",
      counts: ["Asset": 0, "Author": 0, "Category": 0, "Post": 0, "SyncInfo": 0], transactions: 0,
      changes: 0),
    Expectation(
      name: "coredataplus_SampleModel2_V2",
      counts: [
        "Author": 1, "Book": 2, "Feedback": 3, "GraphicNovel": 1, "Page": 119, "Writer": 0,
      ], transactions: 1, changes: 126),
    // The description of the model calls it LuxuryCar, and Z_PRIMARYKEY has the former name, ExpensiveSportCar.
    Expectation(
      name: "coredataplus_SampleModel_V2",
      counts: ["Car": 115, "SportCar": 5, "LuxuryCar": 5, "Person": 20], transactions: 0,
      changes: 0),
    // Its header is one of a file without a log, unlike those of other stores of SwiftData. Z_PRIMARYKEY does not have
    // the entities of the history, whose tables are there.
    Expectation(name: "freezeray_v2", counts: ["User": 0], transactions: 0, changes: 0),
    // Z_MAX of an image is 9, although there are 7.
    Expectation(
      name: "magicalrecord_recipes",
      counts: ["Recipe": 7, "Ingredient": 31, "Image": 7, "RecipeType": 5], transactions: 0,
      changes: 0),
    Expectation(
      name: "moody_v1", counts: ["Mood": 4, "Country": 3, "Continent": 2, "GeographicRegion": 0],
      transactions: 0, changes: 0),
    Expectation(
      name: "spezi_walonly", counts: ["Task": 5, "Outcome": 0], transactions: 1, changes: 5),
  ]

  @Test("Each object and change is read, and no value is invalid", arguments: expectations)
  func contents(_ expectation: Expectation) throws {
    let url = try Self.url(expectation.name)
    #expect(AppleStore.isAppleStore(url))
    let store = try AppleStore(contentsOf: url)
    #expect(!store.isReadFromCopy)
    #expect(store.model.entities.map(\.name) == expectation.counts.keys.sorted())
    for (entity, count) in expectation.counts {
      #expect(try store.count(of: entity) == count, "\(entity)")
      let rows = try store.rows(of: entity, limit: 1000)
      #expect(rows.count == count, "\(entity)")
      for row in rows {
        #expect(row.values.flatMap(\.value.invalidParts).map(\.path) == [], "\(row)")
      }
    }
    #expect(try store.unknownRows().map(\.table) == [])
    let transactions = try store.transactions(limit: 1000)
    #expect(transactions.count == expectation.transactions)
    var changes = 0
    try store.forEachChange { change in
      #expect(change.object != nil)
      changes += 1
    }
    #expect(changes == expectation.changes)
    #expect(transactions.map(\.changeCount).reduce(0, +) == changes)
  }

  @Test(
    "Each to-one reference has its row, and each to-many reference its inverse",
    arguments: expectations)
  func references(_ expectation: Expectation) throws {
    let store = try open(expectation.name)
    for entity in store.model.entities {
      var references: [String: Int] = [:]
      try store.forEachRow(of: entity.name) { row in
        for field in row.references {
          guard case .reference(let reference) = field.value else { continue }
          references[field.name, default: 0] += 1
          let target = try store.row(reference)
          #expect(target != nil, "\(row.entity) \(row.key) \(field.name)")
        }
      }
      for relationship in entity.relationships where !relationship.isToMany {
        guard let name = relationship.inverse,
          let inverse = store.model[relationship.destination]?.relationship(name), inverse.isToMany
        else { continue }
        var links = 0
        for destination in store.model.family(of: relationship.destination) {
          try store.forEachLink(of: name, from: destination) { link in
            #expect(!link.isDangling)
            links += link.target.entity == entity.name ? 1 : 0
          }
        }
        #expect(
          links == references[relationship.name, default: 0], "\(entity.name).\(relationship.name)")
      }
    }
  }

  @Test("No file is changed, and none is left", arguments: expectations)
  func unchanged(_ expectation: Expectation) throws {
    let directory = try ScratchDirectory()
    let url = directory.file("Copy.sqlite")
    var contents: [String: Data] = [:]
    for suffix in ["", "-wal"] {
      let path = try Self.url(expectation.name).path + suffix
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      contents["Copy.sqlite" + suffix] = data
      try data.write(to: directory.file("Copy.sqlite" + suffix))
    }
    do {
      let store = try AppleStore(contentsOf: url)
      for entity in store.model.entities { try store.forEachRow(of: entity.name) { _ in } }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(names.sorted() == contents.keys.sorted())
    for (name, data) in contents {
      #expect(FileManager.default.contents(atPath: directory.file(name).path) == data)
    }
  }

  // MARK: Values, as the command sqlite3 shows them

  @Test("SwiftData: nested composites, enumerations, archives and a one-to-one relationship")
  func spezi() throws {
    let store = try open("spezi_walonly")
    #expect(store.model.versionIdentifiers == ["1.0.0"])
    #expect(store.identifier == "BCBAB41C-CD5B-4FC0-A8A6-766E3138FA46")
    let row = try #require(try store.row(AppleReference(entity: "Task", key: 1)))
    #expect(row["id"] == .text("task3"))
    // ZKEY1 and ZKEY: the numbers follow the names of the properties, not the order of the columns.
    #expect(row["title"]?["key"] == .text("Task 3 %lf %f %lld %llu %@"))
    #expect(row["instructions"]?["key"] == .text("Task 3"))
    // ZHOUR1: the first column is that of notificationTime, which is nil.
    #expect(row["notificationTime"] == .null)
    let hint = try #require(row["schedule"]?["notificationMatchingHint"])
    #expect(hint["components"]?["hour"] == .integer(10))
    #expect(hint["components"]?["weekday"] == .null)
    #expect(hint["allDayNotification"] == .null)
    #expect(row["schedule"]?["scheduleDuration"]?["tillEndOfDay"] == .text("tillEndOfDay"))
    #expect(
      row["schedule"]?["startDate"] == .date(Date(timeIntervalSinceReferenceDate: 777_024_000)))
    #expect(row["notificationThread"]?["global"] == .text("global"))
    #expect(row["notificationThread"]?["custom"] == .null)
    #expect(
      row["effectiveFrom"]
        == .date(Date(timeIntervalSinceReferenceDate: 777_036_120.925461)))
    // The archive's root is data with JSON.
    #expect(row["tags"] == .data(Data("[]".utf8)))
    let thread = try #require(store.model["Task"]?.attribute("notificationThread"))
    #expect(thread.enumerationCases == ["global", "task", "none"])
    let versions = try store.rows(of: "Task", limit: 9).map {
      [$0["nextVersion"], $0["previousVersion"]]
    }
    let tasks = (0...5).map { AppleValue.reference(AppleReference(entity: "Task", key: $0)) }
    #expect(
      versions == [
        [.null, .null], [.null, tasks[5]], [.null, tasks[4]], [tasks[3], .null], [tasks[2], .null],
      ])
    let transaction = try #require(try store.transactions(limit: 1).first)
    #expect(transaction.bundle == "edu.stanford.spezi.scheduler.testapp")
    #expect(transaction.process == "TestApp")
    #expect(transaction.author == nil)
    #expect(transaction.date == Date(timeIntervalSinceReferenceDate: 777_036_120.947099))
  }

  @Test("A bare property list inside a composite is data that can be decoded")
  func propertyList() throws {
    let row = try #require(
      try open("spezi_walonly").row(AppleReference(entity: "Task", key: 2)))
    guard case .data(let data)? = row["schedule"]?["recurrenceRule"] else {
      Issue.record("no data")
      return
    }
    let rule = try ArchivedValueReader.value(in: data)
    #expect(rule["frequency"] == .integer(3))
    #expect(rule["calendar"]?["timeZone"]?["identifier"] == .text("Europe/Berlin"))
  }

  @Test("Core Data: inheritance, a derived attribute, archives of the app's classes, and decimals")
  func sampleModel2() throws {
    let store = try open("coredataplus_SampleModel2_V2")
    let first = try #require(try store.row(AppleReference(entity: "Book", key: 2)))
    #expect(first["title"] == .text("title 1 - author 1"))
    #expect(first["price"] == .decimal(Decimal(string: "10.11")!))
    #expect(first["pagesCount"] == .integer(99))
    #expect(first["frontCover"]?["text"] == .text("default cover"))
    #expect(first["author"] == .reference(AppleReference(entity: "Author", key: 1)))
    #expect(store.model["Book"]?.attribute("pagesCount")?.isDerived == true)
    #expect(store.model["Book"]?.attribute("frontCover")?.renamingIdentifier == "cover")
    #expect(store.model["Writer"]?.isAbstract == true)
    let novel = try #require(try store.rows(of: "GraphicNovel", limit: 2).first)
    // Inherited properties are those of the subentity, too.
    #expect(novel["title"] != nil && novel["isBlackAndWhite"] != .null)
    // The column Z1_BOOK has the entity of the referenced object.
    let page = try #require(try store.row(AppleReference(entity: "Page", key: 1)))
    #expect(page["book"] == .reference(AppleReference(entity: "GraphicNovel", key: 3)))
    #expect(page["content"]?["text"] == .text("content for page 19"))
    #expect(
      try store.links(of: "books", from: AppleReference(entity: "Author", key: 1)).map(\.target)
        == [
          AppleReference(entity: "Book", key: 1), AppleReference(entity: "Book", key: 2),
          AppleReference(entity: "GraphicNovel", key: 3),
        ])
    #expect(store.model["Author"]?.uniqueness == [["alias"]])
  }

  @Test("Core Data: the raw bytes of a transformer, and a key of the app in the metadata")
  func moody() throws {
    let store = try open("moody_v1")
    let mood = try #require(try store.row(AppleReference(entity: "Mood", key: 38)))
    guard case .data(let colors)? = mood["colors"] else {
      Issue.record("no data")
      return
    }
    #expect(colors.count == 24 && colors.starts(with: [0x6B, 0x65, 0x5A]))
    #expect(mood["latitude"] == .real(13.154376))
    #expect(mood["country"] == .reference(AppleReference(entity: "Country", key: 30)))
    let country = try #require(try store.row(AppleReference(entity: "Country", key: 30)))
    #expect(country["continent"] == .reference(AppleReference(entity: "Continent", key: 1)))
    #expect(
      store.metadata["io.objc.Moody.CloudKitUserID"] == .text("_62a0ed0ad3b375fc9ec7fdf66dfd9c63"))
    #expect(store.frameworkVersion == 637)
  }

  @Test("Core Data: decimals that are stored as INTEGER, and a relationship without an inverse")
  func cartkit() throws {
    let store = try open("cartkit_coredata")
    let item = try #require(try store.rows(of: "CDCartItem", limit: 1).first)
    #expect(item["totalPriceAmount"] == .decimal(10))
    #expect(item["quantity"] == .integer(2))
    #expect(item["cart"] == .reference(AppleReference(entity: "CDCart", key: 1)))
    #expect(store.model["CDCartItem"]?.relationship("modifiers")?.inverse == nil)
    #expect(
      try store.links(of: "items", from: AppleReference(entity: "CDCart", key: 1)).count == 1)
  }

  @Test("Core Data: ordered relationships, one of which has an order on one side only")
  func contentful() throws {
    let store = try open("contentful_empty")
    func join(_ entity: String, _ name: String) -> RelationshipLayout.JoinTable? {
      let layout = store.layout.entities[entity]?.relationships.first {
        $0.relationship.name == name
      }
      guard case .joinTable(let join)? = layout?.storage else { return nil }
      return join
    }
    #expect(join("Post", "authors")?.orderColumn == "Z_FOK_2AUTHORS")
    #expect(join("Author", "createdEntries")?.orderColumn == "Z_FOK_4CREATEDENTRIES")
    #expect(join("Post", "category")?.targetColumn == "Z_3CATEGORY")
    #expect(join("Post", "category")?.orderColumn == "Z_FOK_3CATEGORY")
    #expect(join("Category", "categoryInverse")?.orderColumn == nil)
  }

  @Test("A file of 2010 has no description of its model: its tables are read by their columns")
  func recipes() throws {
    let store = try open("magicalrecord_recipes")
    #expect(store.model.source == .tables)
    let recipe = try #require(try store.row(AppleReference(entity: "Recipe", key: 1)))
    #expect(recipe["NAME"] == .text("Chocolate Cake"))
    #expect(recipe["TYPE"] == .integer(5))
    guard case .data(let image)? = recipe["THUMBNAILIMAGE"] else {
      Issue.record("no image")
      return
    }
    #expect(image.count == 2271 && image.starts(with: [0xFF, 0xD8]))
    #expect(store.frameworkVersion == 241)
  }

  @Test("Each file can be read without its description, too", arguments: expectations)
  func withoutModel(_ expectation: Expectation) throws {
    let store = try AppleStore(contentsOf: Self.url(expectation.name), usesModel: false)
    var rows = 0
    for entity in store.model.entities { rows += try store.rows(of: entity.name, limit: 999).count }
    #expect(rows == expectation.counts.values.reduce(0, +))
  }
}
