import Foundation
import SwiftData
import Testing

@testable import Fixtures

@Suite("Inheritance: identifiers, constraints and changes")
struct HierarchyLookupTests {
  // MARK: Identifiers

  @Test("An identifier has the name of the object's own entity", arguments: Place.allCases)
  func identifiers(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let (dog, puppy) = (Dog("Bella"), Puppy("Coco", litter: "L"))
      context.insert(dog)
      context.insert(puppy)
      try context.save()
      #expect(puppy.persistentModelID.entityName == "Puppy")
      let other = ModelContext(container)
      let wanted = Set([dog, puppy].map(\.persistentModelID))
      #expect(try Set(other.fetchIdentifiers(FetchDescriptor<Animal>())) == wanted)
      #expect(try Set(other.fetchIdentifiers(FetchDescriptor<Dog>())) == wanted)
      var stored = FetchDescriptor<Animal>()
      stored.includePendingChanges = false
      #expect(try Set(other.fetchIdentifiers(stored, batchSize: 1)) == wanted)
      #expect(try other.fetch(stored, batchSize: 1).map(\.name) == ["Bella", "Coco"])
      for identifier in wanted {
        let model = other.model(for: identifier)
        #expect(model.persistentModelID == identifier)
        #expect("\(type(of: model))" == identifier.entityName)
        let known: Animal? = other.registeredModel(for: identifier)
        #expect(known === model)
      }
    }
  }

  @Test(
    "An object is found by the name of a superclass, and not by that of another class",
    arguments: Place.allCases)
  func byBase(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let puppy = Puppy("Coco", litter: "L")
      context.insert(puppy)
      try context.save()
      func identifier(_ entity: String) throws -> PersistentIdentifier {
        let text = try String(
          decoding: JSONEncoder().encode(puppy.persistentModelID), as: UTF8.self)
        return try JSONDecoder().decode(
          PersistentIdentifier.self, from: Data(text.replacing("Puppy", with: entity).utf8))
      }
      for reader in [context, ModelContext(container)] {
        for name in ["Animal", "Dog", "Puppy"] {
          let found = try #require(try reader.existingModel(for: identifier(name)) as? Puppy)
          #expect(found.litter == "L")
          #expect(found.persistentModelID == puppy.persistentModelID)
        }
        #expect(try reader.existingModel(for: identifier("Cat")) == nil)
        let none: Cat? = reader.registeredModel(for: try identifier("Cat"))
        #expect(none == nil)
      }
      let blank = ModelContext(container).model(for: try identifier("Cat"))
      #expect(blank is Cat)
      #expect(blank.modelContext == nil)
    }
  }

  // A custom store has an order of its own.
  @Test("Objects are enumerated as what they are", arguments: Place.builtIn)
  func enumerate(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      for number in 0..<30 {
        context.insert(number % 3 == 0 ? Cat("C\(number)") : Dog("D\(number)"))
      }
      try context.save()
      var names: [String] = []
      try ModelContext(container).enumerate(
        FetchDescriptor<Animal>(), batchSize: 7
      ) { names.append("\(type(of: $0))\($0.name)") }
      #expect(names.count == 30)
      #expect(names.prefix(3) == ["CatC0", "DogD1", "DogD2"])
      var dogs = 0
      try ModelContext(container).enumerate(FetchDescriptor<Dog>(), batchSize: 4) { _ in dogs += 1 }
      #expect(dogs == 20)
    }
  }

  // MARK: Constraints

  @Test("An upsert finds its row among objects of its class", arguments: Place.allCases)
  func upsert(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let dog = Dog("Bella", tricks: 1, licence: "x")
      dog.tag = 5
      context.insert(dog)
      try context.save()
      let other = ModelContext(container)
      let again = Dog("Bello", tricks: 2, licence: "x")
      again.tag = 5
      other.insert(again)
      try other.save()
      #expect(again.persistentModelID == dog.persistentModelID)
      #expect(dog.name == "Bello")
      #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 1)
    }
  }

  @Test(
    "41/2: If the context holds an object of the row, both are edited by properties of all classes",
    arguments: Place.allCases)
  func upsertOfHeldObject(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let dog = Dog("Bella", tricks: 1, licence: "x")
      context.insert(dog)
      try context.save()
      let again = Dog("Bello", tricks: 2, licence: "x")
      context.insert(again)
      try context.save()
      #expect((dog.name, dog.tricks) == ("Bello", 2))
      let animal: Animal = again
      animal.name = "Bruno"
      again.tricks += 1
      #expect((dog.name, dog.tricks) == ("Bruno", 3))
      dog.name = "Balu"
      #expect(animal.name == "Balu")
      try context.save()
      let stored = try ModelContext(container).fetch(FetchDescriptor<Dog>())
      #expect(stored.map(\.name) == ["Balu"] && stored.map(\.tricks) == [3])
    }
  }

  @Test("An object cannot take the place of one of another class", arguments: Place.allCases)
  func otherClass(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      context.insert(Animal("Ant", tag: 5))
      try context.save()
      let cat = Cat("Duke")
      cat.tag = 5
      context.insert(cat)
      let error = try refusal { try context.save() }
      #expect(error == .modelValidationFailure)
      #expect(error.explanation.contains("Animal"))
      cat.tag = 6
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 2)
    }
  }

  @Test("A subclass's constraint over what it inherits is its own", arguments: Place.allCases)
  func scope(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      context.insert(Animal("Duke"))
      context.insert(Dog("Duke"))
      context.insert(Cat("Duke", lives: 3))
      try context.save()
      context.insert(Cat("Duke", lives: 4))
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 3)
      #expect(try context.fetch(FetchDescriptor<Cat>()).map(\.lives) == [4])
    }
  }

  @Test("Unique values are exchanged between objects of several classes", arguments: Place.allCases)
  func exchange(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let (first, second) = (Animal("A", tag: 1), Dog("B", licence: "l"))
      second.tag = 2
      context.insert(first)
      context.insert(second)
      try context.save()
      first.tag = 3
      second.tag = 1
      try context.save()
      first.tag = 1
      second.tag = 3
      try context.save()
      #expect(
        try ModelContext(container).fetch(FetchDescriptor<Animal>()).map(\.tag) == [1, 3])
    }
  }

  // MARK: What is not saved

  @Test("Unsaved objects count as what they are", arguments: Place.allCases)
  func pending(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      context.insert(Cat("Duke"))
      let dog = Dog("Bella", tricks: 2)
      context.insert(dog)
      #expect(try context.fetch(FetchDescriptor<Animal>()).count == 2)
      #expect(try context.fetch(FetchDescriptor<Dog>()) == [dog])
      #expect(try context.fetchCount(FetchDescriptor<Puppy>()) == 0)
      try context.save()
      dog.tricks = 4
      let four = #Predicate<Animal> { ($0 as? Dog)?.tricks == 4 }
      #expect(try context.fetch(FetchDescriptor(predicate: four)) == [dog])
      context.delete(dog)
      #expect(try context.fetch(FetchDescriptor<Animal>()).map(\.name) == ["Duke"])
      context.rollback()
      #expect(try context.fetch(FetchDescriptor<Animal>()).count == 2)
    }
  }

  @Test(
    "A transaction that fails leaves objects of every class as they were",
    arguments: Place.allCases)
  func transactions(place: Place) throws {
    struct Failure: Error {}
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let puppy = Puppy("Coco", litter: "L", tricks: 1)
      context.insert(puppy)
      try context.save()
      puppy.tricks = 2
      #expect(throws: Failure.self) {
        try context.transaction {
          puppy.tricks = 3
          puppy.name = "Cleo"
          throw Failure()
        }
      }
      #expect(puppy.tricks == 2)
      #expect(puppy.name == "Coco")
      try context.save()
      #expect(try ModelContext(container).fetch(FetchDescriptor<Dog>()).map(\.tricks) == [2])
    }
  }

  @Test("A batch deletion by a cast, with its delete rules", arguments: Place.allCases)
  func batchDeletion(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let (dog, puppy, cat) = (
        Dog("Bella", tricks: 5), Puppy("Coco", litter: "L", tricks: 1), Cat("Duke")
      )
      let (walker, keeper, mouse) = (Walker("Will"), Keeper("Kim"), Animal("Mouse"))
      context.insert(walker)
      context.insert(keeper)
      walker.dogs = [dog, puppy]
      keeper.favourite = dog
      keeper.animals = [cat]
      puppy.mother = dog
      cat.prey = [mouse, puppy]
      try context.save()
      let other = ModelContext(container)
      let able = #Predicate<Animal> { ($0 as? Dog)?.tricks ?? 0 > 3 }
      try other.delete(model: Animal.self, where: able)
      #expect(walker.dogs == [puppy])
      #expect(puppy.mother == nil)
      #expect(keeper.favourite == nil)
      #expect(dog.modelContext == nil)
      try other.delete(model: Keeper.self)
      #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 0)
      #expect(try context.fetch(FetchDescriptor<Walker>()).first?.dogs.isEmpty == true)
    }
  }

  @Test(
    "A batch update sets what is inherited, and tells objects of every class",
    arguments: Place.builtIn)
  func batchUpdate(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let (dog, puppy, cat) = (Dog("Bella"), Puppy("Coco", litter: "L"), Cat("Duke"))
      for animal in [dog, puppy, cat] as [Animal] { context.insert(animal) }
      try context.save()
      let other = ModelContext(container)
      try other.update(model: Dog.self, setting: [.set(\.weight, to: 7), .set(\.tricks, to: 3)])
      #expect([dog.weight, puppy.weight, cat.weight] == [7, 7, 4])
      #expect(puppy.tricks == 3)
      try other.update(
        model: Animal.self, where: #Predicate { $0 is Puppy }, setting: [.set(\.weight, to: 1)])
      #expect([dog.weight, puppy.weight, cat.weight] == [7, 1, 4])
    }
  }

  @Test(
    "A conflict is settled by the properties of the object's own class",
    arguments: Place.allCases)
  func conflicts(place: Place) throws {
    try place.withMenagerie { container in
      let (first, second) = (ModelContext(container), ModelContext(container))
      first.insert(Dog("Bella", tricks: 1))
      try first.save()
      let mine = try #require(try first.fetch(FetchDescriptor<Dog>()).first)
      let theirs = try #require(try second.fetch(FetchDescriptor<Animal>()).first as? Dog)
      second.mergePolicy = .error
      theirs.tricks = 2
      mine.tricks = 5
      try first.save()
      let error = try refusal { try second.save() }
      let conflict = try #require(error.conflicts.first)
      #expect(conflict.identifier == mine.persistentModelID)
      #expect(conflict.propertyName == "tricks")
      #expect(conflict.storedValue as? Int == 5)
    }
  }

  @Test("The notification of a save names objects by their own entities", arguments: Place.allCases)
  func notifications(place: Place) throws {
    try place.withMenagerie { container in
      let context = ModelContext(container)
      let (cat, dog) = (Cat("Duke"), Dog("Bella"))
      context.insert(cat)
      context.insert(dog)
      dog.idol = cat
      try context.save()
      let other = ModelContext(container)
      let updated = Mutexed<Set<PersistentIdentifier>>([])
      let token = NotificationCenter.default.addObserver(
        forName: ModelContext.didSave, object: other, queue: nil
      ) { note in
        updated.withLock { $0 = note.identifiers(.updatedIdentifiers) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try other.delete(model: Cat.self)
      #expect(dog.idol == nil)
      #expect(updated.withLock { $0 } == [dog.persistentModelID])
    }
  }

  // MARK: Refusals

  @Test("An object of a class that the schema lacks is refused, by name", arguments: Place.allCases)
  func unknownClass(place: Place) throws {
    try place.with(Trip.self) { container in
      let context = ModelContext(container)
      context.insert(BusinessTrip(name: "Fair", perdiem: 1))
      let error = try refusal { try context.save() }
      #expect(error == .unknownSchema)
      #expect(error.explanation.contains("BusinessTrip"))
      #expect(throws: SwiftDataError.unknownSchema) {
        try context.fetch(FetchDescriptor<BusinessTrip>())
      }
    }
  }

  @Test("A subclass brings its superclasses into the schema")
  func closure() throws {
    let container = try ModelContainer(
      for: Puppy.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let names = Set(container.schema.entities.map(\.name))
    #expect(names.isSuperset(of: ["Puppy", "Dog", "Animal", "Keeper"]))
    let context = ModelContext(container)
    context.insert(Animal("Ant"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Animal>()) == 1)
  }

  @Test("The classes of a hierarchy belong into one configuration")
  func configurations() throws {
    let error = try refusal {
      _ = try ModelContainer(
        for: Schema([Trip.self, BusinessTrip.self]),
        configurations: [
          ModelConfiguration(
            "a", schema: Schema([Trip.self, BucketListItem.self, Accommodation.self]),
            isStoredInMemoryOnly: true),
          ModelConfiguration(
            "b", schema: Schema([BusinessTrip.self]), isStoredInMemoryOnly: true),
        ])
    }
    #expect(error == .unsupportedFeature)
    #expect(error.explanation.contains("BusinessTrip"))
  }

  @Test("An inverse that is inherited is refused, with a way out")
  func inheritedInverse() throws {
    let error = try refusal {
      _ = try ModelContainer(
        for: Pound.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .unsupportedFeature)
    #expect(error.explanation.contains("Pound.strays"))
    #expect(error.explanation.contains("Beast.pound"))
  }

  @Test("A subclass without @Model is refused, by name")
  func plainSubclass() throws {
    let error = try refusal {
      _ = try ModelContainer(
        for: PlainHound.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    #expect(error == .unsupportedFeature)
    #expect(error.explanation.contains("PlainHound"))
  }
}

/// A value behind a lock.
private final class Mutexed<Value>: @unchecked Sendable {
  // Sendable: the value is only reached under the lock.
  private let lock = NSLock()
  private var value: Value
  init(_ value: Value) { self.value = value }
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}

@Model
class Beast {
  var pound: Pound?
  init() {}
}

@Model
final class Hound: Beast {
  var speed = 1
  override init() { super.init() }
}

@Model
final class Pound {
  @Relationship(inverse: \Hound.pound) var strays: [Hound] = []
  init() {}
}

@Model
class Setter: Beast {
  var coat = ""
  override init() { super.init() }
}

class PlainHound: Setter {}
