import AppleStoreTesting
import Foundation
import RandomTesting
import Testing

@testable import PerennialAppleStores

@Suite("Apple stores: descriptions of models")
struct ModelCacheTests {
  private func read(_ model: StoredModel) throws -> StoredModel {
    let hashes = model.entities.compactMap { entity in
      entity.versionHash.map { (entity.name, ListValue.data($0)) }
    }
    let metadata = try StoreMetadata(
      identifier: "",
      list: ListValue.fields([("NSStoreModelVersionHashes", .fields(hashes))]).propertyList)
    return try ModelCacheReader.model(in: deflated(ModelArchiver.archive(model)), metadata)
  }

  @Test("Random models are read as they are described", arguments: TestSeeds.some(100, of: 4))
  func roundTrip(seed: UInt64) throws {
    let model = RandomStore.store(seed: seed).model
    #expect(try read(model) == model, "seed \(seed)")
  }

  @Test(
    "A to-many relationship without a limit has the greatest number 0 or −1", arguments: [0, -1])
  func maximum(count: Int64) throws {
    var archiver = ArchiveWriter()
    let name = archiver.text("items")
    let entityName = archiver.text("Item")
    let relationship = archiver.instance(
      "NSRelationshipDescription",
      [
        ("NSPropertyName", name), ("_NSDestinationEntityName", entityName),
        ("NSMaxCount", .integer(count)),
      ])
    let properties = archiver.dictionary([(name, relationship)])
    let entity = archiver.instance(
      "NSEntityDescription", [("NSEntityName", entityName), ("NSProperties", properties)])
    let entities = archiver.dictionary([(entityName, entity)])
    let root = archiver.instance("NSManagedObjectModel", [("NSEntities", entities)])
    let metadata = try StoreMetadata(identifier: "", list: ListValue.fields([]).propertyList)
    let model = try ModelCacheReader.model(
      in: deflated(archiver.archive(root: root)), metadata)
    let found = try #require(model["Item"]?.relationship("items"))
    #expect(found.isToMany && found.maximumCount == 0)
  }

  @Test("A description that repeats an entity and its properties ends at the limit")
  func repetition() throws {
    var archiver = ArchiveWriter()
    let name = archiver.text("items")
    let entityName = archiver.text("Item")
    let relationship = archiver.instance(
      "NSRelationshipDescription",
      [("NSPropertyName", name), ("_NSDestinationEntityName", entityName)])
    let many = 20_000
    let properties = archiver.dictionary(
      Array(repeating: (name, relationship), count: many))
    let entity = archiver.instance(
      "NSEntityDescription", [("NSEntityName", entityName), ("NSProperties", properties)])
    let entities = archiver.dictionary(Array(repeating: (entityName, entity), count: many))
    let root = archiver.instance("NSManagedObjectModel", [("NSEntities", entities)])
    let metadata = try StoreMetadata(identifier: "", list: ListValue.fields([]).propertyList)
    let cache = deflated(archiver.archive(root: root))
    #expect(throws: ArchiveError.tooLarge("the property list repeats too many objects")) {
      try ModelCacheReader.model(in: cache, metadata, limits: ArchiveLimits(reads: 1_000_000))
    }
  }

  @Test("An entity that inherits from itself is refused")
  func circle() throws {
    let entities = [("A", "B"), ("B", "A")].map { name, superentity in
      StoredModel.Entity(
        name: name, className: nil, superentity: superentity, isAbstract: false,
        renamingIdentifier: name, attributes: [], relationships: [], uniqueness: [],
        versionHash: nil)
    }
    let model = StoredModel(entities: entities, versionIdentifiers: [], source: .cache)
    #expect(throws: ArchiveError.self) { try read(model) }
  }

  @Test("Families are named from the outermost entity")
  func families() {
    let model = RandomStore.store(seed: 12).model
    for entity in model.entities {
      let root = model.root(of: entity.name)
      #expect(model.family(of: root).contains(entity.name))
      #expect(model[root]?.superentity == nil)
    }
  }
}
