import Foundation
import RandomTesting
import SwiftData

@testable import Fixtures

/// Questions about classes and what they add, with random values in them.
struct CastForms {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func number() -> Int { Int.random(in: 0...4, using: &random) }
  private mutating func text() -> String {
    ["a", "b", "c", "Ä"].randomElement(using: &random) ?? ""
  }
  private mutating func real() -> Double { Double.random(in: -1...5, using: &random) }

  private mutating func composed<Model>(
    _ single: (inout CastForms) -> Predicate<Model>
  ) -> Predicate<Model> {
    let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in single(&self) }
    if parts.count == 1 { return parts[0] }
    return random.chance(0.5) ? Predicate(all: parts) : Predicate(any: parts)
  }

  mutating func animal() -> Predicate<Animal> { composed { $0.singleAnimal() } }
  mutating func dog() -> Predicate<Dog> { composed { $0.singleDog() } }
  mutating func keeper() -> Predicate<Keeper> { composed { $0.singleKeeper() } }

  private mutating func singleAnimal() -> Predicate<Animal> {
    let (n, t, r) = (number(), text(), real())
    switch Int.random(in: 0..<37, using: &random) {
    case 0: return #Predicate { $0 is Dog }
    case 1: return #Predicate { !($0 is Dog) }
    case 2: return #Predicate { $0 is Puppy || $0 is Cat }
    case 3: return #Predicate { $0 is Ghost }
    case 4: return #Predicate { ($0 as? Dog)?.tricks == n }
    case 5: return #Predicate { ($0 as? Dog)?.tricks != n }
    case 6: return #Predicate { ($0 as? Dog)?.licence == t }
    case 7: return #Predicate { ($0 as? Dog)?.licence == nil }
    case 8: return #Predicate { ($0 as? Dog)?.licence != nil }
    case 9: return #Predicate { ($0 as? Cat)?.tricks == t }
    case 10: return #Predicate { ($0 as? Dog)?.name == t }
    case 11: return #Predicate { ($0 as? Puppy)?.tricks == n }
    case 12: return #Predicate { ($0 as? Puppy)?.score ?? 0 > r }
    case 13: return #Predicate { ($0 as? Puppy)?.score == r }
    case 14: return #Predicate { ($0 as? Puppy)?.litter ?? t == t }
    case 15: return #Predicate { ($0 as! Dog).tricks > n }
    case 16: return #Predicate { !(($0 as! Dog).tricks > n) }
    case 17: return #Predicate { $0.name == t || ($0 as! Dog).tricks == n }
    case 18: return #Predicate { $0 is Dog && ($0 as! Dog).isTrained }
    case 19:
      return #Predicate { animal in
        if let dog = animal as? Dog { dog.isTrained && dog.name != t } else { false }
      }
    case 20:
      return #Predicate { animal in
        if let dog = animal as? Dog { dog.tricks < n } else { animal.name == t }
      }
    case 21: return #Predicate { ($0 as? Dog)?.walker?.name == t }
    case 22: return #Predicate { ($0 as? Dog)?.walker == nil }
    case 23: return #Predicate { ($0 as? Dog)?.keeper?.name == t }
    case 24: return #Predicate { ($0 as? Puppy)?.keeper == nil }
    case 25: return #Predicate { ($0 as? Puppy)?.mother?.tricks == n }
    case 26: return #Predicate { ($0.idol as? Dog)?.tricks == n }
    case 27: return #Predicate { $0.idol is Cat }
    case 28: return #Predicate { !($0.idol is Cat) }
    case 29: return #Predicate { $0.friends.contains { $0 is Dog } }
    case 30: return #Predicate { $0.friends.allSatisfy { $0 is Dog } }
    case 31: return #Predicate { $0.friends.contains { ($0 as? Dog)?.tricks == n } }
    case 32: return #Predicate { ($0 as? Dog)?.toys.isEmpty == true }
    case 33: return #Predicate { ($0 as? Dog)?.toys.contains { $0.name == t } ?? false }
    case 34: return #Predicate { ($0 as? Cat)?.prey.count == n }
    case 35: return #Predicate { (($0 as? Dog) as? Puppy)?.litter == t }
    default: return #Predicate { $0.name == t && $0.weight > r }
    }
  }

  private mutating func singleDog() -> Predicate<Dog> {
    let (n, t) = (number(), text())
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return #Predicate { $0.name == t }
    case 1: return #Predicate { $0.tricks == n }
    case 2: return #Predicate { $0.licence == nil || $0.weight > 4 }
    case 3: return #Predicate { $0 is Puppy }
    case 4: return #Predicate { $0.friends.isEmpty }
    case 5: return #Predicate { ($0 as? Puppy)?.litter == t }
    case 6: return #Predicate { $0.keeper?.name == t }
    case 7: return #Predicate { ($0 as! Puppy).litter != t }
    case 8: return #Predicate { $0.friends.contains { $0 is Cat } }
    case 9: return #Predicate { ($0.idol as? Cat)?.lives == n }
    case 10: return #Predicate { $0.keeper?.favourite is Puppy }
    default: return #Predicate { $0.idol == nil && $0.isTrained }
    }
  }

  private mutating func singleKeeper() -> Predicate<Keeper> {
    let (n, t) = (number(), text())
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return #Predicate { $0.animals.contains { $0 is Dog } }
    case 1: return #Predicate { $0.animals.contains { ($0 as? Cat)?.tricks == t } }
    case 2: return #Predicate { $0.animals.filter { $0 is Cat }.count == n }
    case 3: return #Predicate { $0.favourite is Puppy }
    case 4: return #Predicate { ($0.favourite as? Puppy)?.litter == t }
    case 5: return #Predicate { $0.favourite?.name == t }
    case 6: return #Predicate { $0.favourite == nil }
    default: return #Predicate { $0.animals.allSatisfy { ($0 as? Dog)?.tricks ?? n == n } }
    }
  }
}

