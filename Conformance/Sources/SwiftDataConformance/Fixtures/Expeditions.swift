import Foundation
import SwiftData

// The models of all suites.

@Model
final class Expedition {
  #Unique<Expedition>([\.name])
  #Index<Expedition>([\.year], [\.name, \.year])

  var name: String
  var year: Int
  var start: Date?
  var isDone = false
  var notes: [String] = []
  @Attribute(.preserveValueOnDeletion) var code = UUID()
  @Relationship(deleteRule: .cascade, inverse: \Camp.expedition) var camps: [Camp] = []
  var climbers: [Climber] = []
  @Transient var visits = 0

  init(_ name: String, _ year: Int = 2000) {
    self.name = name
    self.year = year
  }
}

@Model
final class Camp {
  var name: String
  var altitude: Int
  var expedition: Expedition?
  @Attribute(.externalStorage) var map: Data?
  @Relationship(deleteRule: .deny, inverse: \Cache.camp) var caches: [Cache] = []

  init(_ name: String, _ altitude: Int = 0) {
    self.name = name
    self.altitude = altitude
  }
}

@Model
final class Cache {
  var label: String
  var camp: Camp?

  init(_ label: String) { self.label = label }
}

@Model
final class Climber {
  enum Grade: String, Codable, CaseIterable { case novice, leader }
  struct Gear: Codable, Hashable {
    var ropes = 0
    var brand: String?
  }

  var name: String
  var grade = Grade.novice
  var gear = Gear()
  @Attribute(.ephemeral) var mood = "calm"
  @Relationship(inverse: \Expedition.climbers) var expeditions: [Expedition] = []

  init(_ name: String) { self.name = name }
}

/// A model without relationships.
@Model
final class Summit {
  @Attribute(originalName: "title") var name: String
  var height: Int

  init(_ name: String, _ height: Int = 0) {
    self.name = name
    self.height = height
  }
}
