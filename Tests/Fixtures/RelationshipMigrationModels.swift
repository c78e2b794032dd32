import SwiftData

// Versions of a program's models that differ in how vans and drivers are related. The properties are
// called alike in all of them, so that each version can become each other one.

protocol FleetVan: PersistentModel {
  var plate: String { get }
  init(_ plate: String)
}

protocol FleetDriver: PersistentModel {
  var name: String { get }
  init(_ name: String)
}

protocol FleetVersion: Sendable {
  associatedtype Van: FleetVan
  associatedtype Driver: FleetDriver
  /// The names of the relationships that the version has.
  static var ends: Set<String> { get }
  /// Boolean values that indicate whether a van may have several drivers, and a driver several vans.
  static var manyDrivers: Bool { get }
  static var manyVans: Bool { get }
  static func link(_ van: Van, _ driver: Driver)
  /// The links that the objects show, as pairs of a plate and a name, from each end that shows them.
  static func crew(_ van: Van) -> [Driver]?
  static func tour(_ driver: Driver) -> [Van]?
}

extension FleetVersion {
  static func crew(_ van: Van) -> [Driver]? { nil }
  static func tour(_ driver: Driver) -> [Van]? { nil }
}

enum FleetNone: FleetVersion {
  static let ends: Set<String> = []
  static let manyDrivers = false
  static let manyVans = false
  static func link(_ van: Van, _ driver: Driver) {}

