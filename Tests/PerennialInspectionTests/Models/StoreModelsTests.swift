import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial
@testable import PerennialInspection

/// A store with classes that are made from what its file says, in place of the program's own.
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

  /// The store by classes of its own.
  private func opened(_ url: URL) throws -> ModelContext {
    let container = try StoreModels(of: InspectedStore(url)).container()
    #expect(container.migrationReports.isEmpty)
    return ModelContext(container)
  }

  @Test("Each entity has a class, which says what the program's class says")
  func layouts() throws {
    try fill(1)
    let models = try StoreModels(of: InspectedStore(url))
    let program = try RandomStore.container(url).schema.types
    #expect(models.entityNames.count == program.count)
    for type in program {
      let layout = ModelLayout.of(type)
      let made = try #require(models[layout.entityName])
      #expect(EntityDescription(ModelLayout.of(made)) == EntityDescription(layout))
      #expect(ModelLayout.of(made).superlayout?.entityName == layout.superlayout?.entityName)
    }
    #expect(models["Unicorn"] == nil)
    // Opened again, it is the same classes.
    let again = try StoreModels(of: InspectedStore(url))
    #expect(again["Dog"].map { ObjectIdentifier($0) } == models["Dog"].map { ObjectIdentifier($0) })
  }

  @Test(
    "Every value is the row's, and is written as it was read", arguments: [1, 2, 3] as [UInt64])
  func values(seed: UInt64) throws {
    try fill(seed)
    let before = try StoreContents.lines(url)
    let database = try RawDatabase(url)
    let context = try opened(url)
    for object in try context.everything() {
      let layout = ModelLayout.of(model: object)
      for property in layout.properties {
        guard let column = property.columnName, !property.isToMany else { continue }
        let value = try object.sqlValue(property)
        let row = try database.rows(
          """
          SELECT "\(column)" IS \(value.literal) OR typeof("\(column)") = 'real' \
          AND "\(column)" = \(value.literal), "\(column)" FROM "\(layout.tableName)" \
          WHERE _pk = \(object._$header.pointee.rowID)
          """)
        #expect(row.first?.first == "1", "\(layout.entityName).\(property.name): \(row), \(value)")
        if !property.isRelationship { object.writeAgain(property) }
      }
    }
    #expect(context.hasChanges)
    try context.save()
    #expect(try StoreContents.lines(url) == before)
  }

  @Test("Objects that are inserted by them are the program's", arguments: [4, 5] as [UInt64])
  func insertion(seed: UInt64) throws {
    try fill(seed)
    let copy = directory.file("copy.store")
    _ = try RandomStore.container(copy)
    let (source, target) = (try opened(url), try opened(copy))
    var copies: [Int64: any PersistentModel] = [:]
    let objects = try source.everything()
    for object in objects {
      let made = object.blank()
      for property in ModelLayout.of(model: object).properties where !property.isRelationship {
        made.take(property, from: object) { $0 }
      }
      copies[object._$header.pointee.rowID] = made
      target.insert(made)
    }
    for object in objects {
      guard let made = copies[object._$header.pointee.rowID] else { continue }
      for property in ModelLayout.of(model: object).properties where property.isRelationship {
        made.take(property, from: object) { copies[$0._$header.pointee.rowID] ?? $0 }
      }
    }
    try target.save()
    let program = try ModelContext(RandomStore.container(url)).portrait()
    #expect(program.count == objects.count)
    let container = try RandomStore.container(copy)
    #expect(container.migrationReports.isEmpty)
    for (made, original) in zip(try ModelContext(container).portrait(), program) {
      #expect(made == original)
    }
    try RawDatabase(copy).expectSoundness()
    #expect(try InspectedStore(copy).verify().problems == [])
  }

  @Test("What they delete takes along what the program's would", arguments: [6, 7] as [UInt64])
  func deletion(seed: UInt64) throws {
    try fill(seed)
    let copy = directory.file("copy.store")
    for suffix in ["", "-external"] where FileManager.default.fileExists(atPath: url.path + suffix)
    {
      try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
    }
    #expect(try StoreModels(of: InspectedStore(copy)).entitiesWithoutRules.isEmpty)
    for context in [ModelContext(try RandomStore.container(url)), try opened(copy)] {
      let objects = try context.everything()
      for (number, object) in objects.enumerated() where number.isMultiple(of: 3) {
        context.delete(object)
      }
      try context.save()
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

  @Test("A save by them reaches the objects that the program has")
  func news() throws {
    let container = try RandomStore.container(url)
    let context = ModelContext(container)
    let dog = Dog("Rex", tricks: 3)
    let toy = Toy("ball")
    context.insert(dog)
    dog.toys = [toy]
    try context.save()
    let other = try opened(url)
    let stored = try #require(
      try other.everything().first { ModelLayout.of(model: $0).entityName == "Dog" })
    stored.set("name", "Max")
    stored.set("toys", [] as [any PersistentModel])
    try other.save()
    _ = try context.fetch(FetchDescriptor<Dog>())
    #expect(dog.name == "Max")
    #expect(dog.toys.isEmpty)
    dog.tricks = 7
    try context.save()
    _ = try other.everything()
    #expect(stored.get("tricks") as? Int == 7)
  }
}

