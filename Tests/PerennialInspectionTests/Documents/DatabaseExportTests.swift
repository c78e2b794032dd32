import Foundation
import PerennialJSON
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial
@testable import PerennialInspection

@Suite("Databases for other programs")
struct DatabaseExportTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("a.store") }
  private var file: URL { directory.file("a.db") }

  init() throws { directory = try ScratchDirectory() }

  private func fillGallery() throws {
    let container = try ModelContainer(
      for: Studio.self, Artist.self, Badge.self, Style.self, Prize.self,
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let (studio, ada, bob) = (Studio(number: 1), Artist(number: 2), Artist(number: 3))
    (studio.name, ada.name, bob.name) = ("North", "Ada", "Bob")
    context.insert(studio)
    studio.artists = [bob, ada]
    bob.mentor = ada
    for (number, name) in ["Cubism", "Fauvism"].enumerated() {
      let style = Style(number: number)
      style.name = name
      context.insert(style)
      ada.styles.insert(style, at: 0)
    }
    try context.save()
  }

  @Test("41.26: References have labels, and members have places")
  func relationships() throws {
    try fillGallery()
    let report = try InspectedStore(url).exportDatabase(to: file)
    #expect(report.objects["Artist"] == 2 && report.linkCount == 2)
    let database = try RawDatabase(file)
    #expect(
      try database.rows(
        """
        SELECT name, studio$name, studio$position, ifnull(mentor$name, '-') FROM Artist \
        ORDER BY studio$position
        """) == [["Bob", "North", "1", "Ada"], ["Ada", "North", "2", "-"]])
    let join = try #require(try InspectedStore(url).schema.joins.first)
    #expect(
      try database.rows(
        "SELECT source$name, target$name, position, inverse_position FROM \"\(join)\" ORDER BY 3, 4"
      ) == [["Ada", "Fauvism", "1", "1"], ["Ada", "Cubism", "2", "1"]])
    #expect(
      try database.rows("SELECT * FROM pragma_foreign_key_list('Artist') WHERE \"from\" = 'studio'")
        .count == 1)
  }

  @Test("41.26: Values have the forms that people read")
  func values() throws {
    let context = ModelContext(try RandomStore.container(url))
    let specimen = ScalarSpecimen()
    specimen.date = Date(timeIntervalSinceReferenceDate: 791_577_000)
    specimen.uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    specimen.decimal = try #require(Decimal(string: "12.50"))
    specimen.float = 0.1
    specimen.uint64 = .max
    specimen.bool = true
    context.insert(specimen)
    try context.save()
    try InspectedStore(url).exportDatabase(to: file)
    let columns = ["date", "uuid", "decimal", "float", "uint64", "bool"]
    #expect(
      try RawDatabase(file).rows(
        """
        SELECT \(columns.joined(separator: ", ")), \
        \(columns.map { "typeof(\($0))" }.joined(separator: ", ")) FROM ScalarSpecimen
        """) == [
          [
            "2026-01-31T18:30:00Z", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "12.5", "0.1",
            "18446744073709551615", "1", "text", "text", "text", "real", "text", "integer",
          ]
        ])
    #expect(
      try RawDatabase(file).value("SELECT strftime('%H:%M', date) FROM ScalarSpecimen") == "18:30")
  }

  // MARK: Random stores

  @Test(
    "41.26: A database has all objects, values, labels and places of a store",
    arguments: TestSeeds.some(6))
  func random(seed: UInt64) throws {
    var random = RandomStore(seed: seed)
    try random.fill(url)
    let store = try InspectedStore(url)
    try store.exportDatabase(to: file)
    let database = try Connection(newDatabase: file.path)
    #expect(try database.strings("PRAGMA integrity_check") == ["ok"])
    #expect(try !database.hasRow("PRAGMA foreign_key_check"))
    for entity in store.schema.entities {
      let rows = try store.rows(of: entity.name, includesLinks: true)
      let table = SQLName.quoted(entity.name)
      #expect(try database.integers("SELECT count(*) FROM \(table)") == [Int64(rows.count)])
      for row in rows { try check(row, of: entity, table, in: database, store) }
    }
  }

  private func check(
    _ row: InspectedRow, of entity: EntityDescription, _ table: String, in database: Connection,
    _ store: InspectedStore
  ) throws {
    for lineage in store.schema.lineage(of: entity) {
      for property in lineage.properties {
        let place: Comment = "\(entity.name) \(row.key), \(property.name)"
        if let column = property.column?.name, let value = row[property.name] {
          let found = try database.value(of: column, table, row.key)
          #expect(isReadable(found, value), "\(place): \(found), \(value)")
          guard property.isToOne, let relationship = property.relationship else { continue }
          let label = try database.value(of: "\(column)$name", table, row.key)
          let expected: String? =
            if case .key(let key) = value {
              try store.labels(of: relationship.destination, [key])[key]?.text
            } else { nil }
          #expect(label == expected.map { .text($0) } ?? .null, place)
        } else if let keys = row.links.first(where: { $0.name == property.name })?.keys {
          #expect(try members(of: row.key, property, in: database, store) == keys, place)
        }
      }
    }
  }

  /// Returns the members of a collection in the order of their places.
  private func members(
    of key: Int64, _ property: PropertyDescription, in database: Connection, _ store: InspectedStore
  ) throws -> [Int64] {
    let relationship = try #require(property.relationship)
    if let join = relationship.join {
      let (own, other, place) =
        join.isSource
        ? ("source", "target", "position") : ("target", "source", "inverse_position")
      return try database.integers(
        "SELECT \(other) FROM \(SQLName.quoted(join.table)) WHERE \(own) = \(key) ORDER BY \(place)"
      )
    }
    let inverse = try #require(relationship.inverse)
    let members = try store.schema.entities.filter { entity in
      store.schema.lineage(of: entity).contains { $0.name == relationship.destination }
    }.flatMap { entity -> [(place: Int64, key: Int64)] in
      let shape = try store.shape(of: entity)
      let column = try #require(shape.properties.first { $0.name == inverse }).column
      let place = try #require(shape.orderKeys.first { $0.name == inverse }).column
      var found: [(place: Int64, key: Int64)] = []
      try database.rows(
        """
        SELECT \(SQLName.quoted(place)), _pk FROM \(SQLName.quoted(entity.name)) \
        WHERE \(SQLName.quoted(column)) = \(key)
        """
      ) { row in
        found.append((row.int64(), row.int64()))
      }
      return found
    }.sorted { $0.place < $1.place }
    #expect(members.map(\.place) == members.indices.map { Int64($0 + 1) })
    return members.map(\.key)
  }

  /// Returns `true` if a column has a value in the form that other programs read.
  private func isReadable(_ found: SQLValue, _ value: InspectedValue) -> Bool {
    switch (value, found) {
    case (.null, .null): true
    case (.bool(let bool), .integer(let number)): number == (bool ? 1 : 0)
    case (.integer(let integer), .integer(let number)), (.key(let integer), .integer(let number)):
      number == integer
    case (.unsigned(let integer), .integer(let number)): UInt64(exactly: number) == integer
    case (.unsigned(let integer), .text(let text)): UInt64(text) == integer && integer > Int64.max
    case (.double(let double), .real(let number)): number == double
    case (.float(let float), .real(let number)): Float(number) == float
    case (.double(let double), .text(let text)): double.isNaN && text == "NaN"
    case (.float(let float), .text(let text)): float.isNaN && text == "NaN"
    case (.date(let date), .text(let text)):
      DateText.seconds(text) == date.timeIntervalSinceReferenceDate
        || Double(text) == date.timeIntervalSinceReferenceDate
    case (.text(let own), .text(let text)), (.url(let own), .text(let text)),
      (.json(let own), .text(let text)):
      text == own
    case (.data(let data), .blob(let bytes)): bytes == data
    case (.uuid(let uuid), .text(let text)): text == uuid.uuidString
    case (.decimal(let decimal), .text(let text)):
      decimal.isNaN ? text == "NaN" : Decimal(string: text) == decimal
    default: false
    }
  }

  // MARK: Files

  @Test("41.26: A link to a missing object has no label; it can be left out")
  func danglingLinks() throws {
    try fillGallery()
    let raw = try RawDatabase(url)
    try raw.run("PRAGMA foreign_keys = OFF")
    try raw.run("DELETE FROM Studio")
    let report = try InspectedStore(url).exportDatabase(to: file)
    #expect(report.danglingLinks == ["Artist.studio": 2])
    let links = "SELECT count(studio), count(studio$name) FROM Artist"
    #expect(try RawDatabase(file).rows(links) == [["2", "0"]])
    try InspectedStore(url).exportDatabase(to: file, isReplacing: true, omitsDanglingLinks: true)
    #expect(try RawDatabase(file).rows(links) == [["0", "0"]])
  }

  @Test("41.26: A file that is there is replaced only on request, and a database is no store")
  func place() throws {
    try fillGallery()
    let store = try InspectedStore(url)
    try store.exportDatabase(to: file)
    let error = #expect(throws: InspectionError.self) { try store.exportDatabase(to: file) }
    #expect(error?.code == .targetExists)
    try store.exportDatabase(to: file, isReplacing: true)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.file("").path)
        .filter { $0.hasPrefix(".") } == [])
    #expect(throws: SwiftDataError.self) {
      try ModelContainer(for: Studio.self, configurations: ModelConfiguration(url: file))
    }
  }

  @Test("41.26: The log of a database that is replaced is not applied to the new one")
  func formerLog() throws {
    try fillGallery()
    // As a program leaves it that was killed, or that has the database open.
    let former = try RawDatabase(file)
    _ = try former.rows("PRAGMA journal_mode = WAL")
    for number in 1...50 { try former.run("CREATE TABLE Former\(number) (value TEXT)") }
    #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
    try InspectedStore(url).exportDatabase(to: file, isReplacing: true)
    let database = try RawDatabase(file)
    #expect(try database.value("PRAGMA integrity_check") == "ok")
    #expect(try database.value("SELECT count(*) FROM Artist") == "2")
    #expect(
      try database.value("SELECT count(*) FROM sqlite_master WHERE name LIKE 'Former%'") == "0")
    withExtendedLifetime(former) {}
  }

  @Test(
    "41.26: No export replaces its own store, also not by another name", arguments: Link.allCases)
  func ownStore(link: Link) throws {
    try fillGallery()
    let target = directory.file("other.store")
    switch link {
    case .none: break
    case .symbolic:
      try FileManager.default.createSymbolicLink(at: target, withDestinationURL: url)
    case .hard: try FileManager.default.linkItem(at: url, to: target)
    }
    let place = link == .none ? url : target
    let store = try InspectedStore(url)
    let error = #expect(throws: InspectionError.self) {
      try store.exportDatabase(to: place, isReplacing: true)
    }
    #expect(error?.code == .targetExists && error?.description.contains("the store itself") == true)
    for format in DocumentFormat.allCases {
      #expect(throws: InspectionError.self) {
        try store.export(to: place, as: format, isReplacing: true)
      }
    }
    #expect(try InspectedStore(url).verify().problems == [])
  }

  enum Link: CaseIterable { case none, symbolic, hard }
}

extension Connection {
  fileprivate func value(of column: String, _ table: String, _ key: Int64) throws -> SQLValue {
    var value = SQLValue.null
    try rows("SELECT \(SQLName.quoted(column)) FROM \(table) WHERE _pk = \(key)") {
      value = $0.value()
    }
    return value
  }
}
