import Foundation
import RandomTesting
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial
@testable import PerennialInspection

/// A store with layouts that are made from its descriptions, in place of the program's classes.
@Suite("Models of a store")
struct StoreModelsTests {
  let directory: ScratchDirectory
  var url: URL { directory.file("a.store") }

  init() throws { directory = try ScratchDirectory() }

  private func fill(_ seed: UInt64) throws {
    var store = RandomStore(seed: seed)
    try store.fill(url)
    try RawDatabase.settle(url)
  }

  /// The store by its own descriptions.
  private func opened(_ url: URL) throws -> ModelContainer {
    let container = try StoreModels(of: InspectedStore(url)).container()
    #expect(container.migrationReports.isEmpty)
    return container
  }

  @Test("Each entity has a layout, which says what the program's class says")
  func layouts() throws {
    try fill(1)
    let models = try StoreModels(of: InspectedStore(url))
    let program = try RandomStore.container(url).schema.layouts
    let made = Dictionary(
      uniqueKeysWithValues: models.schema.layouts.map { ($0.entityName, $0) })
    #expect(models.entityNames == program.map(\.entityName).sorted())
    #expect(models.schema.types.isEmpty)
    for layout in program {
      let own = try #require(made[layout.entityName])
      #expect(own.isDescribed)
      #expect(EntityDescription(own) == EntityDescription(layout))
      #expect(own.superlayout?.entityName == layout.superlayout?.entityName)
      for property in layout.properties where property.isStored {
        let other = try #require(own.property(named: property.name))
        #expect(property.ownerName == other.ownerName)
        #expect(property.deleteRule == other.deleteRule)
        #expect(
          property.destinationLayout?.entityName == other.destinationLayout?.entityName)
      }
    }
    // Opened again, it has the same layouts.
    let again = try StoreModels(of: InspectedStore(url))
    #expect(
      again.schema.layouts.map { ObjectIdentifier($0) }
        == models.schema.layouts.map { ObjectIdentifier($0) })
  }

  @Test("Entities may inherit over any number of levels")
  func levels() throws {
    let schema = Schema([Level7.self])
    _ = try ModelContainer(for: schema, configurations: [ModelConfiguration(url: url)])
    let container = try opened(url)
    let layout = try #require(container.schema.layouts.first { $0.entityName == "Level7" })
    #expect(layout.properties.map(\.name) == (1...7).map { "value\($0)" })
    #expect(layout.root.entityName == "Level1")
  }

  @Test(
    "Every value is the row's, and is written as it was read", arguments: TestSeeds.some(3))
  func values(seed: UInt64) throws {
    try fill(seed)
    let store = try #require(try opened(url).coordinator.stores.first)
    try store.exclusively { connection in
      for entity in store.entities {
        let table = "\"\(entity.layout.tableName)\" AS t0"
        let keys = try connection.integers(
          "SELECT t0._pk FROM \(table) WHERE TRUE\(entity.isOwn(alias: "t0"))")
        for key in keys {
          let stored = try #require(try entity.storedValues(key, .all, on: connection))
          for property in entity.layout.properties {
            guard let column = property.columnName else { continue }
            let place: Comment = "\(entity.layout.entityName).\(property.name)"
            var raw = SQLValue.null
            var value: Any?
            try connection.rows(
              "SELECT \"\(column)\" FROM \(table) WHERE _pk = ?", [.integer(key)]
            ) { row in
              raw = row.value()
              row.column = 0
              value = try entity.layout.value(of: property, from: &row)
            }
            #expect(
              try entity.areSame(
                stored[property.index] ?? .null, raw, of: property, on: connection),
              place)
            guard !property.isRelationship, let value else { continue }
            let written = try #require(try property.columnValue(value), place)
            #expect(try entity.areSame(written, raw, of: property, on: connection), place)
          }
        }
      }
    }
  }

  @Test("A file that they create is one that the program creates")
  func creation() throws {
    try fill(4)
    let (copy, own) = (directory.file("copy.store"), directory.file("own.store"))
    _ = try StoreModels(of: InspectedStore(url), at: copy).container()
    _ = try RandomStore.container(own)
    // Only the program adds the indices of the values that are no cases.
    let tables = """
      SELECT type, name, tbl_name, sql FROM sqlite_master WHERE substr(name, -1) <> '?' ORDER BY 1, 2
      """
    #expect(try RawDatabase(copy).rows(tables) == RawDatabase(own).rows(tables))
    #expect(
      try InspectedStore(copy).database.checksums == InspectedStore(own).database.checksums)
    #expect(try InspectedStore(copy).database.rules == InspectedStore(own).database.rules)
    let container = try RandomStore.container(copy)
    #expect(container.migrationReports.isEmpty)
    #expect(try InspectedStore(copy).verify().problems == [])
  }

  @Test("What they delete takes along what the program's would", arguments: TestSeeds.some(2))
  func deletion(seed: UInt64) throws {
    try fill(seed)
    let copy = directory.file("copy.store")
    for suffix in ["", "-external"] where FileManager.default.fileExists(atPath: url.path + suffix)
    {
      try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
    }
    #expect(try StoreModels(of: InspectedStore(copy)).entitiesWithoutRules.isEmpty)
    let roots = try RandomStore.container(url).schema.layouts.filter { $0.superlayout == nil }
    let rows = try roots.flatMap { layout in
      try RawDatabase(url).rows("SELECT _pk FROM \"\(layout.tableName)\"").joined().compactMap {
        key in Int64(key).map { (entity: layout.entityName, key: $0) }
      }
    }.sorted { $0.key < $1.key }
    let doomed = rows.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
    for container in [try RandomStore.container(url), try opened(copy)] {
      try container.deleteRows(doomed.map { ($0.entity, .rows([$0.key])) })
    }
    #expect(try StoreContents.lines(copy) == StoreContents.lines(url))
    let tombstones =
      "SELECT entity, pk, property, quote(value) FROM _perennial_tombstones ORDER BY 1, 2, 3"
    #expect(try RawDatabase(copy).rows(tombstones) == RawDatabase(url).rows(tombstones))
  }

  @Test("What the file does not say of deletions they do not write down either")
  func unknownRules() throws {
    try fill(8)
    let remove = "DELETE FROM _perennial_metadata WHERE key = 'rules'"
    let read = "SELECT value FROM _perennial_metadata WHERE key = 'rules'"
    try RawDatabase(url).run(remove)
    for _ in 1...2 {
      let models = try StoreModels(of: InspectedStore(url))
      #expect(models.entitiesWithoutRules == models.entityNames)
      _ = try models.container()
    }
    #expect(try RawDatabase(url).value(read) == nil)
    // The program says it.
    _ = try RandomStore.container(url)
    #expect(try StoreModels(of: InspectedStore(url)).entitiesWithoutRules.isEmpty)
  }

  @Test("A write by them reaches the objects that the program has")
  func news() throws {
    let container = try RandomStore.container(url)
    let context = ModelContext(container)
    let dog = Dog("Rex", tricks: 3)
    let toy = Toy("ball")
    context.insert(dog)
    dog.toys = [toy]
    try context.save()
    let other = try opened(url)
    try other.deleteRows([("Toy", .rows([toy._$header.pointee.rowID]))])
    _ = try context.fetch(FetchDescriptor<Dog>())
    #expect(dog.toys.isEmpty)
    dog.tricks = 7
    try context.save()
    let store = other.coordinator.stores[0]
    let entity = try #require(store.entities.first { $0.layout.entityName == "Dog" })
    let tricks = try #require(entity.layout.property(named: "tricks"))
    let stored = try store.exclusively {
      try entity.storedValues(dog._$header.pointee.rowID, tricks.mask, on: $0)
    }
    #expect(stored?[tricks.index] == .integer(7))
    try other.erase()
    #expect(try context.fetchCount(FetchDescriptor<Dog>()) == 0)
    #expect(dog.modelContext == nil)
  }

  @Test("Objects are refused, and the history names them")
  func objects() throws {
    let context = ModelContext(try RandomStore.container(url))
    let dog = Dog("Rex", tricks: 3)
    context.insert(dog)
    try context.save()
    let other = ModelContext(try opened(url))
    #expect(throws: SwiftDataError.unsupportedFeature) {
      try other.existingModel(for: dog.persistentModelID)
    }
    #expect(other.model(for: dog.persistentModelID).modelContext == nil)
    let history = try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(
      history.flatMap(\.changes).map(\.changedPersistentIdentifier) == [dog.persistentModelID])
  }

  @Test("A store that the program has migrated since is left as it is")
  func migrated() throws {
    _ = try ModelContainer(
      for: Schema([Level1.self]), configurations: [ModelConfiguration(url: url)])
    let models = try StoreModels(of: InspectedStore(url))
    _ = try ModelContainer(
      for: Schema([LaterLevels.Level1.self]), configurations: [ModelConfiguration(url: url)])
    let checksums = try InspectedStore(url).database.checksums
    let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try models.container()
    }
    #expect(error?.explanation.contains("read its descriptions again") == true)
    #expect(try InspectedStore(url).database.checksums == checksums)
  }
}

@Model
class Level1 {
  var value1 = 1

  init() {}
}

@Model
class Level2: Level1 {
  var value2 = 2

  override init() { super.init() }
}

@Model
class Level3: Level2 {
  var value3 = 3

  override init() { super.init() }
}

@Model
class Level4: Level3 {
  var value4 = 4

  override init() { super.init() }
}

@Model
class Level5: Level4 {
  var value5 = 5

  override init() { super.init() }
}

@Model
class Level6: Level5 {
  var value6 = 6

  override init() { super.init() }
}

@Model
final class Level7: Level6 {
  var value7 = 7

  override init() { super.init() }
}

/// A later version of a model.
enum LaterLevels {
  @Model
  final class Level1 {
    var value1 = 1
    var value8 = 8

    init() {}
  }
}
