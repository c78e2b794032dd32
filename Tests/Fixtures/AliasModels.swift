import SwiftData

// Models of which a new object may turn out to be an existing row.

/// A brand, with each kind of property that an upsert can change.
@Model
final class Brand {
  @Attribute(.unique) var name: String
  var note: String
  var rank: Int
  var market: Market?
  @Relationship(deleteRule: .cascade, inverse: \Ware.brand) var wares: [Ware] = []
  @Relationship(inverse: \Medal.brands) var prizes: [Medal] = []
  @Relationship(deleteRule: .cascade, inverse: \Slogan.brand) var slogan: Slogan?

  init(_ name: String, note: String = "", rank: Int = 0) {
    self.name = name
    self.note = note
    self.rank = rank
  }
}

@Model
final class Ware {
  var number: Int
  var brand: Brand?
  @Relationship(deleteRule: .cascade, inverse: \Screw.ware) var parts: [Screw] = []

  init(_ number: Int, brand: Brand? = nil) {
    self.number = number
    self.brand = brand
  }
}

@Model
final class Screw {
  var number: Int
  var ware: Ware?

  init(_ number: Int) { self.number = number }
}

@Model
final class Market {
  var name: String
  @Relationship(inverse: \Brand.market) var brands: [Brand] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Medal {
  var name: String
  var brands: [Brand] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Slogan {
  var text: String
  var brand: Brand?

  init(_ text: String) { self.text = text }
}
