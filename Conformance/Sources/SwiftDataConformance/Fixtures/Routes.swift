import Foundation
import SwiftData

// Models with inheritance.

@Model
class Route {
  var name: String
  var grade: Int
  var guide: Pathfinder?

  init(_ name: String, grade: Int = 1) {
    self.name = name
    self.grade = grade
  }
}

@Model
class IceRoute: Route {
  var steepness: Int

  init(_ name: String, grade: Int = 1, steepness: Int) {
    self.steepness = steepness
    super.init(name, grade: grade)
  }
}

@Model
final class RockRoute: Route {
  var bolts: [String] = []
  var variants: [Variant] = []

  init(_ name: String, grade: Int = 1, bolts: [String]) {
    self.bolts = bolts
    super.init(name, grade: grade)
  }
}

/// A model whose superclass inherits from another model.
@Model
final class Couloir: IceRoute {
  var season: String

  init(_ name: String, steepness: Int, season: String) {
    self.season = season
    super.init(name, steepness: steepness)
  }
}

@Model
final class Variant {
  var name: String
  @Relationship(inverse: \RockRoute.variants) var route: RockRoute?

  init(_ name: String) { self.name = name }
}

@Model
final class Pathfinder {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Route.guide) var routes: [Route] = []

  init(_ name: String) { self.name = name }
}
