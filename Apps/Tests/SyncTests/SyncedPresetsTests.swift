import Foundation
import PerennialPresets
import PerennialSync
import SwiftData
import SyncTesting
import Testing

// The app: tags that it offers, and that the user may add to.

@Model final class Tag {
  var presetID: String?
  var name: String

  init(presetID: String? = nil, name: String) { (self.presetID, self.name) = (presetID, name) }
}

enum TagPreset: String, PresetRepresentable {
  case quick, vegan, festive
  func makeModel() -> Tag { Tag(presetID: rawValue, name: rawValue.capitalized) }
}

/// The enumeration of the next version of the app: one tag has another name, and one is new.
enum NextTagPreset: String, PresetRepresentable {
  case quick, vegan, festive, spicy
  func makeModel() -> Tag {
    Tag(presetID: rawValue, name: self == .festive ? "Holidays" : rawValue.capitalized)
  }
}

struct TagApp {
  let container: ModelContainer
  var context: ModelContext { ModelContext(container) }

  init(_ folder: URL, hub: URL, version: Int = 1) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let zone = "iCloud.com.example.tags"
    try SyncHub.register(
      SyncHub(url: hub, credentials: FileCredentialStore(in: folder)), for: zone)
    let tags = PresetCatalog("tags", version: version) {
      if version == 1 { Presets(TagPreset.self) } else { Presets(NextTagPreset.self) }
    }
    container = try ModelContainer(
      for: Tag.self,
      configurations: ModelConfiguration(
        url: folder.appendingPathComponent("tags.store"), cloudKitDatabase: .private(zone)),
      presets: tags)
  }

  func tags() throws -> [String] { try context.fetch(FetchDescriptor<Tag>()).map(\.name).sorted() }

  func edit(_ body: (ModelContext, [String: Tag]) -> Void) throws {
    let context = context
    let tags = try context.fetch(FetchDescriptor<Tag>()).map { ($0.name, $0) }
    body(context, Dictionary(tags) { first, _ in first })
    try context.save()
  }
}

@Suite("UC5 Presets in a synced app", .serialized, .timeLimit(.minutes(1)))
struct SyncedPresetsTests {
  @Test("Two devices, edits, a deletion, a reinstall, a new version, and duplicates of an old one")
  func synced() async throws {
    try await withHub { running in
      let hub = try await running.address
      func agree(_ apps: [TagApp], _ names: [String]) async throws -> Bool {
        try await eventually { try apps.allSatisfy { try $0.tags() == names } }
      }
      // Both are launched offline, for the first time.
      let phone = try TagApp(running.file("phone"), hub: hub)
      var tablet = try TagApp(running.file("tablet"), hub: hub)
      #expect(try tablet.tags() == ["Festive", "Quick", "Vegan"])
      for app in [phone, tablet] {
        let code = try await running.pairingCode()
        try await app.container.sync?.signIn(code: code, deviceName: "device")
      }
      #expect(try await agree([phone, tablet], ["Festive", "Quick", "Vegan"]))

      // The user edits a preset, adds a tag, and deletes a preset on the other device.
      try phone.edit { $1["Quick"]?.name = "Fast" }
      try phone.edit { context, _ in context.insert(Tag(name: "Grandma's")) }
      try tablet.edit { context, tags in tags["Vegan"].map(context.delete) }
      #expect(try await agree([phone, tablet], ["Fast", "Festive", "Grandma's"]))

      // The tablet is set up anew. It has its presets at once, and the user's changes after the sign-in.
      tablet = try TagApp(running.file("tablet again"), hub: hub)
      #expect(try tablet.tags() == ["Festive", "Quick", "Vegan"])
      let code = try await running.pairingCode()
      try await tablet.container.sync?.signIn(code: code, deviceName: "tablet")
      #expect(try await agree([phone, tablet], ["Fast", "Festive", "Grandma's"]))

      // The tablet gets the next version of the app.
      tablet = try TagApp(running.file("tablet again"), hub: hub, version: 2)
      #expect(try await agree([phone, tablet], ["Fast", "Grandma's", "Holidays", "Spicy"]))

      // A version of the app without presets has inserted its own copies, on each device.
      for app in [phone, tablet] {
        try app.edit { context, _ in context.insert(Tag(presetID: "quick", name: "Quick")) }
      }
      let copies = ["Fast", "Grandma's", "Holidays", "Quick", "Quick", "Spicy"]
      #expect(try await agree([phone, tablet], copies))
      for app in [phone, tablet] {
        try app.container.presets.mergeDuplicates([.ofPresets { (tag: Tag) in tag.presetID }])
      }
      #expect(try await agree([phone, tablet], ["Fast", "Grandma's", "Holidays", "Spicy"]))
    }
  }
}
