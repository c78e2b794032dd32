import Foundation
import SwiftData

// The models of the tests of batch insertion: attributes of every kind, and a relationship of every
// kind that a new object can have by itself.

@Model
class Parcel {
  @Attribute(.unique) var code: Int?
  @Attribute(.ephemeral) var strokes = 7
  var title: String
  var key = UUID()
  @Attribute(.spotlight) var label = "none"
  @Attribute(.externalStorage) var content = Data()
  var size = Size(width: 1, height: 2)
  @Attribute(.transformable(by: ReversingTransformer.self)) var secret: Data?
  var depot: Depot?
  var slip: Slip?
  var route: Route?
  /// One way.
  var origin: Depot?
  var stamps: [Stamp] = []

  struct Size: Codable, Equatable {
    var width: Int
    var height: Int
  }

  init(_ title: String, code: Int? = nil, depot: Depot? = nil) {
    self.title = title
    self.code = code
    self.depot = depot
  }
}

@Model
final class Crate: Parcel {
  var weight: Double
  var lid: String?

  init(_ title: String, weight: Double, code: Int? = nil, depot: Depot? = nil) {
    self.weight = weight
    super.init(title, code: code, depot: depot)
  }
}

@Model
final class Depot {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Parcel.depot) var parcels: [Parcel] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Slip {
  var number: Int
  @Relationship(inverse: \Parcel.slip) var parcel: Parcel?

  init(_ number: Int) { self.number = number }
}

@Model
final class Route {
  var name: String
  @Relationship(inverse: \Parcel.route) var parcels: [Parcel]?

  init(_ name: String) { self.name = name }
}

@Model
final class Stamp {
  var value: Int
  @Relationship(inverse: \Parcel.stamps) var parcels: [Parcel] = []

  init(_ value: Int) { self.value = value }
}

/// A key must have a lock, and a lock its key.
@Model
final class Padlock {
  var name: String
  @Relationship(inverse: \PadlockKey.lock) var key: PadlockKey?

  init(_ name: String) { self.name = name }
}

@Model
final class PadlockKey {
  var name: String
  var lock: Padlock

  init(_ name: String, lock: Padlock) {
    self.name = name
    self.lock = lock
  }
}

extension Place {
  /// Runs a test with a container for parcels.
  func withParcels<Result>(_ body: (ModelContainer) throws -> Result) throws -> Result {
    try with(
      Crate.self, Parcel.self, Depot.self, Slip.self, Route.self, Stamp.self, body: body)
  }
}
