import Foundation
@testable import Perennial
import PerennialPresets
import PerennialRecords
import PerennialReplication
@testable import PerennialSync
import SwiftData
import Testing

@Model final class Kennel {
  #Merge<Kennel>(.byRecord)
  var name = ""
  var note = ""
  var cook: Cook?

  init(_ name: String) { self.name = name }
}

/// Fault 2: one record that a device could not store stopped all devices of an account. A record can contain what no
/// version of the app would write: another version has given a relationship another destination, or another client has
/// written it.
@Suite("Fault 2: a record that a store cannot have costs only itself")
struct UnstorableRecordTests {
  let hub = MemoryHub()

  private static let models: [any PersistentModel.Type] = Kitchen.models + [Kennel.self]

  private func device() throws -> Device { try Device(Self.models) }

  private var stamp: Stamp {
    get throws {
      Stamp(
        time: HybridTime(milliseconds: StampClock.systemMilliseconds),
        device: try #require(DeviceIdentifier(rawValue: 77)))
    }
  }

  private func reasons(_ device: Device) throws -> [String] {
    try device.storage.transaction { replica in
      try hub.records.keys.sorted().compactMap { try replica.store.refused.reason(of: $0) }
    }
  }

  private func retried(_ device: Device) throws -> [RecordName] {
    try device.storage.transaction { try $0.store.refused.retriedNames }
  }

  private func record(titled text: String, _ field: String = "title") throws -> Record {
    try #require(hub.records.values.first { $0.state.edits[field]?.value == .text(text) })
  }

  /// Changes a record on the hub, as another client can.
  private func change(
    _ record: Record, _ body: (inout RecordState<RecordValue>, Stamp) -> Void
  ) throws {
    var state = RecordState<RecordValue>()
    body(&state, try stamp)
    let part = Record(record.name, type: record.type, created: record.created, state: state)
    #expect(try hub.push(PushRequest(token: nil, records: [part])).refused.isEmpty)
  }

  private func recipe(_ device: Device, _ title: String) throws -> Recipe {
    try #require(
      try ModelContext(device.container).fetch(FetchDescriptor<Recipe>()).first {
        $0.title == title
      })
  }

  // MARK: References

  enum Target: CaseIterable {
    /// An object that the device has had before.
    case known
    /// An object of the page that brings the reference.
    case new
    /// The object that has the reference.
    case itself
  }

