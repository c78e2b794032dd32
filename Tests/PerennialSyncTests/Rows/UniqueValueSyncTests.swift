import Foundation
import PerennialPresets
import PerennialRecords
import PerennialReplication
import PerennialSync
import StoreTesting
import SwiftData
import Testing

@Model final class Shelf {
  @Attribute(.unique) var name: String
  var colour = ""
  var jars: [Jar] = []

  init(_ name: String, colour: String = "") {
    self.name = name
    self.colour = colour
  }
}

@Model final class Jar {
  var label: String
  @Relationship(inverse: \Shelf.jars) var shelf: Shelf?

  init(_ label: String, on shelf: Shelf? = nil) {
    self.label = label
    self.shelf = shelf
  }
}

@Suite("Unique values on two devices")
struct UniqueValueSyncTests {
  let hub = MemoryHub()

  private func device(presets: PresetCatalog? = nil) throws -> Device {
    try Device([Shelf.self, Jar.self], presets: presets)
  }

  private func dump(_ device: Device) throws -> [String] {
    let context = ModelContext(device.container)
    return try context.fetch(FetchDescriptor<Shelf>()).map { shelf in
      "\(shelf.persistentModelID) \(shelf.name) \(shelf.colour) "
        + shelf.jars.map(\.label).sorted().joined(separator: ",")
    }.sorted().map { String($0.drop { $0 != " " }) }
  }

  @Test("A conflict of an object that was merged since is decided in the one that remains")
  func conflictOfMergedObject() throws {
    let (earliest, first, second) = (try device(), try device(), try device())
    func exchange() throws {
      for device in [earliest, first, second, earliest, first] { try device.sync(with: hub) }
    }
    func paint(_ colour: String, on device: Device) throws {
      try #require(device.all(Shelf.self).first).colour = colour
      try device.context.save()
      Thread.sleep(forTimeInterval: 0.005)
    }
    earliest.context.insert(Shelf("Pantry"))
    try earliest.context.save()
    Thread.sleep(forTimeInterval: 0.005)
    first.context.insert(Shelf("Pantry", colour: "red"))
    try first.context.save()
    for device in [first, second] { try device.sync(with: hub) }
    let merged = try #require(second.all(Shelf.self).first).persistentModelID
    try paint("green", on: first)
    try paint("blue", on: second)
    for device in [first, second] { try device.sync(with: hub) }
    #expect(try second.storage.conflicts().map(\.object) == [merged])
    try exchange()
    let shelf = try #require(ModelContext(second.container).fetch(FetchDescriptor<Shelf>()).first)
    #expect(shelf.persistentModelID != merged && shelf.colour == "blue")
    let conflict = try #require(try second.storage.conflicts().first)
    #expect(conflict.object == shelf.persistentModelID)
    try second.storage.resolve(conflict.id, keeping: .theirs)
    #expect(try second.storage.conflicts().isEmpty)
    try second.sync(with: hub)
    try exchange()
    for device in [earliest, first, second] { #expect(try dump(device) == [" Pantry green "]) }
  }

  @Test("Two devices make the same value offline: one object remains, and references lead to it")
  func samevalue() throws {
    let (first, second) = (try device(), try device())
    first.context.insert(Jar("beans", on: Shelf("Pantry", colour: "red")))
    try first.context.save()
    Thread.sleep(forTimeInterval: 0.005)
    second.context.insert(Jar("rice", on: Shelf("Pantry", colour: "blue")))
    try second.context.save()
    for _ in 1...3 {
      try first.sync(with: hub)
      try second.sync(with: hub)
    }
    #expect(try dump(first) == dump(second))
    #expect(try first.all(Shelf.self).count == 1)
    #expect(try Set(first.all(Jar.self).map { $0.shelf?.name }) == ["Pantry"])
    #expect(try first.all(Jar.self).count == 2)
    #expect(try first.pending == 0 && second.pending == 0)
  }

  @Test("Two objects exchange their values")
  func exchange() throws {
    let (first, second) = (try device(), try device())
    for name in ["A", "B"] { first.context.insert(Shelf(name, colour: name)) }
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let shelves = try first.all(Shelf.self).sorted { $0.name < $1.name }
    shelves[0].name = "C"
    try first.context.save()
    shelves[1].name = "A"
    try first.context.save()
    shelves[0].name = "B"
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    #expect(try dump(second) == dump(first))
    #expect(
      try second.all(Shelf.self).map { $0.name + $0.colour }.sorted() == ["AB", "BA"])
  }

  @Test("An edit that takes another object's value waits, and shows when the value is free")
  func parked() throws {
    let (first, second) = (try device(), try device())
    for name in ["A", "B"] { first.context.insert(Shelf(name, colour: name)) }
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let mine = try #require(try first.all(Shelf.self).first { $0.name == "A" })
    mine.name = "C"
    try first.context.save()
    Thread.sleep(forTimeInterval: 0.005)
    let theirs = try #require(try second.all(Shelf.self).first { $0.name == "B" })
    theirs.name = "C"
    try second.context.save()
    for _ in 1...3 {
      try first.sync(with: hub)
      try second.sync(with: hub)
    }
    #expect(try dump(first) == dump(second))
    #expect(try first.all(Shelf.self).map(\.name).sorted() == ["B", "C"])
    #expect(try first.all(Shelf.self).count == 2)
  }

  @Test(
    "An edit waits for an object that was never sent, and shows when its value is free",
    arguments: [true, false])
  func parkedByUnsent(isDeleted: Bool) throws {
    let (first, second) = (try device(), try device())
    first.context.insert(Shelf("A", colour: "red"))
    try first.context.save()
    try first.sync(with: hub)
    try second.sync(with: hub)
    let unsent = Shelf("B", colour: "blue")
    second.context.insert(unsent)
    try second.context.save()
    Thread.sleep(forTimeInterval: 0.005)
    try #require(try first.all(Shelf.self).first).name = "B"
    try first.context.save()
    try first.sync(with: hub)
    try second.pull(from: hub)
    #expect(try second.all(Shelf.self).map { $0.name + $0.colour }.sorted() == ["Ared", "Bblue"])
    if isDeleted { second.context.delete(unsent) } else { unsent.name = "C" }
    try second.context.save()
    for _ in 1...3 {
      try second.sync(with: hub)
      try first.sync(with: hub)
    }
    #expect(try dump(first) == dump(second))
    #expect(
      try second.all(Shelf.self).map { $0.name + $0.colour }.sorted()
        == (isDeleted ? ["Bred"] : ["Bred", "Cblue"]))
  }

  @Test("A preset comes before an object with its value")
  func presets() throws {
    let catalog = PresetCatalog("shelves", version: 1) {
      Presets(id: \Shelf.name) { [Shelf("Pantry", colour: "white")] }
    }
    let first = try device()
    first.context.insert(Jar("beans", on: Shelf("Pantry", colour: "red")))
    try first.context.save()
    try first.sync(with: hub)
    let second = try device(presets: catalog)
    for _ in 1...3 {
      try second.sync(with: hub)
      try first.sync(with: hub)
    }
    #expect(try dump(first) == dump(second))
    #expect(try second.all(Shelf.self).count == 1)
    #expect(try second.all(Jar.self).first?.shelf?.name == "Pantry")
  }
}
