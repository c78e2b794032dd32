import Foundation
import SwiftData

// Models with unique values.

@Model
final class Country {
  @Attribute(.unique) var code: String
  var name: String
  var population: Int?
  @Relationship(inverse: \City.country) var cities: [City] = []
  var leader: Leader?
  @Relationship(inverse: \Union.countries) var unions: [Union] = []

  init(_ code: String, _ name: String, population: Int? = nil) {
    self.code = code
    self.name = name
    self.population = population
  }
}

@Model
final class City {
  var name: String
  var country: Country?

  init(_ name: String, country: Country? = nil) {
    self.name = name
    self.country = country
  }
}

@Model
final class Leader {
  var name: String
  @Relationship(inverse: \Country.leader) var country: Country?

  init(_ name: String) {
    self.name = name
  }
}

@Model
final class Union {
  @Attribute(.unique) var name: String
  var countries: [Country] = []

  init(_ name: String, countries: [Country] = []) {
    self.name = name
    self.countries = countries
  }
}

@Model
final class Seat {
  #Unique<Seat>([\.row, \.number], [\.ticket])

  var row: String
  var number: Int
  var ticket: UUID?
  var guest: String

  init(_ row: String, _ number: Int, guest: String, ticket: UUID? = nil) {
    self.row = row
    self.number = number
    self.guest = guest
    self.ticket = ticket
  }
}

@Model
final class Tagged {
  @Attribute(.unique) var label: String?
  @Attribute(.unique) var date: Date?
  var text: String

  init(_ label: String?, date: Date? = nil, _ text: String) {
    self.label = label
    self.date = date
    self.text = text
  }
}
