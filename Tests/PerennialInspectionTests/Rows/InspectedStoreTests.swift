import Foundation
import PerennialInspection
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

@Suite("Stores by themselves")
struct InspectedStoreTests {
  let directory: ScratchDirectory
  var url: URL { directory.file("a.store") }

  init() throws { directory = try ScratchDirectory() }

  @Test("Windows have any limit and length", arguments: [Int.min, -1, 0, 1, 2, 3, .max])
  func bounds(bound: Int) throws {
    let container = try ModelContainer(
      for: Schema([Dog.self, Animal.self]), configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for name in ["Rex", "Ida"] { context.insert(Dog(name)) }
    try context.save()
    let store = try InspectedStore(url)
    let query = RowQuery(entity: "Dog")
    let keys = try store.window(of: query, limit: 10).rows.map(\.key)
    try #require(keys.count == 2)
    let expected = Array(keys.prefix(max(bound, 0)))
    for start in [RowWindow.Start.first, .last, .after(0), .before(.max)] {
      #expect(try store.window(of: query, start, limit: bound).rows.count == expected.count)
      #expect(
        try store.document(of: query, start, limit: bound, as: .json).data.isEmpty
          == expected.isEmpty)
    }
    #expect(try store.window(of: query, limit: bound).rows.map(\.key) == expected)
    #expect(try store.window(of: query, limit: 10, length: bound).rows.map(\.key) == keys)
    #expect(try store.excerpt(of: "Dog", key: keys[0], length: bound)?.key == keys[0])
  }

