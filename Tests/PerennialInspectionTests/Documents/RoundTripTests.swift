import Foundation
import PerennialInspection
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// Export, import, export: nothing is lost, and nothing is added.
@Suite("Documents of stores")
struct RoundTripTests {
  let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  @Test("Random stores come back to the byte", arguments: DocumentFormat.allCases)
  func randomStores(_ format: DocumentFormat) throws {
    for seed in TestSeeds.some(25) {
      let url = directory.file("\(seed).store")
      var store = RandomStore(seed: seed)
      try store.fill(url)
      try RoundTrip.expect(url, as: format, in: directory, "seed \(seed)")
    }
  }

  static let frozen =
    FrozenStore.names("layout-") + FrozenStore.names("annex-") + FrozenStore.names("shop-")

  @Test("Stores of former layouts do", arguments: frozen, DocumentFormat.allCases)
  func frozenStores(_ name: String, _ format: DocumentFormat) throws {
    try FrozenStore.thaw(name) { try RoundTrip.expect($0, as: format, in: directory) }
  }

  @Test("An imported store is one that the program opens as its own")
  func opens() throws {
    let (url, copy) = (directory.file("a.store"), directory.file("b.store"))
    var store = RandomStore(seed: 7)
    try store.fill(url)
    try InspectedStore(url).export(to: directory.file("a.json"), as: .json)
    _ = try StoreImport(of: directory.file("a.json"), as: .json, into: copy).run()
    func portrait(_ url: URL) throws -> [String] {
      let context = ModelContext(try RandomStore.container(url))
      let animals = try context.fetch(FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)]))
      let artists = try context.fetch(FetchDescriptor<Artist>(sortBy: [SortDescriptor(\.number)]))
      let scalars = try context.fetch(
        FetchDescriptor<ScalarSpecimen>(sortBy: [SortDescriptor(\.order)]))
      let enclosures = try context.fetch(FetchDescriptor<Enclosure>()).map {
        "\($0.name) \($0.content.count) \($0.text) \($0.numbers) \($0.secret.map(Array.init) ?? [])"
      }.sorted()
      return animals.map {
        "\(type(of: $0)) \($0.name) \($0.keeper?.name ?? "-") \($0.friends.map(\.name)) \($0.weight)"
      }
        + artists.map { "\($0.number) \($0.styles.map(\.number)) \($0.mentor?.number ?? -1)" }
        + scalars.map { "\($0.decimal) \($0.date) \($0.float) \($0.url) \($0.uuid) \($0.string)" }
        + enclosures
    }
    let expected = try portrait(url)
    #expect(expected.count > 10)
    #expect(try portrait(copy) == expected)
    // Opening has found nothing to migrate.
    #expect(try RandomStore.container(copy).migrationReports.isEmpty)
    #expect(try RawDatabase(copy).structure() == RawDatabase(url).structure())
  }

  @Test("What is off its property's form comes back as it is", arguments: DocumentFormat.allCases)
  func offForm(_ format: DocumentFormat) throws {
    let url = directory.file("a.store")
    let context = ModelContext(try specimenContainer(url))
    for number in 0..<3 {
      context.insert(ScalarSpecimen(order: number))
      context.insert(OptionalSpecimen(order: number))
      context.insert(CodableSpecimen(order: number))
    }
    try context.save()
    let database = try RawDatabase(url)
    try database.run(
      """
      UPDATE ScalarSpecimen SET uuid = x'0102', bool = 7, int8 = 1000, decimal = x'', \
      url = 'http://[', string = 'e' || char(769), float = 0.1;
      UPDATE OptionalSpecimen SET string = '', data = x'', shape = 'null', \
      place = '{"$blob":"AA=="}', list = 'no JSON', texts = ' []', "table" = '{"$a":{}}';
      UPDATE CodableSpecimen SET mood = '$$', "set" = '[1 , 2]', gaps = '"$"';
      """)
    try expectContents(url, format)
  }

  private func expectContents(_ url: URL, _ format: DocumentFormat) throws {
    let copy = directory.file("copy.store")
    let (first, second) = (directory.file("first"), directory.file("second"))
    try InspectedStore(url).export(to: first, as: format)
    _ = try StoreImport(of: first, as: format, into: copy).run()
    try InspectedStore(copy).export(to: second, as: format)
    #expect(try RoundTrip.files(first) == RoundTrip.files(second))
    #expect(try StoreContents.lines(copy) == StoreContents.lines(url))
  }

  @Test("Columns that no property has are carried along", arguments: DocumentFormat.allCases)
  func hiddenColumns(_ format: DocumentFormat) throws {
    let url = directory.file("a.store")
    var store = RandomStore(seed: 3)
    try store.fill(url)
    try RawDatabase(url).run(
      """
      ALTER TABLE Animal ADD COLUMN _preset TEXT;
      ALTER TABLE Animal ADD COLUMN _marks TEXT;
      ALTER TABLE Toy ADD COLUMN _preset TEXT;
      ALTER TABLE Toy ADD COLUMN _later REAL;
      UPDATE Animal SET _preset = 'animal ' || _pk, _marks = '{"name":["1a",null]}' \
      WHERE _pk % 2 = 0;
      UPDATE Toy SET _later = 0.5, _preset = '["a/b",{"name":[1,"\\u000a }]"]}]' WHERE _pk % 2 = 0;
      UPDATE Toy SET _preset = 'damaged' WHERE _pk % 7 = 0;
      INSERT INTO Toy (_pk, name, _preset) VALUES (-5, 'a preset', '["a\\"b/c"]');
      ALTER TABLE "Dog.toys" ADD COLUMN _preset INTEGER;
      UPDATE "Dog.toys" SET _preset = 1 WHERE target % 2 = 0;
      """)
    try expectContents(url, format)
    let row = try InspectedStore(directory.file("copy.store")).row(of: "Toy", key: -5)
    #expect(row?["name"] == .text("a preset"))
    #expect(row?.hidden.map(\.name) == ["_preset", "_later"])
  }

  @Test("An export is what the store was at one moment, whatever is saved in the meantime")
  func snapshot() throws {
    let url = directory.file("a.store")
    let context = ModelContext(try Chronicle.container(url))
    for number in 0..<5 { try Chronicle.Step(number).perform(in: context) }
    var document = Data()
    var saved = false
    try InspectedStore(url).exportJSON { piece in
      document += piece
      if !saved {
        context.insert(Chronicle.Chapter(100))
        try context.save()
        saved = true
      }
    }
    #expect(saved)
    let copy = directory.file("b.store")
    var rest: Data? = document
    _ = try StoreImport(ofJSONFrom: "memory", into: copy) {
      defer { rest = nil }
      return rest
    }.run()
    #expect(try Chronicle.lines(in: RawDatabase(copy)) == Chronicle.lines(after: 5))
  }

  @Test("What is there is replaced only on demand", arguments: DocumentFormat.allCases)
  func replacing(_ format: DocumentFormat) throws {
    let (url, document) = (directory.file("a.store"), directory.file("document"))
    var random = RandomStore(seed: 5)
    try random.fill(url)
    let store = try InspectedStore(url)
    try store.export(to: document, as: format)
    let first = try RoundTrip.files(document)
    let error = #expect(throws: InspectionError.self) {
      try store.export(to: document, as: format)
    }
    #expect(error?.code == .targetExists)
    #expect(try RoundTrip.files(document) == first)
    try RawDatabase(url).run("UPDATE Toy SET name = 'other'")
    try store.export(to: document, as: format, isReplacing: true)
    #expect(try RoundTrip.files(document) != first)
    // Nothing else is left beside it.
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(names.filter { $0.contains("document") } == ["document"])
  }
}
