import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Inheritance: live results, history and undo")
struct HierarchyFollowingTests {
  @Test("Results of the base class follow objects of subclasses", arguments: Place.allCases)
  func base(place: Place) throws {
    try place.withMenagerie { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      let animals = try ResultsObserver(
        fetchDescriptor: FetchDescriptor<Animal>(sortBy: [SortDescriptor(\.name)]),
        modelContext: here)
      let dogs = try ResultsObserver(
        fetchDescriptor: FetchDescriptor<Dog>(sortBy: [SortDescriptor(\.name)]), modelContext: here)
      let able = try ResultsObserver(
        fetchDescriptor: FetchDescriptor<Animal>(
          predicate: #Predicate { ($0 as? Dog)?.tricks ?? 0 > 2 }),
        modelContext: here)
      #expect(animals.results.isEmpty)
      let puppy = Puppy("Coco", litter: "L", tricks: 1)
      there.insert(puppy)
      there.insert(Cat("Ada"))
      try there.save()
      #expect(animals.results.map(\.name) == ["Ada", "Coco"])
      #expect(dogs.results.map(\.name) == ["Coco"])
      #expect(able.results.isEmpty)
      puppy.tricks = 3
      puppy.name = "Abe"
      try there.save()
      #expect(animals.results.map(\.name) == ["Abe", "Ada"])
      #expect(able.results.map(\.name) == ["Abe"])
      let cat = try #require(animals.results.first { $0 is Cat })
      cat.name = "Aaa"
      #expect(animals.results.map(\.name) == ["Aaa", "Abe"])
      #expect(dogs.results.map(\.name) == ["Abe"])
      there.delete(puppy)
      try there.save()
      #expect(animals.results.map(\.name) == ["Aaa"])
      #expect(dogs.results.isEmpty)
      #expect(able.results.isEmpty)
    }
  }

  @Test(
    "Results that read a relationship follow its end, whatever its class",
    arguments: Place.allCases)
  func throughOthers(place: Place) throws {
    try place.withMenagerie { container in
      let (here, there) = (ModelContext(container), ModelContext(container))
      let keeper = Keeper("Kim")
      let dog = Dog("Bella", tricks: 1)
      there.insert(keeper)
      keeper.animals = [dog]
      keeper.favourite = dog
      try there.save()
      let named = try ResultsObserver(
        fetchDescriptor: FetchDescriptor<Keeper>(
          predicate: #Predicate { $0.favourite?.name == "Bello" }),
        modelContext: here)
      let owning = try ResultsObserver(
        fetchDescriptor: FetchDescriptor<Keeper>(
          predicate: #Predicate { $0.animals.contains { ($0 as? Dog)?.tricks == 7 } }),
        modelContext: here)
      #expect(named.results.isEmpty)
      #expect(owning.results.isEmpty)
      dog.name = "Bello"
      dog.tricks = 7
      try there.save()
      #expect(named.results.map(\.name) == ["Kim"])
      #expect(owning.results.map(\.name) == ["Kim"])
    }
  }

  @Test("The history names each object by its own class", arguments: Place.allCases)
  func history(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let (keeper, puppy) = (Keeper("Kim"), Puppy("Coco", litter: "L"))
      context.insert(keeper)
      context.insert(puppy)
      keeper.favourite = puppy
      try context.save()
      let identifier = puppy.persistentModelID
      puppy.keeper = keeper
      puppy.tricks = 4
      puppy.name = "Cleo"
      try context.save()
      try context.delete(model: Animal.self)

      let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(transactions.count == 3)
      let changes = transactions.flatMap(\.changes)
      #expect(changes.allSatisfy { $0.changedPersistentIdentifier.entityName != "Animal" })
      var names: Set<String> = []
      for case .update(let update) in changes {
        guard let update = update as? DefaultHistoryUpdate<Puppy> else { continue }
        #expect(update.changedPersistentIdentifier == identifier)
        if update.updatedAttributes.contains(\.name) { names.insert("name") }
        if update.updatedAttributes.contains(\.tricks) { names.insert("tricks") }
      }
      #expect(names == ["name", "tricks"])
      let deletions = changes.compactMap { change -> DefaultHistoryDelete<Puppy>? in
        if case .delete(let deletion) = change {
          deletion as? DefaultHistoryDelete<Puppy>
        } else {
          nil
        }
      }
      let deletion = try #require(deletions.first)
      #expect(deletion.changedPersistentIdentifier == identifier)
      #expect(deletion.tombstone[\.weight] as? Double == 10)
    }
  }

  @Test("Changes of objects of every class are taken back", arguments: Place.allCases)
  func undo(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let (puppy, keeper, cat) = (Puppy("Coco", litter: "L", tricks: 1), Keeper("Kim"), Cat("Duke"))
      context.insert(keeper)
      keeper.animals = [puppy, cat]
      keeper.favourite = puppy
      try context.save()
      let undoManager = UndoManager()
      context.undoManager = undoManager
      puppy.tricks = 5
      puppy.name = "Cleo"
      context.delete(puppy)
      context.processPendingChanges()
      #expect(keeper.animals == [cat])
      undoManager.undo()
      #expect(puppy.tricks == 1)
      #expect(puppy.name == "Coco")
      #expect(Set(keeper.animals) == [puppy, cat])
      #expect(keeper.favourite === puppy)
      try context.save()
      #expect(try ModelContext(container).fetch(FetchDescriptor<Dog>()).map(\.name) == ["Coco"])
    }
  }
}