  @Test("A summary says what the file says")
  func summary() throws {
    let container = try ModelContainer(
      for: Schema(
        [Dog.self, Animal.self, Keeper.self, Enclosure.self, Manual.self], version: .init(2, 1, 0)),
      configurations: [ModelConfiguration(url: url)])
    let context = ModelContext(container)
    context.author = "author"
    context.insert(Dog("Rex"))
    context.insert(Dog("Ida"))
    context.insert(Animal("Eva"))
    context.insert(Enclosure("large", Data(repeating: 1, count: 200_000)))
    try context.save()
    let store = try InspectedStore(url)
    #expect(store.schemaVersion == "2.1.0")
    #expect(store.format == 1)
    let summary = try store.summary()
    #expect(summary.identifier == store.identifier)
    #expect(UUID(uuidString: store.identifier) != nil)
    let counts = Dictionary(uniqueKeysWithValues: summary.entities.map { ($0.name, $0.count) })
    #expect(
      counts == [
        "Animal": 1, "Dog": 2, "Enclosure": 1, "Keeper": 0, "Manual": 0, "Toy": 0, "Walker": 0,
      ])
    let dog = try #require(summary.entities.first { $0.name == "Dog" })
    #expect(dog.superentity == "Animal")
    #expect(dog.table == "Animal")
    #expect(dog.uniquenessConstraints == [["licence"]])
    #expect(dog.indices == [["tricks"]])
    #expect(dog.properties.map(\.name) == ["licence", "tricks", "isTrained", "walker", "toys"])
    #expect(dog.properties[0].isOptional)
    #expect(dog.properties[0].form == "text")
    #expect(dog.properties[3].relationship?.inverse == "dogs")
    #expect(dog.properties[4].relationship?.joinTable == "Dog.toys")
    let manual = try #require(summary.entities.first { $0.name == "Manual" })
    #expect(manual.properties.first?.isSearched == true)
    #expect(summary.sizes.externalFiles == 1)
    #expect(summary.sizes.external == 200_000)
    #expect(summary.sizes.file > 0)
    #expect(summary.history?.transactions == 1)
    #expect(summary.history?.authors == ["author"])
    #expect(summary.unknownTables == [])
    #expect(summary.entities.allSatisfy { $0.presets == nil && $0.hiddenColumns == [] })
  }

  @Test("Rows are values by the names of properties")
  func rows() throws {
    let context = ModelContext(try specimenContainer(url))
    let specimen = ScalarSpecimen(order: 1)
    specimen.uint64 = .max
    specimen.double = .nan
    specimen.decimal = Decimal(string: "-12.50") ?? 0
    specimen.date = Date(timeIntervalSinceReferenceDate: 0.5)
    specimen.string = "text"
    context.insert(specimen)
    let optional = OptionalSpecimen()
    optional.list = [1, 2]
    context.insert(optional)
    try context.save()
    let store = try InspectedStore(url)
    let row = try #require(try store.rows(of: "ScalarSpecimen").first)
    #expect(row["uint64"] == .unsigned(.max))
    #expect(row["decimal"] == .decimal(Decimal(string: "-12.5") ?? 0))
    #expect(row["date"] == .date(Date(timeIntervalSinceReferenceDate: 0.5)))
    #expect(row["string"] == .text("text"))
    #expect(row["uuid"] == .uuid(specimen.uuid))
    #expect(row["bool"] == .bool(false))
    #expect(row["no such property"] == nil)
    guard case .double(let double) = row["double"] else {
      Issue.record("not a number")
      return
    }
    #expect(double.isNaN)
    let other = try #require(try store.rows(of: "OptionalSpecimen").first)
    #expect(other["list"] == .json("[1,2]"))
    #expect(other["int"] == .null)
    #expect(try store.row(of: "ScalarSpecimen", key: row.key)?.json == row.json)
    #expect(try store.row(of: "ScalarSpecimen", key: 1) == nil)
  }

  @Test("13.25 Rows have the links of to-many relationships, if they are asked for")
  func links() throws {
    let container = try ModelContainer(
      for: Dog.self, Animal.self, Cat.self, Keeper.self,
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let (rex, ida) = (Dog("Rex"), Dog("Ida"))
    let eva = Animal("Eva")
    let (ball, rope) = (Toy("ball"), Toy("rope"))
    let keeper = Keeper("Kim")
    for model in [keeper, rope, ball, eva, ida, rex] as [any PersistentModel] {
      context.insert(model)
    }
    keeper.animals = [ida, eva]
    ida.toys = [rope, ball]
    rex.toys = [ball]
    ida.friends = [eva, rex]
    try context.save()
    let store = try InspectedStore(url)
    func key(_ model: some PersistentModel) throws -> Int64 {
      try #require(
        try store.rows(of: model.persistentModelID.entityName).first {
          "\(model.persistentModelID)".hasSuffix("/\($0.key)")
        }
      ).key
    }
    func links(_ model: some PersistentModel) throws -> [String: [Int64]] {
      let row = try #require(
        try store.row(
          of: model.persistentModelID.entityName, key: try key(model), includesLinks: true))
      return Dictionary(uniqueKeysWithValues: row.links.map { ($0.name, $0.keys) })
    }
    let (rexKey, idaKey, evaKey) = (try key(rex), try key(ida), try key(eva))
    let (ballKey, ropeKey, keeperKey) = (try key(ball), try key(rope), try key(keeper))
    // One-to-many, to objects of several classes; many-to-many, from both ends; one way, inherited.
    #expect(try links(keeper) == ["animals": [idaKey, evaKey]])
    #expect(try links(ida) == ["toys": [ropeKey, ballKey], "friends": [evaKey, rexKey]])
    #expect(try links(rex) == ["toys": [ballKey], "friends": []])
    #expect(try Set(links(ball)["owners"] ?? []) == [idaKey, rexKey])
    #expect(try links(eva) == ["friends": []])
    let rows = try store.rows(of: "Toy", includesLinks: true)
    #expect(rows.allSatisfy { $0.links.map(\.name) == ["owners"] })
    let row = try #require(try store.row(of: "Keeper", key: keeperKey, includesLinks: true))
    #expect(row.json.hasSuffix(#","links":{"animals":["\#(idaKey)","\#(evaKey)"]}}"#))
    #expect(try store.rows(of: "Toy").allSatisfy { $0.links.isEmpty && !$0.json.contains("links") })
  }

  @Test("Rows come by keys, from any of them on")
  func pages() throws {
    let context = ModelContext(try Chronicle.container(url))
    for number in 0..<10 { context.insert(Chronicle.Leaf("\(number)")) }
    try context.save()
    let store = try InspectedStore(url)
    let names = { (limit: Int?, offset: Int) in
      try store.rows(of: "Leaf", limit: limit, offset: offset).map { $0["name"] }
    }
    #expect(try names(3, 0) == ["0", "1", "2"].map { .text($0) })
    #expect(try names(3, 8) == ["8", "9"].map { .text($0) })
    #expect(try names(nil, 9) == [.text("9")])
    #expect(try names(0, 0) == [])
    #expect(try names(nil, 0).count == 10)
  }

  @Test("Preset states are counted where tables have them, and strange tables are named")
  func presets() throws {
    let context = ModelContext(try Chronicle.container(url))
    for number in 0..<6 { context.insert(Chronicle.Leaf("\(number)")) }
    try context.save()
    try RawDatabase(url).run(
      """
      ALTER TABLE Leaf ADD COLUMN _preset TEXT;
      UPDATE Leaf SET _preset = json_array('leaf ' || name) WHERE name < '4';
      UPDATE Leaf SET _preset = '["leaf 0",{}]' WHERE name = '0';
      UPDATE Leaf SET _preset = '["leaf 1",{"name":["1",null]}]' WHERE name = '1';
      UPDATE Leaf SET _preset = 'leaf 3' WHERE name = '3';
      CREATE TABLE _perennial_catalogs (name TEXT); CREATE TABLE _perennial_future (a);
      CREATE TABLE _perennial_deleted_presets (entity TEXT, pk INTEGER) STRICT;
      INSERT INTO _perennial_deleted_presets VALUES ('Leaf', -1), ('Leaf', -2), ('Chapter', -1);
      """)
    let summary = try InspectedStore(url).summary()
    let leaf = try #require(summary.entities.first { $0.name == "Leaf" })
    #expect(leaf.presets.map { [$0.presets, $0.edited, $0.deleted, $0.others] } == [4, 1, 2, 2])
    #expect(leaf.hiddenColumns == ["_preset"])
    #expect(summary.entities.first { $0.name == "Chapter" }?.presets == nil)
    #expect(summary.unknownTables == ["_perennial_future"])
    let row = try #require(try InspectedStore(url).rows(of: "Leaf").dropFirst().first)
    #expect(row.hidden.map(\.value) == [.json(#"["leaf 1",{"name":["1",null]}]"#)])
    // A preset whose metadata cannot be read is listed all the same.
    let presets = try InspectedStore(url).presets(of: "Leaf").filter { $0.state != .deleted }
    #expect(presets.map(\.id) == ["leaf 0", "leaf 1", "leaf 2", "leaf 3"])
    #expect(presets[1].edits.map(\.field) == ["name"])
  }

  @Test("What is asked for and is not there is an error that tells what is")
  func unknownEntity() throws {
    _ = try Chronicle.container(url)
    let store = try InspectedStore(url)
    let error = #expect(throws: InspectionError.self) { try store.rows(of: "Page") }
    #expect(error?.code == .unknownEntity)
    #expect(error?.description.contains("Chapter, Leaf") == true)
  }

  @Test("What is no store is an error, and is left as it is")
  func noStore() throws {
    func expectRefusal(saying words: String, location: SourceLocation = #_sourceLocation) {
      let error = #expect(throws: SwiftDataError.loadIssueModelContainer, sourceLocation: location)
      {
        try InspectedStore(url)
      }
      #expect(
        error?.explanation.contains(words) == true, "\(String(describing: error))",
        sourceLocation: location)
    }
    expectRefusal(saying: "does not exist")
    #expect(!FileManager.default.fileExists(atPath: url.path))
    try Data().write(to: url)
    expectRefusal(saying: "is empty")
    try Data(repeating: 65, count: 4096).write(to: url)
    expectRefusal(saying: "not a")
    try FileManager.default.removeItem(at: url)
    try RawDatabase(url).run("CREATE TABLE a (b)")
    expectRefusal(saying: "another program")
    try FileManager.default.removeItem(at: url)
    _ = try Chronicle.container(url)
    try RawDatabase(url).run("UPDATE _perennial_metadata SET value = 99 WHERE key = 'format'")
    expectRefusal(saying: "format 99")
  }

  @Test("To look at a store changes nothing in it")
  func readOnly() throws {
    var random = RandomStore(seed: 2)
    try random.fill(url)
    try RawDatabase.settle(url)
    let before = try Data(contentsOf: url)
    let store = try InspectedStore(url)
    _ = try store.summary()
    _ = try store.verify()
    for entity in store.entityNames { _ = try store.rows(of: entity) }
    #expect(try Data(contentsOf: url) == before)
  }
}
