import Foundation
import PerennialRecords
@testable import PerennialSync
import StoreTesting
import SwiftData
import Testing

/// Fault 8: a form of an older version that assigned a whole structure removed the members that it did not know, on all
/// devices.
@Suite("Fault 8: a form of an older version strips nothing")
struct OlderFormTests {
  enum V1 {
    struct Place: Codable, Hashable {
      var name = ""
      var code: String?
    }

    struct Spot: Codable, Hashable {
      var city = ""
      var place = Place()
      var hints: [String: Int] = [:]
      var stops: [Place] = []
    }

    enum Mood: String, Codable, CaseIterable { case calm, glad }

    @Model final class Entry {
      var title = ""
      var spot = Spot()
      var home: Spot?
      var mood = Mood.calm

      init() {}
    }

    /// An entity whose objects are merged as a whole.
    @Model final class Card {
      #Merge<Card>(.byRecord)
      var title = ""
      var spot = Spot()
      var mood = Mood.calm

      init() {}
    }

    static let models: [any PersistentModel.Type] = [Entry.self, Card.self]
  }

  enum V2 {
    struct Place: Codable, Hashable {
      var name = ""
      var code: String?
      var height = 0.5
    }

    struct Spot: Codable, Hashable {
      var city = ""
      var street = ""
      var place = Place()
      var hints: [String: Int] = [:]
      var stops: [Place] = []
    }

    enum Mood: String, Codable, CaseIterable { case calm, glad, stormy }

    @Model final class Entry {
      var title = ""
      var spot = Spot()
      var home: Spot?
      var mood = Mood.calm

      init() {}
    }

    @Model final class Card {
      #Merge<Card>(.byRecord)
      var title = ""
      var spot = Spot()
      var mood = Mood.calm

      init() {}
    }

    static let models: [any PersistentModel.Type] = [Entry.self, Card.self]
  }

  private static let spot = V2.Spot(
    city: "Rome", street: "Via A", place: V2.Place(name: "Hill", code: "R1", height: 21.25),
    hints: ["stairs": 12], stops: [V2.Place(name: "Gate", code: nil, height: 3)])

  let hub = MemoryHub()

  private func devices() throws -> (old: Device, new: Device) {
    let (old, new) = (try Device(V1.models), try Device(V2.models))
    let (entry, card) = (V2.Entry(), V2.Card())
    (entry.spot, entry.home, entry.mood) = (Self.spot, Self.spot, .stormy)
    (card.spot, card.mood) = (Self.spot, .stormy)
    new.context.insert(entry)
    new.context.insert(card)
    try new.context.save()
    try new.sync(with: hub)
    try old.sync(with: hub)
    return (old, new)
  }

  /// Lets all devices exchange what they have.
  private func exchange(_ devices: Device...) throws {
    for _ in 0..<2 { for device in devices { try device.sync(with: hub) } }
  }

  private func entry(of device: Device) throws -> V2.Entry {
    try #require(try ModelContext(device.container).fetch(FetchDescriptor<V2.Entry>()).first)
  }

  private func card(of device: Device) throws -> V2.Card {
    try #require(try ModelContext(device.container).fetch(FetchDescriptor<V2.Card>()).first)
  }

  private func edit(_ device: Device, _ change: (V1.Entry, V1.Card) throws -> Void) throws {
    let (entry, card) = (
      try #require(try device.all(V1.Entry.self).first),
      try #require(try device.all(V1.Card.self).first)
    )
    try change(entry, card)
    try device.context.save()
  }

  @Test("The undo of a deletion strips nothing, sent or not", arguments: [false, true])
  func undoneDeletion(isSent: Bool) throws {
    let (old, new) = try devices()
    old.context.undoManager = UndoManager()
    for entry in try old.all(V1.Entry.self) { old.context.delete(entry) }
    for card in try old.all(V1.Card.self) { old.context.delete(card) }
    try old.context.save()
    if isSent { try old.sync(with: hub) }
    old.context.undoManager?.undo()
    try old.context.save()
    try exchange(old, new)
    let context = ModelContext(new.container)
    let entry = try #require(try context.fetch(FetchDescriptor<V2.Entry>()).first)
    let card = try #require(try context.fetch(FetchDescriptor<V2.Card>()).first)
    #expect(entry.spot == Self.spot && entry.home == Self.spot && card.spot == Self.spot)
    #expect(entry.mood == .stormy && card.mood == .stormy)
  }