/// A random menagerie.
enum RandomMenagerie {
  static func fill(_ context: ModelContext, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func text() -> String { ["a", "b", "c", "Ä"].randomElement(using: &random) ?? "" }
    func number() -> Int { Int.random(in: 0...4, using: &random) }
    let keepers = (0..<4).map { _ in Keeper(text()) }
    let walkers = (0..<3).map { _ in Walker(text()) }
    let toys = (0..<4).map { _ in Toy(text()) }
    for keeper in keepers { context.insert(keeper) }
    for walker in walkers { context.insert(walker) }
    for toy in toys { context.insert(toy) }
    var animals: [Animal] = []
    for index in 0..<40 {
      let animal: Animal =
        switch number() {
        case 0: Animal(text(), weight: Double(number()))
        case 1: Dog(text(), tricks: number(), licence: random.chance(0.5) ? "\(index)" : nil)
        case 2:
          Puppy(
            text(), litter: text(), score: random.chance(0.3) ? .nan : Double(number()),
            tricks: number())
        case 3: Ghost(spirit: text())
        default:
          Cat("\(text())\(index)", lives: number(), tricks: random.chance(0.5) ? text() : nil)
        }
      context.insert(animal)
      animal.keeper = random.chance(0.5) ? keepers.randomElement(using: &random) : nil
      animal.idol = random.chance(0.5) ? animals.randomElement(using: &random) : nil
      animal.friends = Array(animals.shuffled(using: &random).prefix(number()))
      if let dog = animal as? Dog {
        dog.walker = random.chance(0.5) ? walkers.randomElement(using: &random) : nil
        dog.toys = Array(toys.shuffled(using: &random).prefix(number()))
      }
      if let puppy = animal as? Puppy {
        puppy.mother = animals.compactMap { $0 as? Dog }.randomElement(using: &random)
      }
      if let cat = animal as? Cat {
        cat.prey = Array(animals.shuffled(using: &random).prefix(number()))
      }
      animals.append(animal)
    }
    for keeper in keepers {
      keeper.favourite = animals.compactMap { $0 as? Dog }.randomElement(using: &random)
    }
  }

  /// Changes some of it, without a save.
  static func disturb(_ context: ModelContext, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed ^ 0xD157)
    let animals = try context.fetch(FetchDescriptor<Animal>())
    for animal in animals where random.chance(0.2) {
      animal.name = ["a", "b"].randomElement(using: &random) ?? ""
      if let cat = animal as? Cat { cat.name += "\(cat.persistentModelID.hashValue)" }
      (animal as? Dog)?.tricks = Int.random(in: 0...4, using: &random)
      animal.idol = animals.randomElement(using: &random)
    }
    for animal in animals where random.chance(0.1) { context.delete(animal) }
    context.insert(Puppy("a", litter: "b", score: 1, tricks: 2))
    context.insert(Dog("c", tricks: 3))
  }
}