extension SQLValue {
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): real.isInfinite ? (real > 0 ? "9e999" : "-9e999") : "\(real)"
    case .text(let text):
      "CAST(X'\(text.utf8.map { String(format: "%02X", $0) }.joined())' AS TEXT)"
    case .blob(let data): "X'\(data.map { String(format: "%02X", $0) }.joined())'"
    }
  }
}

extension ModelContext {
  /// All objects, in the order of their keys.
  fileprivate func everything() throws -> [any PersistentModel] {
    func all<Model: PersistentModel>(_ type: Model.Type) throws -> [any PersistentModel] {
      try fetch(FetchDescriptor<Model>()).filter { Swift.type(of: $0) == type }
    }
    return try container.schema.types.flatMap { try all($0) }
      .sorted { $0._$header.pointee.rowID < $1._$header.pointee.rowID }
  }

  /// Returns the values of the objects, with numbers in place of their keys.
  fileprivate func portrait() throws -> [String] {
    let objects = try everything()
    let numbers = Dictionary(
      uniqueKeysWithValues: objects.enumerated().map { ($1._$header.pointee.rowID, $0) })
    return try objects.map { object in
      let layout = ModelLayout.of(model: object)
      let values = try layout.properties.map { property in
        switch object.get(property.name) {
        case let model as any PersistentModel: "\(numbers[model._$header.pointee.rowID] ?? -1)"
        case let models as [any PersistentModel]:
          "\(models.map { numbers[$0._$header.pointee.rowID] ?? -1 })"
        // A file has another name in each store, so its contents are compared.
        case let data as Data where property.isExternal: data.base64EncodedString()
        case let text as String where property.isExternal: text
        default: "\(try object.sqlValue(property))"
        }
      }
      return "\(layout.entityName): \(values)"
    }
  }
}

extension PersistentModel {
  fileprivate func blank() -> any PersistentModel {
    Self(backingData: DetachedBackingData<Self>(for: Self.self))
  }

  fileprivate func get(_ name: String) -> Any? {
    guard let property = ModelLayout.of(model: self).property(named: name) else { return nil }
    return self[keyPath: property.keyPath]
  }

  fileprivate func set(_ name: String, _ value: Any) {
    guard let property = ModelLayout.of(model: self).property(named: name) else { return }
    setSlot(at: property.keyPath, value)
  }

  fileprivate func writeAgain(_ property: PropertyLayout) {
    if let value = get(property.name) { setSlot(at: property.keyPath, value) }
  }

  /// Sets a property to what another object has, or to what stands for that.
  fileprivate func take(
    _ property: PropertyLayout, from other: any PersistentModel,
    _ translate: (any PersistentModel) -> any PersistentModel
  ) {
    guard let value = other.get(property.name) else { return }
    switch value {
    case let model as any PersistentModel: setSlot(at: property.keyPath, translate(model))
    case let models as [any PersistentModel]:
      setSlot(at: property.keyPath, models.map(translate))
    default: setSlot(at: property.keyPath, value)
    }
  }
}
