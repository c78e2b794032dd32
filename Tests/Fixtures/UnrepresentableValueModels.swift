import Foundation
import StoreTesting
import SwiftData

// Models whose stored values other programs may have written.

enum FreightKind: String, Codable, CaseIterable {
  case box, tube, crate
}

enum FreightRoute: String, Codable, CaseIterable {
  case north, south
}

enum FreightSpeed: Int, Codable, CaseIterable {
  case slow = 1
  case quick = 2
}

/// An enumeration whose cases nothing lists.
enum FreightWrap: String, Codable {
  case paper, cloth
}

@Model final class Freight {
  var title: String
  var kind: FreightKind
  var route: FreightRoute?
  var speed: FreightSpeed = FreightSpeed.slow
  var warehouse: Warehouse?
  @Relationship(inverse: \Tag.freights) var tags: [Tag] = []

  init(_ title: String, _ kind: FreightKind = .box, in warehouse: Warehouse? = nil) {
    self.title = title
    self.kind = kind
    self.warehouse = warehouse
  }

  @Model final class Tag {
    var name: String
    var freights: [Freight] = []
    init(_ name: String) { self.name = name }
  }
}

@Model final class Warehouse {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Freight.warehouse) var freights: [Freight] = []
  init(_ name: String) { self.name = name }
}

/// A pantry that is not deleted while it has jars.
@Model final class Pantry {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Jar.pantry) var jars: [Jar] = []
  var lid: Lid?
  init(_ name: String) { self.name = name }
}

@Model final class Jar {
  var name: String
  var kind: FreightKind
  var pantry: Pantry?
  init(_ name: String, in pantry: Pantry? = nil) {
    self.name = name
    kind = .box
    self.pantry = pantry
  }
}

@Model final class Lid {
  var name: String
  var kind: FreightKind
  @Relationship(inverse: \Pantry.lid) var pantry: Pantry?
  init(_ name: String) {
    self.name = name
    kind = .box
  }
}

/// Values whose types refuse some of what their columns can hold.
@Model final class Package {
  struct Size: Codable, Equatable {
    var width: Int
  }

  var title: String
  var wrap: FreightWrap
  var size: Size?
  var home: URL?
  var tracking: UUID = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  var price: Decimal = Decimal(5)
  var count: Int8 = 3

  init(_ title: String) {
    self.title = title
    wrap = .paper
    size = Size(width: 1)
    home = URL(string: "https://example.org")
  }
}

/// A class with constants, whose objects an initialiser makes.
@Model final class Sigil {
  let kind: FreightKind
  let route: FreightRoute?
  let home: URL?
  var name: String

  init(_ name: String) {
    kind = .box
    route = .north
    home = URL(string: "https://example.org")
    self.name = name
  }
}

/// The store of one test, and what SQLite alone sees of it.
struct FreightBench {
  private let directory: ScratchDirectory
  let url: URL

  init() throws {
    directory = try ScratchDirectory()
    url = directory.file("freights.store")
  }

  func open(allowsSave: Bool = true) throws -> ModelContainer {
    try Self.container(url, allowsSave: allowsSave)
  }

  static func container(_ url: URL, allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Freight.self, Warehouse.self, Pantry.self, Jar.self, Lid.self, Package.self,
      configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  /// Makes freights “0”, “1” … in a warehouse, and lets go of the store.
  func fill(_ count: Int = 5) throws {
    let context = ModelContext(try open())
    let warehouse = Warehouse("A")
    context.insert(warehouse)
    for number in 0..<count {
      context.insert(Freight("\(number)", FreightKind.allCases[number % 3], in: warehouse))
    }
    try context.save()
  }

  func write(_ sql: String) throws { try RawDatabase(url).run(sql) }
  func rows(_ sql: String) throws -> [[String]] { try RawDatabase(url).rows(sql) }
  func row(_ sql: String) throws -> [String] { try rows(sql).first ?? [] }
}
