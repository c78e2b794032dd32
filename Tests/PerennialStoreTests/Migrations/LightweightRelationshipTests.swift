import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

/// A link as the objects of a version show it.
private struct Link: Hashable, CustomStringConvertible {
  let van: String
  let driver: String
  var description: String { "\(van)–\(driver)" }
}

@Suite("Lightweight migration: relationships")
struct LightweightRelationshipTests {
  let bench: MigrationBench

  init() throws { bench = try MigrationBench() }

  static let versions: [any FleetVersion.Type] = [
    FleetNone.self, FleetVanOne.self, FleetVanMany.self, FleetDriverOne.self, FleetDriverMany.self,
    FleetOneToOne.self, FleetOneToMany.self, FleetManyToOne.self, FleetManyToMany.self,
  ]

  /// Every version to every other one.
  static let transitions = versions.indices.flatMap { source in
    versions.indices.filter { $0 != source }.map { [source, $0] }
  }

  private func fill<V: FleetVersion>(_ version: V.Type, _ links: [Link]) throws {
    let context = try bench.open(V.Van.self, V.Driver.self)
    let vans = ["A", "B", "C", "D"].map { V.Van($0) }
    let drivers = ["w", "x", "y", "z"].map { V.Driver($0) }
    vans.forEach { context.insert($0) }
    drivers.forEach { context.insert($0) }
    for link in links {
      let van = try #require(vans.first { $0.plate == link.van })
      V.link(van, try #require(drivers.first { $0.name == link.driver }))
    }
    try context.save()
  }

  /// The links that a version shows, which must be the same from either end.
  private func links<V: FleetVersion>(_ version: V.Type) throws -> Set<Link> {
    let context = try bench.open(V.Van.self, V.Driver.self)
    var ends: [Set<Link>] = []
    if V.ends.contains("crew") {
      ends.append(
        Set(
          try context.fetch(FetchDescriptor<V.Van>()).flatMap { van in
            (V.crew(van) ?? []).map { Link(van: van.plate, driver: $0.name) }
          }
        )
      )
    }
    if V.ends.contains("tour") {
      ends.append(
        Set(
          try context.fetch(FetchDescriptor<V.Driver>()).flatMap { driver in
            (V.tour(driver) ?? []).map { Link(van: $0.plate, driver: driver.name) }
          }
        )
      )
    }
    if let first = ends.first { for end in ends { #expect(end == first) } }
    #expect(try context.fetchCount(FetchDescriptor<V.Van>()) == 4)
    #expect(try context.fetchCount(FetchDescriptor<V.Driver>()) == 4)
    return ends.first ?? []
  }

  private func types<V: FleetVersion>(_ version: V.Type) -> (
    any PersistentModel.Type, any PersistentModel.Type
  ) { (V.Van.self, V.Driver.self) }

  @Test("Links live on where either end of the relationship does", arguments: transitions)
  func linksLiveOn(_ transition: [Int]) throws {
    let (source, target) = (Self.versions[transition[0]], Self.versions[transition[1]])
    let links = [Link(van: "A", driver: "x"), Link(van: "C", driver: "w")]
    try fill(source, links)
    let expected = source.ends.isDisjoint(with: target.ends) ? [] : Set(links)
    #expect(try self.links(target) == expected)
    let types = types(target)
    try bench.expectStructure(of: types.0, types.1)
  }

  @Test("Links that the new relationship has no room for are named", arguments: transitions)
  func linksInTheWay(_ transition: [Int]) throws {
    let (source, target) = (Self.versions[transition[0]], Self.versions[transition[1]])
    var links = [Link(van: "A", driver: "x")]
    if source.manyDrivers { links.append(Link(van: "A", driver: "y")) }
    if source.manyVans { links += ["B", "C"].map { Link(van: $0, driver: "z") } }
    try fill(source, links)
    let isShared = !source.ends.isDisjoint(with: target.ends)
    let isTooMuch =
      source.manyDrivers && !target.manyDrivers || source.manyVans && !target.manyVans
    let types = types(target)
    if isShared, isTooMuch {
      let error = try bench.expectRefusal(of: types.0, types.1, saying: "several", "1 object")
      #expect(error?.identifiers.isEmpty == false)
    } else {
      #expect(try self.links(target) == (isShared ? Set(links) : []))
      try bench.expectStructure(of: types.0, types.1)
    }
  }

  @Test("A relationship is renamed at both ends, and keeps its order")
  func renamed() throws {
    try fill(
      FleetManyToMany.self,
      [("B", "z"), ("B", "w"), ("B", "y"), ("A", "w"), ("D", "w")].map { Link(van: $0, driver: $1) }
    )
    do {
      let context = try bench.open(FleetRenamed.Van.self)
      let vans = try context.fetch(
        FetchDescriptor<FleetRenamed.Van>(sortBy: [SortDescriptor(\.plate)])
      )
      #expect(vans[1].staff.map(\.name) == ["z", "w", "y"])
      #expect(vans[0].staff[0].cars.map(\.plate) == ["B", "A", "D"])
    }
    try bench.expectStructure(of: FleetRenamed.Van.self, FleetRenamed.Driver.self)
    // And back, by the names that the file remembers.
    #expect(try links(FleetManyToMany.self).count == 5)
    try bench.expectStructure(of: FleetManyToMany.self.Van.self, FleetManyToMany.Driver.self)
  }

  @Test("Order lives on from one way of keeping it to another")
  func order() throws {
    try fill(
      FleetManyToMany.self,
      [("B", "z"), ("B", "w"), ("B", "y")].map { Link(van: $0, driver: $1) }
    )
    do {
      let context = try bench.open(FleetOneToMany.Van.self)
      let van = try #require(
        context.fetch(FetchDescriptor<FleetOneToMany.Van>()).first { $0.plate == "B" }
      )
      #expect(van.crew.map(\.name) == ["z", "w", "y"])
    }
    do {
      let context = try bench.open(FleetVanMany.Van.self)
      let van = try #require(
        context.fetch(FetchDescriptor<FleetVanMany.Van>()).first { $0.plate == "B" }
      )
      #expect(van.crew.map(\.name) == ["z", "w", "y"])
    }
  }

  @Test("A required relationship is refused while an object has none")
  func required() throws {
    try fill(
      FleetVanOne.self,
      ["A", "B", "C"].map { Link(van: $0, driver: "x") }
    )
    try bench.expectRefusal(
      of: FleetRequired.Van.self,
      saying: "Van.crew",
      "required",
      "Driver",
      "1 object"
    )
    do {
      try RawDatabase(bench.url).run("UPDATE Van SET crew = (SELECT min(_pk) FROM Driver)")
      let context = try bench.open(FleetRequired.Van.self)
      #expect(
        try context.fetch(FetchDescriptor<FleetRequired.Van>()).allSatisfy {
          $0.crew.name == "w"
        }
      )
    }
    try bench.expectStructure(of: FleetRequired.Van.self, FleetRequired.Driver.self)
  }

