import Foundation
import SwiftData

// Models for stores of other kinds: each sort of property and of relationship once.

@Model
final class Harbour {
  @Attribute(.unique) var name: String
  var founded: Date?
  var depth = 4.5
  var flags: [String] = []
  @Relationship(deleteRule: .cascade, inverse: \Vessel.home) var vessels: [Vessel] = []
  @Relationship var master: Harbourmaster?

  init(_ name: String) { self.name = name }
}

@Model
final class Vessel {
  enum Kind: String, Codable { case ferry, tug, yacht }

  var name: String
  var kind: Kind
  var tonnage: Int
  var home: Harbour?
  var crew: [Sailor] = []
  var logbook: [VesselEntry]? = nil
  @Attribute(.preserveValueOnDeletion) var code: UUID = UUID()

  init(_ name: String, _ kind: Kind = .ferry, tonnage: Int = 100, home: Harbour? = nil) {
    self.name = name
    self.kind = kind
    self.tonnage = tonnage
    self.home = home
  }
}

@Model
final class VesselEntry {
  var text: String
  @Relationship(inverse: \Vessel.logbook) var vessel: Vessel?

  init(_ text: String) { self.text = text }
}

@Model
final class Sailor {
  var name: String
  @Relationship(inverse: \Vessel.crew) var vessels: [Vessel] = []

  init(_ name: String) { self.name = name }
}

@Model
final class Harbourmaster {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Harbour.master) var harbour: Harbour?

  init(_ name: String) { self.name = name }
}

/// A model that has to do with no other.
@Model
final class Buoy {
  var number: Int
  var colour: String

  init(_ number: Int, _ colour: String = "red") {
    self.number = number
    self.colour = colour
  }
}
