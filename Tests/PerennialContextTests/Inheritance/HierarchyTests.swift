import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Inheritance: several levels")
struct HierarchyTests {
  private func fill(_ context: ModelContext) throws {
    context.insert(Animal("Ant", born: 1))
    context.insert(Dog("Bella", tricks: 3, licence: "b"))
    context.insert(Puppy("Coco", litter: "L1", score: 2.5, tricks: 1))
    context.insert(Cat("Duke", lives: 7, tricks: "none"))
    context.insert(Ghost(spirit: "Echo"))
    try context.save()
  }

  private func names<T: Animal>(_ type: T.Type, _ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<T>()).map(\.name).sorted()
  }

  @Test("Each class gives itself and what inherits from it", arguments: Place.allCases)
  func levels(place: Place) throws {
    try place.withMenagerie { container in
      let writer = ModelContext(container)
      try fill(writer)
      for context in [writer, ModelContext(container)] {
        #expect(try names(Animal.self, context) == ["Ant", "Bella", "Coco", "Duke", "Echo"])
        #expect(try names(Dog.self, context) == ["Bella", "Coco"])
        #expect(try names(Puppy.self, context) == ["Coco"])
        #expect(try names(Cat.self, context) == ["Duke"])
        #expect(try names(Ghost.self, context) == ["Echo"])
      }
    }
  }

  @Test("Every value of every level comes back, by whatever class", arguments: Place.allCases)
  func values(place: Place) throws {
    try place.withMenagerie { container in
      try fill(ModelContext(container))
      func check(_ puppy: Puppy) {
        #expect(puppy.name == "Coco")
        #expect(puppy.born == 2000)
        #expect(puppy.weight == 10)
        #expect(puppy.tricks == 1)
        #expect(!puppy.isTrained)
        #expect(puppy.litter == "L1")
        #expect(puppy.score == 2.5)
        #expect(puppy.strokes == 0)
      }
      check(try #require(try ModelContext(container).fetch(FetchDescriptor<Puppy>()).first))
      let dogs = try ModelContext(container).fetch(FetchDescriptor<Dog>())
      check(try #require(dogs.compactMap { $0 as? Puppy }.first))
      let animals = try ModelContext(container).fetch(FetchDescriptor<Animal>())
      check(try #require(animals.compactMap { $0 as? Puppy }.first))
      let cat = try #require(animals.compactMap { $0 as? Cat }.first)
      #expect(cat.tricks == "none")
      #expect(cat.lives == 7)
      #expect(cat.weight == 4)
      let dog = try #require(animals.first { type(of: $0) == Dog.self } as? Dog)
      #expect(dog.licence == "b")
      #expect(dog.isTrained)
    }
  }

  @Test("One object stands for a row, by whatever class it is fetched", arguments: Place.allCases)
  func identity(place: Place) throws {
    try place.withMenagerie { container in
      try fill(ModelContext(container))
      let context = ModelContext(container)
      let puppy = try #require(try context.fetch(FetchDescriptor<Puppy>()).first)
      let dogs = try context.fetch(FetchDescriptor<Dog>())
      let animals = try context.fetch(FetchDescriptor<Animal>())
      #expect(dogs.contains { $0 === puppy })
      #expect(animals.contains { $0 === puppy })
    }
  }

  @Test("Changes of inherited and of own properties are saved", arguments: Place.allCases)
  func changes(place: Place) throws {
    try place.withMenagerie { container in
      try fill(ModelContext(container))
      let context = ModelContext(container)
      let other = ModelContext(container)
      let theirs = try #require(
        try other.fetch(FetchDescriptor<Animal>()).compactMap { $0 as? Puppy }.first)
      let puppy = try #require(try context.fetch(FetchDescriptor<Puppy>()).first)
      puppy.name = "Cleo"
      puppy.tricks = 5
      puppy.score = .nan
      #expect(context.changedModelsArray.count == 1)
      try context.save()
      #expect(theirs.name == "Cleo")
      #expect(theirs.tricks == 5)
      #expect(theirs.score.isNaN)
      #expect(theirs.litter == "L1")

      theirs.litterMatesAreKnown(as: 7)
      other.rollback()
      #expect(theirs.tricks == 5)
    }
  }

  @Test("Relationships to each level, both ways", arguments: Place.allCases)
  func relationships(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let keeper = Keeper("Kim")
      let (dog, puppy, cat) = (Dog("Bella"), Puppy("Coco", litter: "L"), Cat("Duke"))
      let walker = Walker("Will")
      let toy = Toy("Ball")
      context.insert(keeper)
      keeper.animals = [cat, dog, puppy]
      keeper.favourite = puppy
      walker.dogs = [puppy, dog]
      puppy.mother = dog
      dog.toys = [toy]
      toy.owners.append(puppy)
      cat.friends = [dog]
      dog.idol = cat
      try context.save()

      let other = ModelContext(container)
      let found = try #require(try other.fetch(FetchDescriptor<Keeper>()).first)
      #expect(found.animals.map(\.name) == ["Duke", "Bella", "Coco"])
      #expect(found.animals.map { "\(type(of: $0))" } == ["Cat", "Dog", "Puppy"])
      #expect(found.favourite is Puppy)
      let theirPuppy = try #require(found.favourite as? Puppy)
      #expect(theirPuppy.walker?.dogs.map(\.name) == ["Coco", "Bella"])
      #expect(theirPuppy.mother?.toys.map(\.name) == ["Ball"])
      #expect(theirPuppy.toys.first?.owners.map(\.name) == ["Bella", "Coco"])
      #expect(theirPuppy.mother?.idol is Cat)
      let theirCat = try #require(found.animals.first as? Cat)
      #expect(theirCat.friends.first === theirPuppy.mother)
      #expect(theirCat.keeper === found)

      theirPuppy.keeper = nil
      #expect(found.animals.map(\.name) == ["Duke", "Bella"])
      try other.save()
      #expect(keeper.animals.map(\.name) == ["Duke", "Bella"])
      #expect(puppy.keeper == nil)
    }
  }

  @Test("Many objects' relationships take few queries", arguments: Place.allCases)
  func batches(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let keepers = (0..<60).map { Keeper("K\($0)") }
      for (number, keeper) in keepers.enumerated() {
        context.insert(keeper)
        keeper.animals = [Dog("D\(number)"), Cat("C\(number)"), Animal("A\(number)")]
      }
      try context.save()
      let other = ModelContext(container)
      let animals = try other.fetch(FetchDescriptor<Animal>())
      let names = animals.map { $0.keeper?.name ?? "" }
      #expect(Set(names).count == 60)
      let found = try other.fetch(FetchDescriptor<Keeper>())
      for keeper in found {
        #expect(Set(keeper.animals.map { "\(type(of: $0))" }) == ["Dog", "Cat", "Animal"])
      }
    }
  }

  @Test("Delete rules of each level apply", arguments: Place.allCases)
  func deleteRules(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let keeper = Keeper("Kim")
      let (dog, puppy, cat) = (Dog("Bella"), Puppy("Coco", litter: "L"), Cat("Duke"))
      let (walker, mouse) = (Walker("Will"), Animal("Mouse"))
      context.insert(keeper)
      context.insert(walker)
      keeper.animals = [cat, dog]
      walker.dogs = [dog, puppy]
      cat.prey = [mouse]
      puppy.mother = dog
      mouse.idol = cat
      try context.save()
      context.delete(keeper)
      #expect(walker.dogs == [puppy])
      #expect(puppy.mother == nil)
      try context.save()
      for reader in [context, ModelContext(container)] {
        #expect(try names(Animal.self, reader) == ["Coco"])
        #expect(try reader.fetchCount(FetchDescriptor<Walker>()) == 1)
      }
    }
  }

  @Test("Observers of inherited properties are told", arguments: Place.allCases)
  func observation(place: Place) throws {
    try place.withMenagerie { container in
      try fill(ModelContext(container))
      let (here, there) = (ModelContext(container), ModelContext(container))
      let mine = try #require(try here.fetch(FetchDescriptor<Puppy>()).first)
      let theirs = try #require(
        try there.fetch(FetchDescriptor<Animal>()).compactMap { $0 as? Puppy }.first)
      let told = TellCount()
      withObservationTracking {
        _ = theirs.name
      } onChange: {
        told.add()
      }
      withObservationTracking {
        _ = theirs.litter.count + theirs.tricks
      } onChange: {
        told.add()
      }
      mine.name = "Cleo"
      mine.tricks = 9
      try here.save()
      #expect(told.count == 2)
      #expect(theirs.name == "Cleo")
      #expect(theirs.tricks == 9)
    }
  }

  @Test("Accessors written by key path know inherited properties", arguments: Place.allCases)
  func keyPaths(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let puppy = Puppy("Coco", litter: "L")
      context.insert(puppy)
      puppy.setValue(forKey: \.name, to: "Cleo")
      puppy.setValue(forKey: \.tricks, to: 4)
      #expect(puppy.getValue(forKey: \.name) == "Cleo")
      #expect((puppy as Animal).getValue(forKey: \.name) == "Cleo")
      #expect((puppy as Dog).tricks == 4)
      try context.save()
      var descriptor = FetchDescriptor<Puppy>(
        sortBy: [SortDescriptor(\.name), SortDescriptor(\.tricks)])
      descriptor.propertiesToFetch = [\.name, \.tricks]
      descriptor.relationshipKeyPathsForPrefetching = [\.keeper, \.friends]
      let found = try #require(try ModelContext(container).fetch(descriptor).first)
      #expect(found.name == "Cleo")
      #expect(found.litter == "L")
    }
  }
}

extension Puppy {
  fileprivate func litterMatesAreKnown(as tricks: Int) { self.tricks = tricks }
}

/// Counts, from whatever thread.
private final class TellCount: @unchecked Sendable {
  // Sendable: the count is read and written under the lock.
  private let lock = NSLock()
  private var value = 0
  var count: Int { lock.withLock { value } }
  func add() { lock.withLock { value += 1 } }
}
