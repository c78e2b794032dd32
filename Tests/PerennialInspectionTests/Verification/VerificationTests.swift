import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Verification")
struct VerificationTests {
  let directory: ScratchDirectory
  var url: URL { directory.file("a.store") }

  init() throws { directory = try ScratchDirectory() }

  /// Changes to a store behind the framework's back, each with the problem that is found.
  static let damages: [(String, Verification.Problem.Kind, String)] = [
    ("UPDATE ScalarSpecimen SET uuid = x'01'", .value, "uuid: 1 byte is not of type uuid"),
    ("UPDATE ScalarSpecimen SET int8 = 300", .value, "int8: 300 is not of type int8"),
    ("UPDATE CodableSpecimen SET numbers = '[1'", .value, "numbers"),
    ("UPDATE ScalarSpecimen SET decimal = x'09'", .value, "decimal"),
    ("UPDATE Animal SET keeper = 99", .reference, "references a Keeper that does not exist"),
    ("DELETE FROM Style", .reference, "references a Style that does not exist"),
    ("UPDATE Animal SET keeper = 99", .reference, "keeper is 99"),
    (
      "UPDATE \"Dog.toys\" SET target = 77", .reference,
      "references a Toy that does not exist"
    ),
    ("UPDATE \"Dog.toys\" SET target = 77", .reference, "to 77"),
    ("UPDATE Keeper SET _pk = 0; UPDATE Animal SET keeper = 0", .entity, "the row 0 of Keeper"),
    ("UPDATE Animal SET _entity = 'Fox' WHERE name = 'Rex'", .entity, "belong to “Fox”"),
    ("UPDATE Badge SET artist = NULL", .relationship, "does not reference it back"),
    ("UPDATE Enclosure SET content = CAST(x'02' || 'x' AS BLOB)", .external, "/x is missing"),
    ("UPDATE Enclosure SET content = x'07'", .external, "neither a value nor a file name"),
    ("UPDATE _perennial_external SET uses = 5", .external, "but the table records 5"),
    ("DROP INDEX \"Artist.studio+studio$position\"", .table, "the index Artist.studio"),
    ("ALTER TABLE Toy DROP COLUMN name", .table, "the column Toy.name is missing"),
    (
      """
      CREATE TABLE other AS SELECT * FROM Toy; DROP TABLE Toy; ALTER TABLE other RENAME TO Toy
      """, .table, "the primary key of the table Toy is not _pk"
    ),
    ("DROP TABLE OddChild", .table, "the table OddChild is missing"),
    (
      "UPDATE _perennial_entities SET checksum = '0' WHERE name = 'Toy'", .description,
      "the description of Toy"
    ),
    (
      "UPDATE _perennial_entities SET description = '{' WHERE name = 'Toy'", .description,
      "the description of Toy"
    ),
    ("UPDATE _perennial_history SET changes = '['", .history, "the transaction 1"),
  ]

  private func makeStore() throws {
    let context = ModelContext(try RandomStore.container(url))
    context.insert(ScalarSpecimen(order: 1))
    context.insert(CodableSpecimen(order: 1))
    context.insert(Enclosure("large", Data(repeating: 1, count: 200_000)))
    let dog = Dog("Rex")
    context.insert(dog)
    dog.keeper = Keeper("Kim")
    dog.toys = [Toy("ball")]
    let artist = Artist(number: 1, studio: Studio(number: 1))
    context.insert(artist)
    artist.badge = Badge(number: 1)
    artist.styles = [Style(number: 1)]
    try context.save()
  }

  @Test("What is wrong is found, and named", arguments: damages)
  func damage(_ sql: String, _ kind: Verification.Problem.Kind, _ words: String) throws {
    try makeStore()
    #expect(try InspectedStore(url).verify().problems == [])
    try RawDatabase(url).run("PRAGMA foreign_keys = OFF; PRAGMA recursive_triggers = OFF; \(sql)")
    let verification = try InspectedStore(url).verify()
    #expect(!verification.isSound)
    #expect(verification.counts[kind.rawValue, default: 0] > 0)
    #expect(
      verification.problems.contains { $0.kind == kind && $0.description.contains(words) },
      "\(verification.problems)")
    // The other commands do not break on it.
    let store = try InspectedStore(url)
    _ = try? store.summary()
    for entity in store.entityNames { _ = try? store.rows(of: entity) }
    _ = try? store.exportJSON { _ in }
  }

  @Test("41/22: Each dangling link is named once")
  func danglingLinks() throws {
    try makeStore()
    try RawDatabase(url).run(
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO "Dog.toys" (source, target, position, inverse_position) \
      SELECT source, value, value, value FROM "Dog.toys", json_each('[71,72,73]');
      """)
    let problems = try InspectedStore(url).verify().problems.map(\.description)
    #expect(problems.count == 3 && Set(problems).count == 3, "\(problems)")
    for target in 71...73 {
      #expect(problems.contains { $0.contains("to \(target) references a Toy") }, "\(problems)")
    }
  }

  @Test("A file beside the store that has gone is found; an export does without it by no means")
  func missingFile() throws {
    try makeStore()
    let files = ExternalValues("Enclosure", ["content"], of: url).files()
    let name = try #require(files.first)
    try FileManager.default.removeItem(atPath: "\(url.path)-external/\(name)")
    let store = try InspectedStore(url)
    let verification = try store.verify()
    #expect(verification.counts == ["external": 1])
    #expect(verification.problems.first?.description.contains(name) == true)
    let row = try #require(try store.rows(of: "Enclosure").first)
    guard case .unreadable(let reason) = row["content"] else {
      Issue.record("\(row)")
      return
    }
    #expect(reason.contains(name))
    for format in DocumentFormat.allCases {
      let error = #expect(throws: InspectionError.self) {
        try store.export(to: directory.file("out"), as: format)
      }
      #expect(error?.code == .damagedStore)
      #expect(error?.description.contains("Enclosure \(row.key), content") == true)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(names.allSatisfy { $0.hasPrefix("a.store") }, "\(names)")
  }

  @Test("A damaged page is found")
  func page() throws {
    try makeStore()
    try RawDatabase.settle(url)
    var bytes = try Data(contentsOf: url)
    let page = 4096
    // The pages of indices and rows, but for the first, which has the schema.
    for start in stride(from: page * 20, to: bytes.count - page, by: page * 7) {
      bytes.replaceSubrange((start + 100)..<(start + 200), with: Data(repeating: 0xAB, count: 100))
    }
    try bytes.write(to: url)
    do {
      let verification = try InspectedStore(url).verify()
      #expect(!verification.isSound)
    } catch {
      #expect(error as? SwiftDataError != nil, "\(error)")
    }
  }

  @Test("Of many problems of a kind the first hundred are listed, and all counted")
  func many() throws {
    let context = ModelContext(try Chronicle.container(url))
    for number in 0..<250 { context.insert(Chronicle.Chapter(number)) }
    try context.save()
    try RawDatabase(url).run(
      "PRAGMA foreign_keys = OFF; INSERT INTO \"Chapter.mentions\" SELECT _pk, 1, 0, 0 FROM Chapter"
    )
    let verification = try InspectedStore(url).verify()
    #expect(verification.counts == ["reference": 250])
    #expect(verification.problems.count == 100)
  }
}