  @Model final class Van: FleetVan {
    var plate: String
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver: FleetDriver {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum FleetVanOne: FleetVersion {
  static let ends: Set<String> = ["crew"]
  static let manyDrivers = false
  static let manyVans = true
  static func link(_ van: Van, _ driver: Driver) { van.crew = driver }
  static func crew(_ van: Van) -> [Driver]? { van.crew.map { [$0] } ?? [] }

  @Model final class Van: FleetVan {
    var plate: String
    var crew: Driver?
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver: FleetDriver {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum FleetVanMany: FleetVersion {
  static let ends: Set<String> = ["crew"]
  static let manyDrivers = true
  static let manyVans = true
  static func link(_ van: Van, _ driver: Driver) { van.crew.append(driver) }
  static func crew(_ van: Van) -> [Driver]? { van.crew }

  @Model final class Van: FleetVan {
    var plate: String
    var crew: [Driver] = []
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver: FleetDriver {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum FleetDriverOne: FleetVersion {
  static let ends: Set<String> = ["tour"]
  static let manyDrivers = true
  static let manyVans = false
  static func link(_ van: Van, _ driver: Driver) { driver.tour = van }
  static func tour(_ driver: Driver) -> [Van]? { driver.tour.map { [$0] } ?? [] }

  @Model final class Van: FleetVan {
    var plate: String
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver: FleetDriver {
    var name: String
    var tour: Van?
    init(_ name: String) { self.name = name }
  }
}

enum FleetDriverMany: FleetVersion {
  static let ends: Set<String> = ["tour"]
  static let manyDrivers = true
  static let manyVans = true
  static func link(_ van: Van, _ driver: Driver) { driver.tour.append(van) }
  static func tour(_ driver: Driver) -> [Van]? { driver.tour }

  @Model final class Van: FleetVan {
    var plate: String
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver: FleetDriver {
    var name: String
    var tour: [Van] = []
    init(_ name: String) { self.name = name }
  }
}

enum FleetOneToOne: FleetVersion {
  static let ends: Set<String> = ["crew", "tour"]
  static let manyDrivers = false
  static let manyVans = false
  static func link(_ van: Van, _ driver: Driver) { van.crew = driver }
  static func crew(_ van: Van) -> [Driver]? { van.crew.map { [$0] } ?? [] }
  static func tour(_ driver: Driver) -> [Van]? { driver.tour.map { [$0] } ?? [] }

  @Model final class Van: FleetVan {
    var plate: String
    var crew: Driver?
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver: FleetDriver {
    var name: String
    @Relationship(inverse: \Van.crew) var tour: Van?
    init(_ name: String) { self.name = name }
  }
}

enum FleetOneToMany: FleetVersion {
  static let ends: Set<String> = ["crew", "tour"]
  static let manyDrivers = true
  static let manyVans = false
  static func link(_ van: Van, _ driver: Driver) { van.crew.append(driver) }
  static func crew(_ van: Van) -> [Driver]? { van.crew }
  static func tour(_ driver: Driver) -> [Van]? { driver.tour.map { [$0] } ?? [] }

  @Model final class Van: FleetVan {
    var plate: String
    var crew: [Driver] = []
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver: FleetDriver {
    var name: String
    @Relationship(inverse: \Van.crew) var tour: Van?
    init(_ name: String) { self.name = name }
  }
}

enum FleetManyToOne: FleetVersion {
  static let ends: Set<String> = ["crew", "tour"]
  static let manyDrivers = false
  static let manyVans = true
  static func link(_ van: Van, _ driver: Driver) { driver.tour.append(van) }
  static func crew(_ van: Van) -> [Driver]? { van.crew.map { [$0] } ?? [] }
  static func tour(_ driver: Driver) -> [Van]? { driver.tour }

  @Model final class Van: FleetVan {
    var plate: String
    var crew: Driver?
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver: FleetDriver {
    var name: String
    @Relationship(inverse: \Van.crew) var tour: [Van] = []
    init(_ name: String) { self.name = name }
  }
}

enum FleetManyToMany: FleetVersion {
  static let ends: Set<String> = ["crew", "tour"]
  static let manyDrivers = true
  static let manyVans = true
  static func link(_ van: Van, _ driver: Driver) { van.crew.append(driver) }
  static func crew(_ van: Van) -> [Driver]? { van.crew }
  static func tour(_ driver: Driver) -> [Van]? { driver.tour }

  @Model final class Van: FleetVan {
    var plate: String
    var crew: [Driver] = []
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver: FleetDriver {
    var name: String
    @Relationship(inverse: \Van.crew) var tour: [Van] = []
    init(_ name: String) { self.name = name }
  }
}

/// Many to many under other names, of which the join table takes its own.
enum FleetRenamed {
  @Model final class Van {
    var plate: String
    @Relationship(originalName: "crew") var staff: [Driver] = []
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver {
    var name: String
    @Relationship(originalName: "tour", inverse: \Van.staff) var cars: [Van] = []
    init(_ name: String) { self.name = name }
  }
}

/// The van's driver is required.
enum FleetRequired {
  @Model final class Van {
    var plate: String
    var crew: Driver
    init(_ plate: String, crew: Driver) {
      self.plate = plate
      self.crew = crew
    }
  }
  @Model final class Driver {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

/// Two collections of which neither names the other.
enum FleetApart {
  @Model final class Van {
    var plate: String
    var crew: [Driver] = []
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver {
    var name: String
    var tour: [Van] = []
    init(_ name: String) { self.name = name }
  }
}

/// Two collections with the same inverse.
enum FleetShared {
  @Model final class Van {
    var plate: String
    @Relationship(inverse: \Driver.tour) var crew: [Driver] = []
    @Relationship(inverse: \Driver.tour) var relief: [Driver] = []
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver {
    var name: String
    var tour: Van?
    init(_ name: String) { self.name = name }
  }
}

/// Optional collections.
enum FleetOptional {
  @Model final class Van {
    var plate: String
    var crew: [Driver]?
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver {
    var name: String
    @Relationship(inverse: \Van.crew) var tour: [Van]?
    init(_ name: String) { self.name = name }
  }
}

/// A version in which a former relationship is a text.
enum FleetNamed {
  @Model final class Van {
    var plate: String
    var crew: String?
    init(_ plate: String) { self.plate = plate }
  }
  @Model final class Driver {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

/// Relationships of an entity with itself.
enum FleetFriends {
  @Model final class Driver {
    var name: String
    var teacher: Driver?
    @Relationship(inverse: \Driver.teacher) var pupils: [Driver] = []
    var friends: [Driver] = []
    init(_ name: String) { self.name = name }
  }
}

/// Pupils may have several teachers.
enum FleetTeams {
  @Model final class Driver {
    var name: String
    var teacher: [Driver] = []
    @Relationship(inverse: \Driver.teacher) var pupils: [Driver] = []
    var friends: [Driver] = []
    init(_ name: String) { self.name = name }
  }
}
