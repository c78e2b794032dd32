import Foundation
import PerennialInspection
import StoreFiles
import SwiftData
import Testing
import WebTesting

@Suite("Filters that are copied", .timeLimit(.minutes(1)))
struct CopiedFilterTests {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen(dishes: 80) }

  private func keys(_ filter: String, _ store: InspectedStore) throws -> [Int64] {
    var query = RowQuery(entity: "Dish")
    query.filter = try store.filter(filter, of: "Dish")
    return try store.window(of: query, limit: 1000).rows.map(\.key)
  }

  /// Returns the keys that the query of a filter finds when it is run as a text.
  private func copiedKeys(_ filter: String, _ store: InspectedStore) throws -> [Int64] {
    var query = RowQuery(entity: "Dish")
    query.filter = try store.filter(filter, of: "Dish")
    let result = try store.query(try store.statement(of: query), limit: 1000, time: .seconds(5))
    let place = try #require(result.columns.firstIndex(of: "_pk"))
    return result.rows.map { row in if case .integer(let key) = row[place] { key } else { 0 } }
  }

  // MARK: SQL

  @Test("41.34d: 1,000 random filters find the same rows as texts of SQL", arguments: [5, 6, 7, 8])
  func statements(seed: UInt64) throws {
    let store = try kitchen.store()
    var random = FilterGenerator(seed: seed)
    for _ in 0..<250 {
      let filter = random.filter(depth: 3).text
      #expect(try copiedKeys(filter, store) == keys(filter, store), "\(filter)")
    }
  }

  @Test("41.34d: A literal has the type and the value of its parameter")
  func literals() throws {
    let texts = ["", "it's", "''", "'; DROP TABLE Dish; --", "a\nb", "ü\u{301}", "a\0b", "?", "\\"]
    var values: [SQLResultValue] = texts.map { .text($0) }
    values += [.null, .integer(0), .integer(.min), .integer(.max), .integer(-1)]
    let least = Double.leastNonzeroMagnitude
    values += [0.0, 1, -1.5, 0.1, 1e16, 1e300, least, -.infinity, .infinity].map { .real($0) }
    values += [Data(), Data([0]), Data([0x00, 0x27, 0x3F, 0xFF])].map { .blob($0) }
    for number in 1...2000 as ClosedRange<UInt64> {
      let real = Double(bitPattern: number &* 0x9E37_79B9_7F4A_7C15)
      if real.isFinite { values.append(.real(real)) }
    }
    let store = try kitchen.store()
    for value in values {
      let sql = "SELECT \(value.sqlLiteral), typeof(\(value.sqlLiteral))"
      let row = try store.query(sql, limit: 1, time: .seconds(5)).rows[0]
      #expect(row[0] == value, "\(sql)")
      let type =
        switch value {
        case .null: "null"
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "blob"
        }
      #expect(row[1] == .text(type), "\(sql)")
    }
  }

  @Test("41.34d: Question marks in texts and names are not parameters, and quotes are doubled")
  func quoting() throws {
    let store = try kitchen.store()
    var query = RowQuery(entity: "Dish")
    query.filter = try store.filter(
      "title == \"? o'clock\" && code == \"00000000-0000-4000-8000-000000000005\"", of: "Dish")
    query.search = "a?'b"
    query.sort = "minutes"
    query.isDescending = true
    let statement = try store.statement(of: query)
    #expect(statement.hasPrefix("SELECT * FROM \"Dish\" WHERE "))
    #expect(statement.contains("\"title\" = '? o''clock'"))
    #expect(statement.contains("= x'00000000000040008000000000000005'"))
    #expect(statement.contains("perennial_localized_contains(\"title\", 'a?''b')"))
    #expect(statement.hasSuffix(" ORDER BY \"minutes\" DESC, _pk DESC"))
    #expect(try store.query(statement, limit: 1, time: .seconds(5)).rows.isEmpty)
  }

  // MARK: Swift

  /// A filter, its text as a predicate, and the same text compiled.
  struct Sample: Sendable {
    let filter: String
    let constants: [String]
    let code: String
    let predicate: Predicate<Dish>

    init(
      _ filter: String, _ constants: [String], _ code: String, _ predicate: Predicate<Dish>
    ) {
      (self.filter, self.constants, self.code, self.predicate) = (
        filter, constants, code, predicate
      )
    }
  }

  private static let samples: [Sample] = {
    let day = Date(timeIntervalSinceReferenceDate: 1_728_000.0)
    let code: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, 5))
    let price: Decimal = Decimal(sign: .plus, exponent: -2, significand: 37)
    let site: URL? = URL(string: "https://example.com/5")
    let days: [Date] = [
      Date(timeIntervalSinceReferenceDate: 0.0), Date(timeIntervalSinceReferenceDate: 86400.0),
    ]
    var all: [Sample] = []
    all.append(
      Sample(
        "title contains \"oup\" && minutes < 30", [],
        #"$0.title.contains("oup") && $0.minutes < 30"#,
        #Predicate { $0.title.contains("oup") && $0.minutes < 30 }))
    all.append(
      Sample(
        "isVegan || !(minutes >= 7)", [], "$0.isVegan || !($0.minutes >= 7)",
        #Predicate { $0.isVegan || !($0.minutes >= 7) }))
    all.append(
      Sample(
        "(isVegan || minutes == 7) && isVegan != true", [],
        "($0.isVegan || $0.minutes == 7) && $0.isVegan != true",
        #Predicate { ($0.isVegan || $0.minutes == 7) && $0.isVegan != true }))
    all.append(
      Sample(
        "rating >= 2", [], "($0.rating.flatMap { $0 >= 2.0 } ?? false)",
        #Predicate { ($0.rating.flatMap { $0 >= 2.0 } ?? false) }))
    all.append(
      Sample("rating != 2.5", [], "$0.rating != 2.5", #Predicate { $0.rating != 2.5 }))
    all.append(
      Sample("rating == nil", [], "$0.rating == nil", #Predicate { $0.rating == nil }))
    all.append(
      Sample(
        "cuisine.name == 'Thai'", [], #"$0.cuisine?.name == "Thai""#,
        #Predicate { $0.cuisine?.name == "Thai" }))
    all.append(
      Sample(
        "cuisine.name != 'Thai'", [], #"$0.cuisine?.name != "Thai""#,
        #Predicate { $0.cuisine?.name != "Thai" }))
    all.append(
      Sample(
        "cuisine.name < 'K'", [], #"($0.cuisine.flatMap { $0.name < "K" } ?? false)"#,
        #Predicate { ($0.cuisine.flatMap { $0.name < "K" } ?? false) }))
    all.append(
      Sample(
        "cuisine.name contains 'ta'", [], #"$0.cuisine?.name.contains("ta") == true"#,
        #Predicate { $0.cuisine?.name.contains("ta") == true }))
    all.append(
      Sample("cuisine == nil", [], "$0.cuisine == nil", #Predicate { $0.cuisine == nil }))
    all.append(
      Sample(
        "title beginswith 'so' || title contains[cd] 'CREME'", [],
        #"$0.title.starts(with: "so") || $0.title.localizedStandardContains("CREME")"#,
        #Predicate { $0.title.starts(with: "so") || $0.title.localizedStandardContains("CREME") }))
    all.append(
      Sample("labels.count > 1", [], "$0.labels.count > 1", #Predicate { $0.labels.count > 1 }))
    all.append(
      Sample(
        "cuisine.dishes.count > 3", [], "($0.cuisine?.dishes.count ?? 0) > 3",
        #Predicate { ($0.cuisine?.dishes.count ?? 0) > 3 }))
    all.append(
      Sample(
        "minutes in [7, 14]", [], "[7, 14].contains($0.minutes)",
        #Predicate { [7, 14].contains($0.minutes) }))
    all.append(
      Sample("serial == 5", [], "$0.serial == 5", #Predicate { $0.serial == 5 }))
    all.append(
      Sample(
        "addedAt >= '2001-01-21'",
        ["let value1: Date = Date(timeIntervalSinceReferenceDate: 1728000.0)"],
        "$0.addedAt >= value1", #Predicate { $0.addedAt >= day }))
    all.append(
      Sample(
        "code == '00000000-0000-4000-8000-000000000005'",
        ["let value1: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, 5))"],
        "$0.code == value1", #Predicate { $0.code == code }))
    all.append(
      Sample(
        "isVegan && price <= 0.37",
        ["let value1: Decimal = Decimal(sign: .plus, exponent: -2, significand: 37)"],
        "$0.isVegan && $0.price <= value1", #Predicate { $0.isVegan && $0.price <= price }))
    all.append(
      Sample(
        "site == 'https://example.com/5'",
        ["let value1: URL? = URL(string: \"https://example.com/5\")"], "$0.site == value1",
        #Predicate { $0.site == site }))
    all.append(
      Sample(
        "addedAt in ['2001-01-01', '2001-01-02']",
        [
          "let value1: [Date] = [Date(timeIntervalSinceReferenceDate: 0.0), "
            + "Date(timeIntervalSinceReferenceDate: 86400.0)]"
        ], "value1.contains($0.addedAt)", #Predicate { days.contains($0.addedAt) }))
    return all
  }()

  @Test("41.34d: A filter as a predicate is Swift that compiles and finds the same objects")
  func predicates() throws {
    let store = try kitchen.store()
    let context = ModelContext(try kitchen.container())
    let serials = Dictionary(
      uniqueKeysWithValues: try store.rows(of: "Dish").map { ($0.key, $0["serial"]) })
    for sample in Self.samples {
      let filter = try store.filter(sample.filter, of: "Dish")
      let lines = sample.constants + ["let predicate = #Predicate<Dish> { \(sample.code) }"]
      #expect(filter.predicate == lines.joined(separator: "\n"), "\(sample.filter)")
      #expect(filter.predicateProblem == nil)
      let found = try context.fetch(FetchDescriptor<Dish>(predicate: sample.predicate))
      let expected = try keys(sample.filter, store).map { serials[$0] ?? nil }
      #expect(
        Set(found.map { InspectedValue.unsigned(UInt64($0.serial)) })
          == Set(expected.compactMap(\.self)))
      #expect(found.count == expected.count, "\(sample.filter)")
    }
  }

  @Test("41.34d: Texts are escaped as literals of Swift")
  func swiftTexts() throws {
    let store = try kitchen.store()
    let filter = try store.filter(#"title == "a\"b\\(c)\n\té""#, of: "Dish")
    #expect(
      filter.predicate == #"let predicate = #Predicate<Dish> { $0.title == "a\"b\\(c)\n\té" }"#)
  }

  @Test(
    "41.34d: A comparison that a predicate cannot have is named, and the SQL is there",
    arguments: [
      ("key > 0 && isVegan", "key"), ("site beginswith 'https'", "site"),
      ("isVegan || cuisine == 5", "cuisine"),
    ])
  func inexpressible(filter: String, name: String) throws {
    let store = try kitchen.store()
    let filter = try store.filter(filter, of: "Dish")
    #expect(filter.predicate == nil)
    #expect(filter.predicateProblem == "A predicate cannot have the comparison with “\(name)”.")
  }

  // MARK: The page

  @Test("41.34d: The page has both texts, escaped, with a link to the console that runs the query")
  func page() async throws {
    try await withStudio(kitchen.url) { studio in
      let filter = "title == \"<i>'\" || cuisine.name == 'Thai'"
      let page = try await studio.page("/rows?entity=Dish&sort=minutes&filter=\(filter.encoded)")
      #expect(page.contains("<pre id=\"statement\">SELECT * FROM &quot;Dish&quot; WHERE "))
      #expect(page.contains("&lt;i&gt;&#39;&#39;&#39;") && !page.contains("<i>"))
      #expect(page.contains("<pre id=\"predicate\">let predicate = #Predicate&lt;Dish&gt; { "))
      let link = try #require(page.firstMatch(of: /href="(\/sql\?[^"]*)">Open in the console/))
      let result = try await studio.page(String(link.output.1).replacing("&amp;", with: "&"))
      let rows = try keys(filter, kitchen.store()).count
      #expect(rows > 0 && result.contains("<p class=\"count\">\(rows) rows in "))
      let plain = try await studio.page("/rows?entity=Dish")
      #expect(!plain.contains("id=\"statement\""))
      let other = try await studio.page("/rows?entity=Dish&filter=\("key > 0".encoded)")
      #expect(other.contains("There is no #Predicate: A predicate cannot have the comparison"))
    }
  }
}
