import AppleStoreTesting
import Foundation
import Observation
import Perennial
import PerennialAppleStores

// Travellers with passports: to-one relationships that are optional, and one of a pair that is required.

@Model final class Traveller {
  var name: String
  @Relationship(inverse: \Passport.owner) var passport: Passport?
  @Relationship(inverse: \Trip.guide) var guided: [Trip] = []
  init(name: String) { self.name = name }
}

@Model final class Passport {
  var number: String
  var owner: Traveller
  init(number: String, owner: Traveller) { (self.number, self.owner) = (number, owner) }
}

@Model final class Trip {
  var name: String
  var guide: Traveller?
  init(name: String) { self.name = name }
}

/// A file with travellers, passports and trips.
enum TravelFile {
  static let traveller = StoredModel.Entity(
    "Traveller", [.init("name", .string)],
    [
      .init("guided", to: "Trip", inverse: "guide", isToMany: true),
      .init("passport", to: "Passport", inverse: "owner"),
    ])
  static let passport = StoredModel.Entity(
    "Passport", [.init("number", .string)],
    [.init("owner", to: "Traveller", inverse: "passport")])
  static let trip = StoredModel.Entity(
    "Trip", [.init("name", .string)], [.init("guide", to: "Traveller", inverse: "guided")])

  static let entities = [traveller, passport, trip]

  static func traveller(_ key: Int64, _ name: String, passport: Int64? = nil) -> AppleRow {
    AppleRow(
      traveller, key, ["name": .text(name)],
      references: reference("passport", to: "Passport", passport))
  }

  static func passport(_ key: Int64, _ number: String, of owner: Int64?) -> AppleRow {
    AppleRow(
      passport, key, ["number": .text(number)],
      references: reference("owner", to: "Traveller", owner))
  }

  static func trip(_ key: Int64, _ name: String, guide: Int64? = nil) -> AppleRow {
    AppleRow(
      trip, key, ["name": .text(name)], references: reference("guide", to: "Traveller", guide))
  }

  private static func reference(
    _ name: String, to entity: String, _ key: Int64?
  ) -> [String: AppleReference] {
    key.map { [name: AppleReference(entity: entity, key: $0)] } ?? [:]
  }

  static func fixture(_ objects: [AppleRow]) throws -> ImportFixture {
    var fixture = try ImportFixture(
      entities, models: [Traveller.self, Passport.self, Trip.self])
    fixture.sample.objects = objects
    return fixture
  }
}
