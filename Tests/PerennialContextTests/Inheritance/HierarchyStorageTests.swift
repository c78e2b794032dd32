import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Inheritance: what the file has")
struct HierarchyStorageTests {
  private func file(_ body: (ModelContainer, URL) throws -> Void) throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try ModelContainer(
      for: Animal.self, Dog.self, Puppy.self, Cat.self, Ghost.self,
      configurations: ModelConfiguration(url: url))
    try body(container, url)
  }

  private static func insertion(_ key: Int, _ entity: String) -> String {
    """
    INSERT INTO Animal (_pk, _entity, name, born, weight, "keeper$position") \
    VALUES (\(key), '\(entity)', 'x', 1, 1, 0)
    """
  }

  @Test("A hierarchy has one table, with a column for each property of each class")
  func table() throws {
    try file { container, url in
      let context = ModelContext(container)
      context.insert(Puppy("Coco", litter: "L", tricks: 2))
      context.insert(Cat("Duke"))
      try context.save()
      let raw = try RawDatabase(url)
      #expect(
        try raw.rows(
          """
          SELECT _entity, name, "Dog.tricks", "Puppy.litter", "Cat.tricks", "Cat.lives" \
          FROM Animal ORDER BY _pk
          """) == [
            ["Puppy", "Coco", "2", "L", "NULL", "NULL"],
            ["Cat", "Duke", "NULL", "NULL", "NULL", "9"],
          ])
      #expect(
        try raw.rows("SELECT name FROM sqlite_master WHERE name IN ('Dog', 'Puppy', 'Cat')").isEmpty
      )
      #expect(try raw.value("PRAGMA integrity_check") == "ok")
    }
  }

  @Test("Foreign keys, indices and constraints are SQLite's own")
  func real() throws {
    try file { container, url in
      let raw = try RawDatabase(url)
      let keys = try raw.rows("SELECT \"from\", \"table\" FROM pragma_foreign_key_list('Animal')")
      #expect(keys.contains(["Dog.walker", "Walker"]))
      #expect(keys.contains(["Puppy.mother", "Animal"]))
      #expect(keys.contains(["keeper", "Keeper"]))
      #expect(
        try raw.rows("SELECT \"from\", \"table\" FROM pragma_foreign_key_list('Keeper')")
          == [["favourite", "Animal"]])
      let unique = try raw.rows(
        "SELECT name FROM pragma_index_list('Animal') WHERE \"unique\" ORDER BY name")
      #expect(unique.map { $0[0] } == ["Animal.Dog.licence!", "Animal.name!Cat", "Animal.tag!"])
      try raw.run(Self.insertion(1, "Cat"))
      try raw.run(Self.insertion(3, "Dog"))
      #expect(throws: RawDatabase.Failure.self) {
        try raw.run(Self.insertion(2, "Cat"))
      }
    }
  }

  @Test("A query of the base needs no condition; of a subclass it uses the index of entities")
  func plans() throws {
    try file { container, url in
      let hierarchies = ModelContext(container).graph.coordinator.hierarchies
      let all = FetchPlan(FetchDescriptor<Animal>(), hierarchies)
      #expect(all.condition == nil)
      let raw = try RawDatabase(url)
      func plan(_ sql: String) throws -> String {
        try raw.rows("EXPLAIN QUERY PLAN " + sql.replacing("?", with: "'Cat'"))
          .map { $0.last ?? "" }.joined(separator: "; ")
      }
      let cats = FetchPlan(FetchDescriptor<Cat>(), hierarchies)
      let search = try plan(cats.select("t0._pk", limit: nil, offset: nil))
      #expect(search.contains("Animal._entity"), "\(search)")
      #expect(!search.contains("TEMP B-TREE"), "\(search)")

      let tag = 7
      let found = FetchPlan(
        FetchDescriptor<Cat>(predicate: #Predicate { $0.tag == tag }), hierarchies)
      let key = try plan(found.select("t0._pk", limit: nil, offset: nil))
      #expect(key.contains("Animal.tag!"), "\(key)")

      let tricks = 3
      let cast = FetchPlan(
        FetchDescriptor<Animal>(predicate: #Predicate { ($0 as? Dog)?.tricks == tricks }),
        hierarchies)
      #expect(cast.condition == "t0.\"Dog.tricks\" = ?")
      let index = try plan(cast.select("t0._pk", limit: nil, offset: nil))
      #expect(index.contains("Animal.Dog.tricks"), "\(index)")
    }
  }

  @Test("A class without a hierarchy is stored as ever")
  func alone() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(url: url))
    let graph = ModelContext(container).graph
    #expect(graph.tables.allSatisfy { $0.isAlone && $0.entity.family == nil })
    #expect(graph.coordinator.hierarchies.isEmpty)
    let columns = try RawDatabase(url).rows("SELECT name FROM pragma_table_info('Trip')")
    #expect(!columns.contains(["_entity"]))
  }

  @Test("A row of an entity that nobody knows is an error, not an object")
  func stranger() throws {
    try file { container, url in
      try RawDatabase(url).run(Self.insertion(1, "Yeti"))
      let error = try refusal {
        _ = try ModelContext(container).fetch(FetchDescriptor<Animal>())
      }
      #expect(error == .storeFailure)
      #expect(error.explanation.contains("Yeti"))
      #expect(try ModelContext(container).fetch(FetchDescriptor<Dog>()).isEmpty)
    }
  }

  @Test(
    "13.18 A value that cannot be represented leaves out its object, by the property of its class")
  func damage() throws {
    let directory = try ScratchDirectory()
    let url = directory.file("a.store")
    let container = try ModelContainer(
      for: Trip.self, BusinessTrip.self, PersonalTrip.self,
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.insert(PersonalTrip(name: "Spa", reason: .wellness))
    context.insert(BusinessTrip(name: "Fair", perdiem: 1))
    try context.save()
    try RawDatabase(url).run(
      "UPDATE Trip SET \"PersonalTrip.reason\" = 'whim' WHERE _entity = 'PersonalTrip'")
    #expect(try ModelContext(container).fetch(FetchDescriptor<Trip>()).map(\.name) == ["Fair"])
    #expect(try ModelContext(container).fetch(FetchDescriptor<PersonalTrip>()).isEmpty)
    let value = try #require(container.unrepresentableValues.first)
    #expect(value.identifier.entityName == "PersonalTrip")
    #expect(value.propertyName == "reason")
    #expect(value.storedValue == "whim")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Trip>()) == 1)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<BusinessTrip>()) == 1)
  }
}
