import AppleStoreTesting
import Foundation
import StoreTesting
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: tables and columns")
struct LayoutTests {
  private let directory: ScratchDirectory
  private var url: URL { directory.file("Model.sqlite") }

  init() throws { directory = try ScratchDirectory() }

  private func entity(
    _ name: String, superentity: String? = nil, formerly formerName: String? = nil,
    _ attributes: [StoredModel.Attribute] = [], _ relationships: [StoredModel.Relationship] = []
  ) -> StoredModel.Entity {
    StoredModel.Entity(
      name: name, className: nil, superentity: superentity, isAbstract: false,
      renamingIdentifier: formerName ?? name, attributes: attributes,
      relationships: relationships, uniqueness: [], versionHash: nil)
  }

  private func model(_ entities: [StoredModel.Entity]) -> StoredModel {
    StoredModel(entities: entities, versionIdentifiers: [], source: .cache)
  }

  private func column(_ name: String, _ type: String) -> SourceTables.Column {
    SourceTables.Column(name: name, type: type)
  }

  // MARK: Columns

  @Test("The leaves of composites have their own names, and numbers in the order of the properties")
  func leaves() {
    let task = entity(
      "Task",
      [
        .sample("id", .string),
        .sample(
          "instructions", .composite,
          elements: [.sample("arguments", .data), .sample("key", .string)]),
        .sample(
          "title", .composite, elements: [.sample("arguments", .data), .sample("key", .string)]),
      ])
    let table = [
      column("ZID", "VARCHAR"), column("ZKEY", "VARCHAR"), column("ZKEY1", "VARCHAR"),
      column("ZARGUMENTS", "BLOB"), column("ZARGUMENTS1", "BLOB"),
    ]
    let (names, misfit) = ColumnNames.fitting([task], model([task]), in: table)
    #expect(misfit == nil)
    let columns = Dictionary(
      uniqueKeysWithValues: names.columns.map { ($0.key.path.joined(separator: "."), $0.value) })
    #expect(
      columns == [
        "id": "ZID", "instructions.key": "ZKEY", "title.key": "ZKEY1",
        "instructions.arguments": "ZARGUMENTS", "title.arguments": "ZARGUMENTS1",
      ])
  }

  @Test("The property _0 of an enumeration's payload has the column Z_0")
  func payload() {
    let item = entity(
      "Item", [.sample("thread", .composite, elements: [.sample("_0", .string)])])
    let (names, misfit) = ColumnNames.fitting(
      [item], model([item]), in: [column("Z_0", "VARCHAR")])
    #expect(misfit == nil)
    #expect(Array(names.columns.values) == ["Z_0"])
  }

  @Test("An order that the declared types contradict is not taken")
  func otherOrder() {
    let owner = StoredModel.Relationship(
      name: "owner", destination: "Item", inverse: nil, isToMany: false, isOrdered: false,
      isOptional: true, minimumCount: 0, maximumCount: 1, deleteRule: .nullify,
      renamingIdentifier: "owner")
    let item = entity(
      "Item", [.sample("place", .composite, elements: [.sample("owner", .string)])], [owner])
    // By name, the reference would be in ZOWNER, and the text in ZOWNER1.
    let (names, misfit) = ColumnNames.fitting(
      [item], model([item]), in: [column("ZOWNER", "VARCHAR"), column("ZOWNER1", "INTEGER")])
    #expect(misfit == nil)
    #expect(names.columns.first { $0.key.path == ["owner"] }?.value == "ZOWNER1")
  }

  @Test("Siblings that declare the same name have columns of their own")
  func siblings() {
    let entities = [
      entity("Animal"), entity("Cat", superentity: "Animal", [.sample("name", .string)]),
      entity("Dog", superentity: "Animal", [.sample("name", .string)]),
    ]
    let (names, misfit) = ColumnNames.fitting(
      entities, model(entities), in: [column("ZNAME", "VARCHAR"), column("ZNAME1", "VARCHAR")])
    #expect(misfit == nil)
    #expect(
      names.columns.map { "\($0.key.entity) \($0.value)" }.sorted() == ["Cat ZNAME", "Dog ZNAME1"])
  }

  // MARK: Entities

  @Test("Z_PRIMARYKEY may have the name that an entity had before it was renamed")
  func renamed() throws {
    let entities = [
      entity("Car"), entity("Luxury", superentity: "Car", formerly: "Expensive"),
    ]
    var sample = SampleStore(model: model(entities))
    sample.formerNames = ["Luxury": "Expensive"]
    sample.objects = [
      AppleRow(entity: "Luxury", key: 1, saveCount: 1, values: [], references: [])
    ]
    try sample.write(to: url)
    let store = try AppleStore(contentsOf: url)
    #expect(try store.count(of: "Luxury") == 1)
    #expect(try store.count(of: "Car") == 0)
  }

  @Test("An entity whose rows are in another file has no rows here")
  func otherFile() throws {
    let both = [entity("Book"), entity("Reader")]
    try SampleStore(model: model(both)).write(to: url)
    try RawDatabase(url).run("DROP TABLE ZREADER; DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Reader'")
    let store = try AppleStore(contentsOf: url)
    #expect(store.model.entities.map(\.name) == ["Book", "Reader"])
    let failure = #expect(throws: AppleStoreError.self) { try store.count(of: "Reader") }
    #expect(failure?.code == .unknownName)
  }

  @Test(
    "Tables that do not fit the model are refused, by name",
    arguments: [
      ("DROP TABLE ZITEM", "ZITEM"),
      ("ALTER TABLE ZITEM RENAME COLUMN ZVALUE TO ZOTHER", "ZVALUE"),
      ("UPDATE Z_PRIMARYKEY SET Z_SUPER = 7", "Item"),
    ])
  func misfit(sql: String, name: String) throws {
    try SampleStore.item(.string).write(to: url)
    try RawDatabase(url).run(sql)
    let failure = #expect(throws: AppleStoreError.self) { try AppleStore(contentsOf: url) }
    #expect(failure?.code == .otherLayout)
    #expect(failure?.description.contains(name) == true)
    #expect(failure?.entity == "Item")
  }

  // MARK: Files without a model

  /// Writes a file with one table whose entities inherit from each other.
  private func writeChain(_ count: Int) throws {
    var sample = SampleStore.item(.string)
    sample.hasCache = false
    try sample.write(to: url)
    try RawDatabase(url).run(
      """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) \
      INSERT INTO Z_PRIMARYKEY SELECT i, 'Item' || i, i - 1, 0 FROM n
      """)
  }

  @Test("Without a description of the model, too long a line of superentities is refused")
  func chain() throws {
    try writeChain(20_000)
    let failure = #expect(throws: AppleStoreError.self) { try AppleStore(contentsOf: url) }
    #expect(failure?.code == .otherLayout && failure?.table == "Z_PRIMARYKEY")
  }

  @Test("Without a description of the model, a line of 64 superentities is read")
  func longestChain() throws {
    try writeChain(65)
    let store = try AppleStore(contentsOf: url)
    #expect(store.model.entities.count == 65)
    #expect(store.model.root(of: "Item65") == "Item")
    #expect(store.model.family(of: "Item").count == 65)
  }

  @Test("Without a description of the model, entities have the columns of their tables")
  func tables() throws {
    var sample = RandomStore.store(seed: 3)
    sample.hasCache = false
    try sample.write(to: url)
    let store = try AppleStore(contentsOf: url)
    #expect(store.model.source == .tables)
    #expect(store.model.entities.map(\.name) == sample.model.entities.map(\.name))
    for entity in sample.model.entities {
      let expected = sample.objects.filter { $0.entity == entity.name }
      #expect(
        try store.rows(of: entity.name, limit: 100).map(\.key) == expected.map(\.key))
    }
  }
}
