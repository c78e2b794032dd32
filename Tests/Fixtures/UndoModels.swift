import SwiftData

// An optional to-many relationship.

@Model
final class Gift {
  var name: String
  @Relationship(inverse: \Ribbon.gift) var ribbons: [Ribbon]?

  init(_ name: String) { self.name = name }
}

@Model
final class Ribbon {
  var colour: String
  var gift: Gift?

  init(_ colour: String) { self.colour = colour }
}