  @Test("A new required relationship is refused, if there are objects")
  func newRequired() throws {
    try fill(FleetNone.self, [])
    try bench.expectRefusal(of: FleetRequired.Van.self, saying: "Van.crew", "4 objects")
  }

  @Test("A collection becomes optional, and required again, with its members")
  func optional() throws {
    try fill(FleetManyToMany.self, [Link(van: "A", driver: "x")])
    do {
      let context = try bench.open(FleetOptional.Van.self)
      let vans = try context.fetch(
        FetchDescriptor<FleetOptional.Van>(sortBy: [SortDescriptor(\.plate)])
      )
      #expect(vans[0].crew?.map(\.name) == ["x"])
      #expect(vans[1].crew?.isEmpty == true)
    }
    try bench.expectStructure(of: FleetOptional.Van.self, FleetOptional.Driver.self)
    #expect(try links(FleetManyToMany.self) == [Link(van: "A", driver: "x")])
    try bench.expectStructure(of: FleetManyToMany.Van.self, FleetManyToMany.Driver.self)
  }

  @Test("13.1 A new optional collection is empty")
  func newOptional() throws {
    try fill(FleetNone.self, [])
    let context = try bench.open(FleetOptional.Van.self)
    #expect(
      try context.fetch(FetchDescriptor<FleetOptional.Van>()).allSatisfy {
        $0.crew?.isEmpty == true
      }
    )
  }

  @Test("13.3 Two collections that lose their inverse both keep their links, and part from then on")
  func apart() throws {
    let link = Link(van: "A", driver: "x")
    try fill(FleetManyToMany.self, [link])
    do {
      let context = try bench.open(FleetApart.Van.self, FleetApart.Driver.self)
      let drivers = try context.fetch(FetchDescriptor<FleetApart.Driver>())
      let vans = try context.fetch(
        FetchDescriptor<FleetApart.Van>(sortBy: [SortDescriptor(\.plate)]))
      #expect(vans[0].crew.map(\.name) == ["x"])
      let driver = try #require(vans[0].crew.first)
      #expect(driver.tour == [vans[0]] && drivers.filter { !$0.tour.isEmpty } == [driver])
      driver.tour = [vans[1]]
      try context.save()
      #expect(vans[0].crew == [driver])
    }
    try bench.expectStructure(of: FleetApart.Van.self, FleetApart.Driver.self)
    // Both collections have their say in one relationship.
    #expect(try links(FleetManyToMany.self) == [link, Link(van: "B", driver: "x")])
    try bench.expectStructure(of: FleetManyToMany.Van.self, FleetManyToMany.Driver.self)
  }

  @Test("13.3 A collection is divided into two with the same inverse, and both become one again")
  func shared() throws {
    try fill(
      FleetOneToMany.self, ["w", "x", "y"].map { Link(van: "A", driver: $0) })
    do {
      let context = try bench.open(FleetShared.Van.self)
      let van = try #require(
        context.fetch(FetchDescriptor<FleetShared.Van>()).first { $0.plate == "A" })
      #expect(van.crew.map(\.name) == ["w", "x", "y"] && van.relief.isEmpty)
      #expect(van.crew.allSatisfy { $0.tour === van })
      let driver = van.crew.removeLast()
      #expect(driver.tour == nil)
      van.relief.append(driver)
      try context.save()
      #expect(driver.tour === van)
    }
    try bench.expectStructure(of: FleetShared.Van.self, FleetShared.Driver.self)
    #expect(
      try links(FleetOneToMany.self) == Set(["w", "x", "y"].map { Link(van: "A", driver: $0) }))
    try bench.expectStructure(of: FleetOneToMany.Van.self, FleetOneToMany.Driver.self)
  }

  @Test("A relationship does not become a text by itself, if there are links")
  func toText() throws {
    try fill(FleetVanOne.self, [Link(van: "B", driver: "x")])
    try bench.expectRefusal(
      of: FleetNamed.Van.self,
      FleetNamed.Driver.self,
      saying: "Van.crew",
      "a relationship to Driver",
      "String",
      "custom stage"
    )
    do { try RawDatabase(bench.url).run("UPDATE Van SET crew = NULL") }
    do { _ = try bench.container(FleetNamed.Van.self, FleetNamed.Driver.self) }
    try bench.expectStructure(of: FleetNamed.Van.self, FleetNamed.Driver.self)
  }

  @Test("Relationships of an entity with itself")
  func friends() throws {
    do {
      let context = try bench.open(FleetFriends.Driver.self)
      let drivers = ["w", "x", "y"].map { FleetFriends.Driver($0) }
      drivers.forEach { context.insert($0) }
      drivers[0].friends = [drivers[1], drivers[2]]
      drivers[1].friends = [drivers[0]]
      drivers[2].teacher = drivers[0]
      drivers[1].teacher = drivers[0]
      try context.save()
    }
    do {
      let context = try bench.open(FleetTeams.Driver.self)
      let drivers = try context.fetch(
        FetchDescriptor<FleetTeams.Driver>(sortBy: [SortDescriptor(\.name)])
      )
      func names(_ drivers: [FleetTeams.Driver]) -> Set<String> {
        Set(drivers.map(\.name))
      }
      #expect(names(drivers[0].friends) == ["x", "y"])
      #expect(names(drivers[1].friends) == ["w"])
      #expect(drivers[2].friends.isEmpty)
      #expect(names(drivers[0].pupils) == ["x", "y"])
      #expect(names(drivers[2].teacher) == ["w"])
    }
    try bench.expectStructure(of: FleetTeams.Driver.self)
  }
}
