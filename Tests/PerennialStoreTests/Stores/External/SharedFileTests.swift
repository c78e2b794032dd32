import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("External files that rows share")
struct SharedFileTests {
  private let house: Storehouse
  private let context: ModelContext

  /// A store with six objects.
  init() throws {
    house = try Storehouse()
    context = try house.open(Enclosure.self)
    for number in 0..<6 { context.insert(Enclosure("\(number)", Storehouse.bytes(UInt8(number)))) }
    try context.save()
  }

  private func fetch() throws -> [Enclosure] {
    try ModelContext(context.container).fetch(
      FetchDescriptor<Enclosure>(sortBy: [SortDescriptor(\.name)]))
  }

  /// Expects so many rows to name each file, by the table of files and by counting the rows.
  private func expectCounts(_ counts: [Int], location: SourceLocation = #_sourceLocation) throws {
    let database = try RawDatabase(house.url)
    let found = try database.rows("SELECT uses FROM _perennial_external ORDER BY uses").joined()
    #expect(found.map { Int($0) } == counts, sourceLocation: location)
    let columns = ["content", "preview", "text", "caption", "numbers", "secret"]
    let names = columns.map { "SELECT substr(\($0), 2) AS name FROM Enclosure WHERE \($0) < x'03'" }
      .joined(separator: " UNION ALL ")
    let named = try database.rows(
      """
      SELECT count(*) FROM (\(names)) WHERE length(name) = 36 GROUP BY name ORDER BY count(*)
      """
    ).joined()
    #expect(named.map { Int($0) } == counts, sourceLocation: location)
    try house.check(counts.count, location: location)
  }

  @Test("A batch update writes one file, which goes with the last row that names it")
  func update() throws {
    let (preview, content) = (Storehouse.bytes(100), Storehouse.bytes(101))
    try context.update(model: Enclosure.self, setting: [.set(\.preview, to: preview)])
    try expectCounts([1, 1, 1, 1, 1, 1, 6])
    try context.update(
      model: Enclosure.self, where: #Predicate { $0.name < "4" },
      setting: [.set(\.content, to: content), .set(\.preview, to: nil)])
    try expectCounts([1, 1, 2, 4])
    #expect(try fetch().map { $0.content == content } == [true, true, true, true, false, false])
    #expect(try fetch().map { $0.preview == preview } == [false, false, false, false, true, true])
    let objects = try context.fetch(
      FetchDescriptor<Enclosure>(sortBy: [SortDescriptor(\.name)]))
    objects[0].content = Storehouse.bytes(102)
    context.delete(objects[1])
    try context.save()
    try expectCounts([1, 1, 1, 2, 2])
    try context.delete(model: Enclosure.self, where: #Predicate { $0.name < "4" })
    try expectCounts([1, 1, 2])
    #expect(try fetch().map(\.preview) == [preview, preview])
    try context.container.erase()
    try expectCounts([])
  }

  @Test("A batch update that is refused, or has no row to change, leaves no file")
  func nothing() throws {
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.update(
        model: Enclosure.self,
        setting: [.set(\.content, to: Storehouse.bytes(9)), .set(\.code, to: 1)])
    }
    try expectCounts([1, 1, 1, 1, 1, 1])
    try context.update(
      model: Enclosure.self, where: #Predicate { $0.name == "?" },
      setting: [.set(\.content, to: Storehouse.bytes(9))])
    try expectCounts([1, 1, 1, 1, 1, 1])
    #expect(try fetch().map(\.content) == (0..<6).map { Storehouse.bytes($0) })
  }

  @Test("Rows that REPLACE removes are counted")
  func replaced() throws {
    try context.update(
      model: Enclosure.self, setting: [.set(\.preview, to: Storehouse.bytes(100))])
    try context.container.coordinator.stores[0].write { connection in
      try connection.run(
        """
        INSERT OR REPLACE INTO Enclosure (_pk, name, content, text, numbers, count) \
        SELECT _pk, 'new', x'0101', text, numbers, count FROM Enclosure WHERE name = '0'
        """)
    }
    try expectCounts([1, 1, 1, 1, 1, 5])
    // Also under another key.
    let objects = try context.fetch(
      FetchDescriptor<Enclosure>(sortBy: [SortDescriptor(\.name)]))
    objects[0].code = 7
    try context.save()
    try context.container.coordinator.stores[0].write { connection in
      try connection.run(
        """
        INSERT OR REPLACE INTO Enclosure (_pk, name, content, text, numbers, count, code) \
        SELECT 1, 'other', x'0102', text, numbers, count, code FROM Enclosure WHERE name = '1'
        """)
    }
    try expectCounts([1, 1, 1, 1, 4])
  }

  @Test("Who counted otherwise, a migration counts anew")
  func recount() throws {
    try context.update(
      model: Enclosure.self, setting: [.set(\.preview, to: Storehouse.bytes(100))])
    try context.container.coordinator.stores[0].write { connection in
      try connection.run("UPDATE _perennial_external SET uses = uses + 3")
      try ExternalTables.install(
        StoreMetadata.descriptions(on: connection), on: connection)
    }
    try expectCounts([1, 1, 1, 1, 1, 1, 6])
  }
}
