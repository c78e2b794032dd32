import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Batches over hierarchies")
struct HierarchyBatchTests {
  private func world(
    _ place: Place, _ body: (ModelContainer, ModelContext) throws -> Void
  ) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let animals = [
        Animal("newt"), Dog("rex", tricks: 1), Puppy("pip", litter: "l", tricks: 4), Cat("tom"),
        Ghost(spirit: "boo"),
      ]
      for animal in animals { context.insert(animal) }
      try context.save()
      try body(container, context)
    }
  }

  private func weights(_ context: ModelContext) throws -> [Double] {
    try context.fetch(FetchDescriptor<Animal>()).map(\.weight)
  }

  @Test("An update of a base class changes objects of all classes", arguments: Place.builtIn)
  func base(place: Place) throws {
    try world(place) { container, context in
      let other = ModelContext(container)
      let held = try other.fetch(FetchDescriptor<Animal>())
      let token = try #require(try context.history().last?.token)
      try context.update(model: Animal.self, setting: [.set(\.weight, to: 5)])
      #expect(try weights(ModelContext(container)) == [5, 5, 5, 5, 5])
      #expect(try weights(context) == [5, 5, 5, 5, 5])
      #expect(held.map(\.weight) == [5, 5, 5, 5, 5])
      let changes = try #require(try context.history(after: token).last?.changes)
      #expect(
        changes.map(\.changedPersistentIdentifier.entityName).sorted()
          == ["Animal", "Cat", "Dog", "Ghost", "Puppy"])
      for change in changes {
        switch change {
        case .update(let update as DefaultHistoryUpdate<Puppy>):
          #expect(update.containsAttribute(\.weight) && !update.containsAttribute(\.tricks))
        case .update(let update as DefaultHistoryUpdate<Animal>):
          #expect(update.containsAttribute(\.weight) && !update.containsAttribute(\.name))
        case .update: continue
        default: Issue.record("\(change)")
        }
      }
    }
  }

  @Test("One of a subclass leaves the other classes alone", arguments: Place.builtIn)
  func subclass(place: Place) throws {
    try world(place) { container, context in
      // An inherited attribute, one of its own, and both with a predicate.
      try context.update(model: Dog.self, setting: [.set(\.weight, to: 6)])
      #expect(try weights(ModelContext(container)) == [1, 6, 6, 4, 0])
      try context.update(
        model: Dog.self, where: #Predicate { $0.tricks > 2 && $0.weight == 6 },
        setting: [.set(\.tricks, to: 9), .set(\.name, to: "clever")])
      let dogs = try ModelContext(container).fetch(FetchDescriptor<Dog>())
      #expect(dogs.map(\.tricks) == [1, 9] && dogs.map(\.name) == ["rex", "clever"])
      try context.update(model: Puppy.self, setting: [.set(\.score, to: 1.5)])
      #expect(try ModelContext(container).only(Puppy.self)?.score == 1.5)
      let cats = try ModelContext(container).fetch(FetchDescriptor<Cat>())
      #expect(cats.map(\.name) == ["tom"])
    }
  }

  @Test("A predicate of the base may ask for the class", arguments: Place.builtIn)
  func casts(place: Place) throws {
    try world(place) { container, context in
      try context.update(
        model: Animal.self, where: #Predicate { $0 is Cat || ($0 as? Dog)?.tricks == 4 },
        setting: [.set(\.weight, to: 7)])
      #expect(try weights(ModelContext(container)) == [1, 10, 7, 7, 0])
    }
  }

  @Test("Objects with changes of their own are changed in memory", arguments: Place.builtIn)
  func dirty(place: Place) throws {
    try world(place) { container, context in
      let puppy = try #require(try context.only(Puppy.self))
      puppy.tricks = 0
      context.insert(Cat("new"))
      try context.update(
        model: Animal.self, where: #Predicate { $0.weight > 3 }, setting: [.set(\.weight, to: 8)])
      #expect(try weights(ModelContext(container)) == [1, 8, 10, 8, 0])
      #expect(try weights(context) == [1, 8, 8, 8, 0, 8])
      try context.save()
      #expect(try weights(ModelContext(container)) == [1, 8, 8, 8, 0, 8])
    }
  }

  @Test("A batch insertion takes objects of every class", arguments: Place.builtIn)
  func insertion(place: Place) throws {
    try world(place) { container, context in
      let keeper = Keeper("k")
      context.insert(keeper)
      try context.save()
      let token = try #require(try context.history().last?.token)
      try context.insert(model: Animal.self, from: 0..<600) { number -> Animal in
        let animal =
          switch number % 4 {
          case 0: Animal("\(number)")
          case 1: Dog("\(number)", tricks: number)
          case 2: Puppy("\(number)", litter: "b")
          default: Cat("\(number)")
          }
        animal.keeper = keeper
        return animal
      }
      let fresh = ModelContext(container)
      let kept = try #require(try fresh.only(Keeper.self)).animals
      #expect(kept.map(\.name) == (0..<600).map(String.init))
      #expect(kept.count { type(of: $0) == Puppy.self } == 150)
      #expect(keeper.animals.count == 600)
      #expect(try fresh.fetchCount(FetchDescriptor<Dog>()) == 302)
      #expect(try fresh.fetchCount(FetchDescriptor<Cat>()) == 151)
      let changes = try #require(try context.history(after: token).last?.changes)
      let names = Dictionary(grouping: changes, by: \.changedPersistentIdentifier.entityName)
      #expect(
        names.mapValues(\.count) == [
          "Animal": 150, "Dog": 150, "Puppy": 150, "Cat": 150, "Keeper": 1,
        ])
      // A cat's name is unique among cats, a dog cannot become one.
      try context.insert(model: Animal.self, from: ["3"]) { Cat($0, lives: 1) }
      #expect(
        try fresh.fetch(FetchDescriptor<Cat>(predicate: #Predicate { $0.name == "3" }))
          .map(\.lives) == [1])
      try context.update(
        model: Animal.self, where: #Predicate { $0.name == "1" }, setting: [.set(\.tag, to: 1)])
      #expect(throws: SwiftDataError.modelValidationFailure) {
        try context.insert(model: Animal.self, from: ["x"]) { name in
          let cat = Cat(name)
          cat.tag = 1
          return cat
        }
      }
    }
  }
}
