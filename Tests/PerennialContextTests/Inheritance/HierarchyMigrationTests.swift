import Foundation
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Inheritance: migrations")
struct HierarchyMigrationTests {
  private func fillAlone(_ bench: MigrationBench) throws {
    let pet = PetsAlone.Beastie("Rex")
    let owner = PetsAlone.PetOwner("Kim")
    owner.pets = [pet]
    owner.pick = pet
    try bench.fill(pet, owner)
  }

  private func fillFirst(_ bench: MigrationBench) throws {
    let (pet, hamster, rival) = (
      PetsFirst.Beastie("Rex"), PetsFirst.Hamster("Ham", cage: 1), PetsFirst.Hamster("Ed", cage: 2)
    )
    let owner = PetsFirst.PetOwner("Kim")
    owner.pets = [hamster, pet]
    owner.pick = hamster
    hamster.rival = rival
    try bench.fill(pet, hamster, rival, owner)
  }

  private func changes(_ container: ModelContainer) -> Set<MigrationChange> {
    Set(container.migrationReports.flatMap(\.steps).flatMap(\.changes))
  }

  @Test("A subclass comes to a base that has objects")
  func addSubclass() throws {
    let bench = try MigrationBench()
    try fillAlone(bench)
    do {
      let container = try bench.container(
        PetsFirst.Beastie.self, PetsFirst.Hamster.self, PetsFirst.PetOwner.self)
      #expect(changes(container) == [.addedEntity("Hamster")])
      let context = ModelContext(container)
      let owner = try #require(try context.fetch(FetchDescriptor<PetsFirst.PetOwner>()).first)
      #expect(owner.pets.map(\.name) == ["Rex"])
      #expect(owner.pick === owner.pets.first)
      #expect(try context.fetchCount(FetchDescriptor<PetsFirst.Hamster>()) == 0)
      owner.pets.append(PetsFirst.Hamster("Ham", cage: 4))
      try context.save()
      #expect(try context.fetch(FetchDescriptor<PetsFirst.Beastie>()).count == 2)
    }
    try bench.expectStructure(
      of: PetsFirst.Beastie.self, PetsFirst.Hamster.self, PetsFirst.PetOwner.self)
    #expect(
      try bench.rows("SELECT _entity, name, \"Hamster.cage\" FROM Beastie ORDER BY _pk") == [
        ["Beastie", "Rex", "NULL"], ["Hamster", "Ham", "4"],
      ])
  }

  @Test("Classes change, are renamed in part, and are inherited from")
  func change() throws {
    let bench = try MigrationBench()
    try fillFirst(bench)
    do {
      let container = try bench.container(
        PetsSecond.Beastie.self, PetsSecond.Hamster.self, PetsSecond.Dwarf.self,
        PetsSecond.Parrot.self, PetsSecond.PetOwner.self)
      let changes = changes(container)
      #expect(
        changes == [
          .addedEntity("Dwarf"), .addedEntity("Parrot"),
          .addedProperty(entity: "Beastie", "age"), .addedProperty(entity: "Hamster", "wheel"),
          .addedProperty(entity: "Hamster", "key"),
          .renamedProperty(entity: "Hamster", from: "cage", to: "number"),
          .removedUniquenessConstraint(entity: "Hamster", ["name"]),
        ], "\(changes)")
      let context = ModelContext(container)
      let pets = try context.fetch(
        FetchDescriptor<PetsSecond.Beastie>(sortBy: [SortDescriptor(\.name)]))
      #expect(pets.map(\.name) == ["Ed", "Ham", "Rex"])
      #expect(pets.allSatisfy { $0.age == 1 })
      let hamsters = pets.compactMap { $0 as? PetsSecond.Hamster }
      #expect(hamsters.map(\.number) == [2, 1])
      #expect(hamsters.allSatisfy { $0.wheel == "small" })
      #expect(Set(hamsters.map(\.key)).count == 2)
      #expect(hamsters[1].rival === hamsters[0])
      #expect(hamsters[1].owner?.pick === hamsters[1])
      let parrot = PetsSecond.Parrot("Polly", words: ["hello"])
      context.insert(parrot)
      parrot.teachers = try context.fetch(FetchDescriptor<PetsSecond.PetOwner>())
      context.insert(PetsSecond.Dwarf("Tim", number: 3, size: 0.5))
      try context.save()
    }
    try bench.expectStructure(
      of: PetsSecond.Beastie.self, PetsSecond.Hamster.self, PetsSecond.Dwarf.self,
      PetsSecond.Parrot.self, PetsSecond.PetOwner.self)
    // The column of a property that a class adds is NULL in the rows of other classes.
    #expect(
      try bench.rows("SELECT \"Hamster.wheel\" FROM Beastie WHERE _entity IN ('Beastie', 'Parrot')")
        == [["NULL"], ["NULL"]])
  }

  @Test("A required property without a default names the objects of its class")
  func demand() throws {
    let bench = try MigrationBench()
    try fillFirst(bench)
    let error = try bench.expectRefusal(
      of: PetsDemanding.Beastie.self, PetsDemanding.Hamster.self, PetsDemanding.PetOwner.self,
      saying: "Hamster.colour", "2 objects")
    #expect(error?.identifiers.count == 2)
  }

  @Test("Where there are no objects of the class, nothing is in the way")
  func demandNothing() throws {
    let bench = try MigrationBench()
    try bench.fill(PetsFirst.Beastie("Rex"), PetsFirst.PetOwner("Kim"))
    do {
      _ = try bench.container(
        PetsFirst.Beastie.self, PetsFirst.Hamster.self, PetsFirst.PetOwner.self)
    }
    let context = try bench.open(
      PetsDemanding.Beastie.self, PetsDemanding.Hamster.self, PetsDemanding.PetOwner.self)
    #expect(try context.fetch(FetchDescriptor<PetsDemanding.Beastie>()).map(\.name) == ["Rex"])
  }

  @Test("A subclass that goes leaves its objects out of reach, and gets them back")
  func dropSubclass() throws {
    let bench = try MigrationBench()
    try fillFirst(bench)
    let before = try bench.dump()
    do {
      let context = try bench.open(PetsAlone.Beastie.self, PetsAlone.PetOwner.self)
      #expect(try context.fetch(FetchDescriptor<PetsAlone.Beastie>()).map(\.name) == ["Rex"])
      #expect(try context.fetchCount(FetchDescriptor<PetsAlone.Beastie>()) == 1)
      let owner = try #require(try context.fetch(FetchDescriptor<PetsAlone.PetOwner>()).first)
      #expect(owner.pets.map(\.name) == ["Rex"])
      #expect(owner.pick == nil)
      let withoutPick = #Predicate<PetsAlone.PetOwner> { $0.pick == nil }
      #expect(try context.fetchCount(FetchDescriptor(predicate: withoutPick)) == 1)
      let withTwo = #Predicate<PetsAlone.PetOwner> { $0.pets.count == 2 }
      #expect(try context.fetchCount(FetchDescriptor(predicate: withTwo)) == 0)
    }
    #expect(try bench.dump() == before)
    do {
      let context = try bench.open(PetsAlone.Beastie.self, PetsAlone.PetOwner.self)
      context.insert(PetsAlone.Beastie("Fido"))
      try context.save()
    }
    let context = try bench.open(
      PetsFirst.Beastie.self, PetsFirst.Hamster.self, PetsFirst.PetOwner.self)
    let names = try context.fetch(
      FetchDescriptor<PetsFirst.Beastie>(sortBy: [SortDescriptor(\.name)]))
    #expect(names.map(\.name) == ["Ed", "Fido", "Ham", "Rex"])
    #expect(try context.fetch(FetchDescriptor<PetsFirst.PetOwner>()).first?.pets.count == 2)
  }

  @Test("What a subclass left behind is erased with what leads to it")
  func erase() throws {
    let bench = try MigrationBench()
    try fillFirst(bench)
    do {
      let container = try bench.container(PetsAlone.Beastie.self, PetsAlone.PetOwner.self)
      #expect(try container.eraseRetiredEntities() == ["Hamster"])
      #expect(try container.eraseRetiredEntities().isEmpty)
      let context = ModelContext(container)
      context.insert(PetsAlone.Beastie("Fido"))
      try context.save()
    }
    #expect(
      try bench.rows("SELECT _entity, name FROM Beastie ORDER BY name") == [
        ["Beastie", "Fido"], ["Beastie", "Rex"],
      ])
    #expect(try bench.rows("SELECT pick FROM PetOwner") == [["NULL"]])
    #expect(try bench.rows("PRAGMA foreign_key_check").isEmpty)
    let context = try bench.open(
      PetsFirst.Beastie.self, PetsFirst.Hamster.self, PetsFirst.PetOwner.self)
    context.insert(PetsFirst.Hamster("Ham", cage: 1))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<PetsFirst.Beastie>()) == 3)
  }

  @Test("Rows are deleted in sets although a class that nobody knows leads to them")
  func strangersReferences() throws {
    let bench = try MigrationBench()
    try fillFirst(bench)
    do {
      let context = try bench.open(PetsAlone.Beastie.self, PetsAlone.PetOwner.self)
      try context.delete(model: PetsAlone.PetOwner.self)
      try context.delete(model: PetsAlone.Beastie.self)
    }
    #expect(try bench.rows("SELECT name FROM Beastie ORDER BY name") == [["Ed"], ["Ham"]])
    #expect(try bench.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test("A class does not leave its hierarchy while it has objects")
  func moved() throws {
    let bench = try MigrationBench()
    try fillFirst(bench)
    try bench.expectRefusal(
      of: PetsApart.Beastie.self, PetsApart.Hamster.self, saying: "Hamster", "custom stage")
  }

  @Test("A migration with a class that inherits is told beforehand, and done back and forth")
  func preview() throws {
    let bench = try MigrationBench()
    try fillAlone(bench)
    let before = try bench.dump()
    let reports = try ModelContainer.migrationReports(
      for: Schema([PetsFirst.Beastie.self, PetsFirst.Hamster.self, PetsFirst.PetOwner.self]),
      configurations: ModelConfiguration(url: bench.url))
    #expect(reports.flatMap(\.steps).flatMap(\.changes) == [.addedEntity("Hamster")])
    #expect(reports.allSatisfy { $0.issues.isEmpty })
    #expect(try bench.dump() == before)
  }

  @Test("Code of a stage sees objects as what they are")
  func stages() throws {
    let bench = try MigrationBench()
    do {
      let context = ModelContext(
        try bench.container(
          [PetsFirst.Beastie.self, PetsFirst.Hamster.self, PetsFirst.PetOwner.self],
          version: Schema.Version(1, 0, 0), plan: PetPlan.self))
      context.insert(PetsFirst.Hamster("Ham", cage: 1))
      context.insert(PetsFirst.Beastie("Rex"))
      try context.save()
    }
    let context = ModelContext(
      try bench.container(
        [
          PetsSecond.Beastie.self, PetsSecond.Hamster.self, PetsSecond.Dwarf.self,
          PetsSecond.Parrot.self, PetsSecond.PetOwner.self,
        ], version: Schema.Version(2, 0, 0), plan: PetPlan.self))
    let pets = try context.fetch(
      FetchDescriptor<PetsSecond.Beastie>(sortBy: [SortDescriptor(\.name)]))
    #expect(pets.map(\.name) == ["Ham!", "Rex"])
    #expect((pets.first as? PetsSecond.Hamster)?.wheel == "large")
  }
}

private enum PetsOne: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] {
    [PetsFirst.Beastie.self, PetsFirst.Hamster.self, PetsFirst.PetOwner.self]
  }
}

private enum PetsTwo: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] {
    [
      PetsSecond.Beastie.self, PetsSecond.Hamster.self, PetsSecond.Dwarf.self,
      PetsSecond.Parrot.self, PetsSecond.PetOwner.self,
    ]
  }
}

private enum PetPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [PetsOne.self, PetsTwo.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: PetsOne.self, toVersion: PetsTwo.self,
        willMigrate: { context in
          for pet in try context.fetch(FetchDescriptor<PetsFirst.Beastie>())
          where pet is PetsFirst.Hamster {
            pet.name += "!"
          }
        },
        didMigrate: { context in
          for pet in try context.fetch(FetchDescriptor<PetsSecond.Beastie>()) {
            (pet as? PetsSecond.Hamster)?.wheel = "large"
          }
        })
    ]
  }
}
