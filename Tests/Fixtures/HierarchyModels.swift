import Foundation
import SwiftData

// Classes that inherit on several levels, with what can go wrong between them: properties of one
// name in two of them, constants, values that are stored as NULL, relationships to each level.

@Model
class Animal {
  @Attribute(.unique) var tag: Int?
  var name: String
  let born: Int
  @Attribute(.preserveValueOnDeletion) var weight: Double
  var keeper: Keeper?
  // One way: there are too many for two of them to be each other's inverse.
  var friends: [Animal] = []
  var idol: Animal?
  var rival: Animal?
  @Transient var strokes = 0

  init(_ name: String, born: Int = 2000, weight: Double = 1, tag: Int? = nil) {
    self.name = name
    self.born = born
    self.weight = weight
    self.tag = tag
  }
}

@Model
class Dog: Animal {
  #Unique<Dog>([\.licence])
  #Index<Dog>([\.tricks])

  var licence: String?
  var tricks: Int
  var isTrained: Bool
  @Relationship(deleteRule: .nullify, inverse: \Walker.dogs) var walker: Walker?
  @Relationship(inverse: \Toy.owners) var toys: [Toy] = []

  init(_ name: String, tricks: Int = 0, licence: String? = nil, weight: Double = 10) {
    self.tricks = tricks
    self.licence = licence
    isTrained = tricks > 2
    super.init(name, weight: weight)
  }
}

@Model
final class Puppy: Dog {
  let litter: String
  var score: Double
  var mother: Dog?

  init(_ name: String, litter: String, score: Double = .nan, tricks: Int = 0) {
    self.litter = litter
    self.score = score
    super.init(name, tricks: tricks)
  }
}

@Model
final class Cat: Animal {
  /// Another cat may have this name, but no other cat's.
  #Unique<Cat>([\.name])

  var lives: Int = 9
  var tricks: String?
  @Relationship(deleteRule: .cascade) var prey: [Animal] = []

  init(_ name: String, lives: Int = 9, tricks: String? = nil) {
    self.lives = lives
    self.tricks = tricks
    super.init(name, weight: 4)
  }
}

/// A class that adds nothing.
@Model
final class Ghost: Animal {
  init(spirit name: String) { super.init(name, weight: 0) }
}

@Model
final class Keeper {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Animal.keeper) var animals: [Animal] = []
  /// One way, to a subclass.
  var favourite: Dog?

  init(_ name: String) {
    self.name = name
  }
}

@Model
final class Walker {
  var name: String
  var dogs: [Dog] = []

  init(_ name: String) {
    self.name = name
  }
}

@Model
final class Toy {
  var name: String
  var owners: [Dog] = []

  init(_ name: String) {
    self.name = name
  }
}

extension Place {
  /// Runs a test with a container for all of the menagerie.
  func withMenagerie<Result>(_ body: (ModelContainer) throws -> Result) throws -> Result {
    try with(
      Puppy.self, Cat.self, Ghost.self, Dog.self, Animal.self, Keeper.self, Walker.self, Toy.self,
      body: body)
  }
}