  @Test("40/8: A form that assigns every value as it is sends nothing, and nothing changes")
  func equalAssignment() throws {
    let (old, new) = try devices()
    let before = hub.records
    try edit(old) { entry, card in
      (entry.spot, entry.home, entry.mood) = (entry.spot, entry.home, entry.mood)
      (card.spot, card.mood) = (card.spot, card.mood)
    }
    try exchange(old, new)
    #expect(hub.records == before)
    #expect(try old.pending == 0)
    #expect(try entry(of: new).spot == Self.spot && entry(of: new).home == Self.spot)
    #expect(try entry(of: new).mood == .stormy && card(of: new).mood == .stormy)
    // The values are shown whole again once the app is updated.
    try old.update(to: V2.models)
    try old.rewriteLateRows()
    #expect(try entry(of: old).spot == Self.spot && entry(of: old).mood == .stormy)
    #expect(try card(of: old).spot == Self.spot && card(of: old).mood == .stormy)
  }

  @Test("40/8: An edit of one member keeps the members that the form does not know, at any depth")
  func memberEdit() throws {
    let (old, new) = try devices()
    try edit(old) { entry, card in
      entry.spot.city = "Oslo"
      entry.home?.place.name = "Quay"
      card.spot.hints["doors"] = 2
      card.title = "Map"
    }
    try exchange(old, new)
    var (spot, home, carded) = (Self.spot, Self.spot, Self.spot)
    spot.city = "Oslo"
    home.place.name = "Quay"
    carded.hints["doors"] = 2
    #expect(try entry(of: new).spot == spot)
    #expect(try entry(of: new).home == home)
    #expect(try card(of: new).spot == carded)
    // The record rule takes all values of the older app, but for what it does not have.
    #expect(try card(of: new).title == "Map" && card(of: new).mood == .stormy)
    #expect(try old.pending == 0 && new.pending == 0)
    // A second edit has the first one as its base.
    try edit(old) { entry, _ in entry.spot.place.code = "N7" }
    try exchange(old, new)
    spot.place.code = "N7"
    #expect(try entry(of: new).spot == spot)
  }

  @Test("40/8: What the form removes is removed: a member, a key, a whole value")
  func removal() throws {
    let (old, new) = try devices()
    try edit(old) { entry, _ in
      entry.spot.place.code = nil
      entry.spot.hints = [:]
      entry.home = nil
    }
    try exchange(old, new)
    var spot = Self.spot
    (spot.place.code, spot.hints) = (nil, [:])
    #expect(try entry(of: new).spot == spot)
    #expect(try entry(of: new).home == nil)
  }

  @Test("40/8: An array is one value: what the form changes in it has the form's members")
  func array() throws {
    let (old, new) = try devices()
    try edit(old) { entry, _ in entry.spot.stops.append(V1.Place(name: "Mill")) }
    try exchange(old, new)
    // V2 cannot read a place without a height, and shows its former value.
    let record = try #require(hub.records.values.first { $0.type == "Entry" })
    guard case .text(let json)? = record.state.edits["spot"]?.value else {
      Issue.record("no JSON")
      return
    }
    #expect(json.contains(#""stops":[{"name":"Gate"},{"name":"Mill"}]"#))
    #expect(json.contains(#""street":"Via A""#))
  }

  @Test(
    "40/8: An edit beside a later member of the other device has both", arguments: [false, true])
  func besideOther(isOlderAppLater: Bool) throws {
    let (old, new) = try devices()
    let other = try #require(try new.all(V2.Entry.self).first)
    other.spot.street = "Gate 1"
    if isOlderAppLater {
      try new.context.save()
      Thread.sleep(forTimeInterval: 0.005)
    }
    try edit(old) { entry, _ in entry.spot.city = "Oslo" }
    if !isOlderAppLater {
      Thread.sleep(forTimeInterval: 0.005)
      try new.context.save()
    }
    try new.push(to: hub)
    try exchange(old, new)
    let found = try entry(of: new).spot
    // One of the two writes is later. The older app keeps what it does not know in either case.
    #expect(found.street == "Gate 1")
    #expect(try entry(of: old, as: found))
  }

  /// Returns `true` if the older app shows the members of a value that it knows.
  private func entry(of device: Device, as spot: V2.Spot) throws -> Bool {
    let shown = try ModelContext(device.container).fetch(FetchDescriptor<V1.Entry>()).first?.spot
    return shown?.city == spot.city && shown?.place.name == spot.place.name
  }

  @Test("40/8: Another case that the user of the older app chooses is an edit")
  func otherCase() throws {
    let (old, new) = try devices()
    try edit(old) { entry, card in (entry.mood, card.mood) = (.glad, .glad) }
    try exchange(old, new)
    #expect(try entry(of: new).mood == .glad && card(of: new).mood == .glad)
    // The case was known to the older app before: it shows this one, and an assignment of it is none.
    try new.all(V2.Entry.self).first?.mood = .stormy
    try new.context.save()
    try exchange(new, old)
    try edit(old) { entry, _ in entry.mood = entry.mood }
    #expect(try old.all(V1.Entry.self).first?.mood == .glad)
    try exchange(old, new)
    #expect(try entry(of: new).mood == .stormy)
    try edit(old) { entry, _ in entry.mood = .calm }
    try exchange(old, new)
    #expect(try entry(of: new).mood == .calm)
  }
}