  @Test(
    "A reference to an object of another entity is not shown, and all else is",
    arguments: Target.allCases)
  func reference(to target: Target) throws {
    let (first, second) = (try device(), try device())
    first.context.insert(Recipe("Pasta", minutes: 10))
    first.context.insert(Recipe("Rice"))
    first.context.insert(Tag("Quick"))
    try first.context.save()
    try first.sync(with: hub)
    if target != .new { try second.sync(with: hub) }
    let pasta = try record(titled: "Pasta")
    let wrong = target == .itself ? pasta.name : try record(titled: "Quick", "name").name
    try change(pasta) { state, stamp in
      state.write(.reference(wrong), to: "cook", at: stamp)
      state.write(.integer(12), to: "minutes", at: stamp)
    }
    try change(record(titled: "Rice")) { $0.write(.integer(20), to: "minutes", at: $1) }
    for device in [first, second] {
      try device.sync(with: hub)
      #expect(try recipe(device, "Pasta").minutes == 12)
      #expect(try recipe(device, "Pasta").cook == nil)
      #expect(try recipe(device, "Rice").minutes == 20)
      #expect(try device.pending == 0)
      #expect(try reasons(device).count == 1)
      #expect(
        try reasons(device).first?.contains("cook cannot reference \(wrong.rawValue)") == true)
      // The row does not become possible by a change of another one.
      #expect(try retried(device).isEmpty)
    }
    #expect(try second.dump() == first.dump())
  }

  @Test("A reference that fits again is shown, and the reason is forgotten")
  func fittingAgain() throws {
    let (first, second) = (try device(), try device())
    first.context.insert(Recipe("Pasta"))
    first.context.insert(Tag("Quick"))
    first.context.insert(Cook("Ann"))
    try first.context.save()
    try first.sync(with: hub)
    let wrong = try record(titled: "Quick", "name").name
    try change(record(titled: "Pasta")) { $0.write(.reference(wrong), to: "cook", at: $1) }
    try second.sync(with: hub)
    #expect(try reasons(second).count == 1)
    let ann = try record(titled: "Ann", "name").name
    try change(record(titled: "Pasta")) { $0.write(.reference(ann), to: "cook", at: $1) }
    try second.sync(with: hub)
    #expect(try recipe(second, "Pasta").cook?.name == "Ann")
    #expect(try reasons(second).isEmpty)
    // Without a reference the row does not change, and nothing is left to report.
    try change(record(titled: "Pasta")) { $0.write(.reference(wrong), to: "cook", at: $1) }
    try second.sync(with: hub)
    #expect(try reasons(second).count == 1)
    try change(record(titled: "Pasta")) { $0.write(.null, to: "cook", at: $1) }
    try second.sync(with: hub)
    #expect(try reasons(second).isEmpty)
  }

  @Test(
    "An object of a class that inherits fits where its superclass is referenced, and not the other way round"
  )
  func inheritance() throws {
    let device = try device()
    let schema = try device.storage.transaction { $0.store.sync.schema }
    #expect(schema.admits("Cook", in: "cook", ofType: "Recipe"))
    #expect(!schema.admits("Recipe", in: "cook", ofType: "Recipe"))
    // A later version of the app has other entities, and other fields.
    #expect(!schema.admits("Firm", in: "cook", ofType: "Recipe"))
    #expect(schema.admits("Firm", in: "supplier", ofType: "Recipe"))
    #expect(schema.admits("Tag", in: "tags", ofType: "Recipe"))
    #expect(!schema.admits("Cook", in: "tags", ofType: "Recipe"))
    #expect(schema.admits("Soup", in: "dish", ofType: "Table"))
  }

  @Test("A link to an object of another entity is not shown, and its other links are")
  func link() throws {
    let (first, second) = (try device(), try device())
    let pasta = Recipe("Pasta")
    pasta.tags = [Tag("Quick")]
    first.context.insert(pasta)
    first.context.insert(Cook("Ann"))
    try first.context.save()
    try first.sync(with: hub)
    let ann = try record(titled: "Ann", "name").name
    try change(record(titled: "Pasta")) { $0.link("tags", to: ann, at: $1) }
    for device in [first, second] {
      try device.sync(with: hub)
      #expect(try recipe(device, "Pasta").tags.map(\.name) == ["Quick"])
      #expect(try reasons(device).count == 1)
      #expect(try device.pending == 0)
    }
  }

  @Test("A one-to-one relationship with an object of another entity is not shown at either end")
  func pair() throws {
    let (first, second) = (try device(), try device())
    let ann = Cook("Ann")
    ann.apron = Apron("red")
    first.context.insert(ann)
    first.context.insert(Tag("Quick"))
    try first.context.save()
    try first.sync(with: hub)
    let wrong = try record(titled: "Quick", "name").name
    let owner = try #require(
      hub.records.values.first { $0.state.edits["cook"]?.value.target != nil && $0.type == "Apron" }
    )
    try change(owner) { $0.write(.reference(wrong), to: "cook", at: $1) }
    for device in [first, second] {
      try device.sync(with: hub)
      #expect(try device.dump().contains("apron red of -"))
      #expect(try device.dump().contains("cook Ann apron - []"))
      #expect(try reasons(device).count == 1)
    }
  }

  @Test(
    "An edit of another field leaves the reference on the hub, also where records are merged as a whole"
  )
  func edit() throws {
    let (first, second) = (try device(), try device())
    first.context.insert(Recipe("Pasta"))
    first.context.insert(Kennel("North"))
    first.context.insert(Tag("Quick"))
    try first.context.save()
    try first.sync(with: hub)
    let wrong = RecordValue.reference(try record(titled: "Quick", "name").name)
    try change(record(titled: "Pasta")) { $0.write(wrong, to: "cook", at: $1) }
    let north = try record(titled: "North", "name")
    try change(north) { state, stamp in
      state.write(.text("North"), to: "name", at: stamp)
      state.write(.text(""), to: "note", at: stamp)
      state.write(wrong, to: "cook", at: stamp)
    }
    try second.sync(with: hub)
    try second.all(Recipe.self).first?.note = "hot"
    try second.all(Kennel.self).first?.note = "cold"
    try second.context.save()
    try second.sync(with: hub)
    #expect(try record(titled: "Pasta").state.edits["note"]?.value == .text("hot"))
    #expect(try record(titled: "Pasta").state.edits["cook"]?.value == wrong)
    #expect(hub.records[north.name]?.state.edits["note"]?.value == .text("cold"))
    #expect(hub.records[north.name]?.state.edits["cook"]?.value == wrong)
    // The user's own choice is an edit as any other.
    let ann = Cook("Ann")
    second.context.insert(ann)
    try second.all(Recipe.self).first?.cook = ann
    try second.context.save()
    try second.sync(with: hub)
    #expect(try reasons(second).count == 1)
    try first.sync(with: hub)
    #expect(try recipe(first, "Pasta").cook?.name == "Ann")
  }

  // MARK: Identities of presets

  @Test(
    "A preset whose identity is none is left out, and the others are written",
    arguments: ["tags quick", "", "[]", "{}", "[\"tags/quick\"", "[1]"])
  func identity(_ identity: String) throws {
    let device = try device()
    try device.sync(with: hub)
    func preset(_ id: String, _ identity: String, version: Int = 1) throws -> Record {
      var state = RecordState<RecordValue>()
      state.offer(
        CatalogVersion(version: version, values: ["name": .text(id)], identity: identity))
      let key = RecordName.presetKey(
        namespace: RecordName.namespace(uri: "kitchen.example"), entity: "Tag", id: id)
      return Record(.preset(key: key), type: "Tag", state: state)
    }
    let quick = try preset("quick", identity)
    let slow = try preset("slow", "[\"tags/slow\"]")
    // A hub does not take it. One that was restored, or an older one, can have it.
    let reply = try hub.push(PushRequest(token: nil, records: [quick, slow]))
    #expect(reply.refused == [.init(quick.name, .invalidName)])
    let request = try device.storage.transaction { try $0.pullRequest }
    let page = try hub.pull(request)
    try device.storage.transaction {
      try $0.apply(
        PullReply(
          hubTime: page.hubTime, records: [quick] + page.records, token: page.token,
          moreComing: false))
    }
    func names() throws -> [String] {
      try ModelContext(device.container).fetch(FetchDescriptor<Tag>()).map(\.name).sorted()
    }
    func reason() throws -> String? {
      try device.storage.transaction { try $0.store.refused.reason(of: quick.name) }
    }
    #expect(try names() == ["slow"])
    #expect(try reason()?.contains("“\(identity)” is not the identity of a preset") == true)
    #expect(try retried(device).isEmpty)
    device.context.insert(Tag("own"))
    try device.context.save()
    try device.sync(with: hub)
    #expect(try names() == ["own", "slow"])
    // A later edition has one.
    let later = try preset("quick", "[\"tags/quick\"]", version: 2)
    #expect(try hub.push(PushRequest(token: nil, records: [later])).refused.isEmpty)
    try device.sync(with: hub)
    #expect(try names() == ["own", "quick", "slow"])
    #expect(try reason() == nil)
  }
}
