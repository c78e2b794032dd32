import Foundation
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import StoreTesting
import SwiftData
import Testing

/// Fault 1: what came while an app was older was never shown after its update, because nothing reacted to another schema.
@Suite("Fault 1: an updated app shows what came while it was older")
struct LateContentTests {
  enum V1 {
    enum Mood: String, Codable, CaseIterable { case calm, glad }
    /// An enumeration that does not list its cases.
    enum Tone: String, Codable { case low }

    @Model final class Entry {
      var text = ""
      var mood = Mood.calm
      var tone = Tone.low
      var count = 0

      init(_ text: String) { self.text = text }
    }

    /// An entity whose objects are merged as a whole.
    @Model final class Spot {
      #Merge<Spot>(.byRecord)
      var city = ""
      var street = ""

      init(_ city: String) { self.city = city }
    }

    static let models: [any PersistentModel.Type] = [Entry.self, Spot.self]
  }

  enum V2 {
    enum Mood: String, Codable, CaseIterable { case calm, glad, stormy }
    enum Tone: String, Codable { case low, high }

    @Model final class Entry {
      @Attribute(originalName: "text") var title = ""
      var mood = Mood.calm
      var tone = Tone.low
      var count = 0.0
      var weather = "unknown"
      var diary: Diary?
      var labels: [Label] = []
      @Attribute(.externalStorage) var photo: Data?

      init(_ title: String) { self.title = title }
    }

    @Model final class Spot {
      #Merge<Spot>(.byRecord)
      var city = ""
      var street = ""
      var height = 0

      init(_ city: String) { self.city = city }
    }

    @Model final class Diary {
      var name = ""
      @Relationship(inverse: \Entry.diary) var entries: [Entry] = []

      init(_ name: String) { self.name = name }
    }

    @Model final class Label {
      var name = ""
      @Relationship(inverse: \Entry.labels) var entries: [Entry] = []

      init(_ name: String) { self.name = name }
    }

    static let models: [any PersistentModel.Type] = [
      Entry.self, Spot.self, Diary.self, Label.self,
    ]
  }

  let hub = MemoryHub()

  /// A device with the older app that has received what one with the newer app has made.
  private func devices() throws -> (old: Device, new: Device) {
    let (old, new) = (try Device(V1.models), try Device(V2.models))
    let entry = V2.Entry("Monday")
    (entry.mood, entry.tone, entry.weather, entry.count) = (.stormy, .high, "rain", 1.5)
    entry.photo = Data(repeating: 7, count: 100_000)
    let diary = V2.Diary("2026")
    entry.diary = diary
    entry.labels = [V2.Label("red"), V2.Label("blue")]
    new.context.insert(entry)
    let spot = V2.Spot("Rome")
    (spot.street, spot.height) = ("Via A", 21)
    new.context.insert(spot)
    try new.context.save()
    try new.sync(with: hub)
    try old.sync(with: hub)
    return (old, new)
  }

  private func dump(_ device: Device) throws -> [String] {
    let context = ModelContext(device.container)
    var lines: [String] = []
    for entry in try context.fetch(FetchDescriptor<V2.Entry>()) {
      let labels = entry.labels.map(\.name).sorted().joined(separator: ",")
      lines.append(
        "\(entry.title) \(entry.mood) \(entry.tone) \(entry.count) \(entry.weather) \(entry.diary?.name ?? "-") "
          + "[\(labels)] \(entry.photo?.count ?? 0)")
    }
    for spot in try context.fetch(FetchDescriptor<V2.Spot>()) {
      lines.append("\(spot.city) \(spot.street) \(spot.height)")
    }
    for diary in try context.fetch(FetchDescriptor<V2.Diary>()) {
      lines.append("\(diary.name) \(diary.entries.map(\.title))")
    }
    return lines.sorted()
  }

  private let all = [
    "2026 [\"Monday\"]", "Monday stormy high 1.5 rain 2026 [blue,red] 100000", "Rome Via A 21",
  ]

  @Test(
    "Fields, cases, entities, references and links are shown without a request and without an edit")
  func update() throws {
    let (old, new) = try devices()
    #expect(try dump(new) == all)
    try old.update(to: V2.models)
    try old.rewriteLateRows()
    // The bytes of an asset that the older app did not ask for come with the next exchange.
    #expect(
      try dump(old) == all.map { $0.replacingOccurrences(of: " 100000", with: " 0") })
    #expect(try old.pending == 0)
    try old.sync(with: hub)
    #expect(try dump(old) == all)
    #expect(try dump(new) == all)
  }

  @Test("While an app lacks cases, its status counts the objects, and its log is silent")
  func status() throws {
    let (old, _) = try devices()
    func unwritten() throws -> Int {
      try old.storage.transaction { try $0.store.unwrittenRecordCount }
    }
    #expect(try unwritten() == 1)
    try old.update(to: V2.models)
    #expect(try old.storage.transaction { try $0.store.lateRecordCount } == 5)
    try old.rewriteLateRows()
    #expect(try unwritten() == 0)
    #expect(try old.storage.transaction { try $0.store.lateRecordCount } == 0)
  }

  @Test("A store that an earlier version of the library has written heals at its first opening")
  func healing() throws {
    let (old, _) = try devices()
    try old.update(to: V2.models)
    // Earlier versions have neither noted the forms of fields nor shown anything.
    try old.update(to: V1.models)
    try RawDatabase(old.url).run("DELETE FROM _perennial_metadata WHERE key LIKE 'sync_%'")
    try old.update(to: V2.models)
    try old.rewriteLateRows()
    try old.sync(with: hub)
    #expect(try dump(old) == all)
  }

  @Test("The rows are written in parts. An app that ends meanwhile goes on", arguments: [1, 2])
  func parts(limit: Int) throws {
    let (old, _) = try devices()
    try old.update(to: V2.models)
    var calls = 0
    while try old.storage.transaction({ try $0.rewriteLateRows(limit: limit) }) {
      calls += 1
      try old.update(to: V2.models)
    }
    #expect(calls == (5 + limit - 1) / limit)
    try old.sync(with: hub)
    #expect(try dump(old) == all)
  }

  @Test("An opening with the same schema shows nothing again")
  func sameSchema() throws {
    let (old, new) = try devices()
    for device in [old, new] {
      try device.update(to: device === old ? V1.models : V2.models)
      let late = try device.storage.transaction { try $0.store.late.lateRecords(limit: 10) }
      // A value that the app could not have is tried again: an enumeration need not list its cases.
      #expect(late.count == (device === old ? 1 : 0))
    }
  }

  @Test(
    "An edit before the rows are shown, and before the app was updated, sends no default",
    arguments: [true, false])
  func edit(isBeforeUpdate: Bool) throws {
    let (old, new) = try devices()
    if isBeforeUpdate {
      try old.all(V1.Entry.self).first?.text = "Tuesday"
      try old.all(V1.Spot.self).first?.street = "Via B"
      try old.context.save()
      try old.update(to: V2.models)
    } else {
      try old.update(to: V2.models)
      try old.all(V2.Entry.self).first?.title = "Tuesday"
      try old.all(V2.Spot.self).first?.street = "Via B"
      try old.context.save()
    }
    try old.sync(with: hub)
    try new.sync(with: hub)
    let expected = [
      "2026 [\"Tuesday\"]", "Rome Via B 21", "Tuesday stormy high 1.5 rain 2026 [blue,red] 100000",
    ]
    #expect(try dump(old) == expected)
    #expect(try dump(new) == expected)
  }

  @Test("A value that the user has chosen before the rows are shown stays")
  func choice() throws {
    let (old, new) = try devices()
    try old.update(to: V2.models)
    try old.all(V2.Spot.self).first?.height = 30
    try old.all(V2.Entry.self).first?.weather = "sun"
    try old.context.save()
    try old.rewriteLateRows()
    try old.sync(with: hub)
    try new.sync(with: hub)
    for device in [old, new] {
      #expect(try dump(device).contains("Rome Via A 30"))
      #expect(try dump(device).contains { $0.contains("stormy high 1.5 sun") })
    }
  }

  @Test(
    "An object of the older app has no value for a new field. An edit by the newer app sends none")
  func missingField() throws {
    let (old, new) = (try Device(V1.models), try Device(V2.models))
    old.context.insert(V1.Spot("Oslo"))
    try old.context.save()
    try old.sync(with: hub)
    try new.sync(with: hub)
    try new.all(V2.Spot.self).first?.street = "Gate 1"
    try new.context.save()
    try new.sync(with: hub)
    let record = try #require(hub.records.values.first { $0.type == "Spot" })
    #expect(record.state.edits["street"]?.value == .text("Gate 1"))
    #expect(record.state.edits["height"] == nil)
  }

  @Test("A form that assigns the default of a missing field again takes nothing from others")
  func missingFieldAgain() throws {
    let (old, new) = (try Device(V1.models), try Device(V2.models))
    old.context.insert(V1.Spot("Oslo"))
    try old.context.save()
    try old.sync(with: hub)
    try new.sync(with: hub)
    try old.all(V1.Spot.self).first?.street = "Gate 1"
    try old.context.save()
    Thread.sleep(forTimeInterval: 0.005)
    let spot = try #require(try new.all(V2.Spot.self).first)
    (spot.city, spot.street, spot.height) = (spot.city, spot.street, spot.height)
    try new.context.save()
    for device in [old, new, old] { try device.sync(with: hub) }
    let record = try #require(hub.records.values.first { $0.type == "Spot" })
    #expect(record.state.edits["street"]?.value == .text("Gate 1"))
    #expect(record.state.edits["height"] == nil)
    #expect(try new.all(V2.Spot.self).map(\.street) == ["Gate 1"])
  }

  @Test(
    "What arrives after the update is not late: a later edit of an object merged as a whole replaces all of it"
  )
  func arrivalAfterUpdate() throws {
    let (old, new) = (try Device(V1.models), try Device(V2.models))
    try old.sync(with: hub)
    try old.update(to: V2.models)
    new.context.insert(V2.Spot("Rome"))
    try new.context.save()
    try new.sync(with: hub)
    try old.pull(from: hub)
    try new.all(V2.Spot.self).first?.height = 21
    try new.context.save()
    Thread.sleep(forTimeInterval: 0.005)
    try old.all(V2.Spot.self).first?.street = "Via A"
    try old.context.save()
    try new.sync(with: hub)
    try old.pull(from: hub)
    for device in [old, new] { try device.sync(with: hub) }
    #expect(try dump(old) == ["Rome Via A 0"])
    #expect(try dump(new) == ["Rome Via A 0"])
  }
}
