import Foundation
import PerennialPresets
import PerennialSync
import SwiftData
import SyncTesting
import Testing

// The app: a journal with moods that it offers. Its next version has the weather of each entry, one more mood, and diaries.

enum FirstJournal {
  @Model final class Entry {
    var text = ""
    var feeling: Feeling?

    init(_ text: String) { self.text = text }
  }

  @Model final class Feeling {
    var presetID: String?
    var name: String
    @Relationship(inverse: \Entry.feeling) var entries: [Entry] = []

    init(presetID: String? = nil, name: String) { (self.presetID, self.name) = (presetID, name) }
  }

  enum Feelings: String, PresetRepresentable {
    case calm, glad
    func makeModel() -> Feeling { Feeling(presetID: rawValue, name: rawValue.capitalized) }
  }

  static let models: [any PersistentModel.Type] = [Entry.self, Feeling.self]
}

enum NextJournal {
  @Model final class Entry {
    var text = ""
    var weather = "unknown"
    var feeling: Feeling?
    var diary: Diary?

    init(_ text: String) { self.text = text }
  }

  @Model final class Feeling {
    var presetID: String?
    var name: String
    var colour = "grey"
    @Relationship(inverse: \Entry.feeling) var entries: [Entry] = []

    init(presetID: String? = nil, name: String, colour: String) {
      (self.presetID, self.name, self.colour) = (presetID, name, colour)
    }
  }

  @Model final class Diary {
    var name = ""
    @Relationship(inverse: \Entry.diary) var entries: [Entry] = []

    init(_ name: String) { self.name = name }
  }

  enum Feelings: String, PresetRepresentable {
    case calm, glad, stormy
    func makeModel() -> Feeling {
      Feeling(presetID: rawValue, name: rawValue.capitalized, colour: "blue")
    }
  }

  static let models: [any PersistentModel.Type] = [Entry.self, Feeling.self, Diary.self]
}

struct JournalApp {
  let container: ModelContainer
  var context: ModelContext { ModelContext(container) }
  var sync: StoreSync {
    get throws { try #require(container.sync) }
  }

  /// - Parameter zone: The zone. One hub serves it in this process, so each suite has its own.
  init(
    _ folder: URL, hub: URL, isNext: Bool, zone: String = "iCloud.com.example.journal"
  ) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try SyncHub.register(
      SyncHub(url: hub, credentials: FileCredentialStore(in: folder)), for: zone)
    let moods = PresetCatalog("moods", version: isNext ? 2 : 1) {
      if isNext { Presets(NextJournal.Feelings.self) } else { Presets(FirstJournal.Feelings.self) }
    }
    container = try ModelContainer(
      for: Schema(isNext ? NextJournal.models : FirstJournal.models),
      configurations: [
        ModelConfiguration(
          url: folder.appendingPathComponent("journal.store"), cloudKitDatabase: .private(zone))
      ], presets: [moods])
  }

  /// Exchanges all changes, as soon as the container that was open before has let go of the store.
  func synchronize() async throws {
    #expect(await eventually { container.sync?.status.progress.isRunning == true })
    try await sync.synchronize()
  }

  func entries() throws -> [String] {
    try context.fetch(FetchDescriptor<NextJournal.Entry>()).map {
      "\($0.text), \($0.weather), \($0.feeling?.name ?? "-"), \($0.diary?.name ?? "-")"
    }.sorted()
  }

  func feelings() throws -> [String] {
    try context.fetch(FetchDescriptor<NextJournal.Feeling>()).map { "\($0.name) \($0.colour)" }
      .sorted()
  }
}

@Suite(
  "Presets in a synced app whose second device is updated later", .serialized,
  .timeLimit(.minutes(1)))
struct UpdatedAppTests {
  @Test(
    "The tablet is updated last. It shows all that the phone has made meanwhile, and sends no default"
  )
  func update() async throws {
    try await withHub { hub in
      let folder = hub.file("journal")
      func app(_ name: String, isNext: Bool) async throws -> JournalApp {
        try JournalApp(folder.appending(path: name), hub: try await hub.address, isNext: isNext)
      }
      // Both devices begin without a network, with the presets of the app.
      var phone = try await app("phone", isNext: false)
      var tablet = try await app("tablet", isNext: false)
      for device in [phone, tablet] {
        try await device.sync.signIn(code: hub.pairingCode(), deviceName: "device")
        try await device.synchronize()
      }
      phone = try await app("phone", isNext: true)
      let context = phone.context
      let entry = NextJournal.Entry("Monday")
      context.insert(entry)
      entry.weather = "rain"
      entry.feeling = try context.fetch(FetchDescriptor<NextJournal.Feeling>()).first {
        $0.name == "Stormy"
      }
      entry.diary = NextJournal.Diary("2026")
      for feeling in try context.fetch(FetchDescriptor<NextJournal.Feeling>())
      where feeling.name == "Calm" { feeling.colour = "green" }
      try context.save()
      try await phone.synchronize()
      try await tablet.synchronize()

      // The tablet is updated without a network.
      try await tablet.sync.pause()
      // A context would keep the container, and with it the store.
      do {
        let offline = tablet.context
        try offline.fetch(FetchDescriptor<FirstJournal.Entry>()).first?.text = "Monday evening"
        try offline.save()
      }
      try await hub.stop()
      tablet = try await app("tablet", isNext: true)
      #expect(
        await eventually { (try? tablet.entries()) == ["Monday evening, rain, Stormy, 2026"] })
      #expect(try tablet.feelings() == ["Calm green", "Glad blue", "Stormy blue"])
      try await hub.start()
      try await tablet.synchronize()
      try await phone.synchronize()
      for device in [phone, tablet] {
        #expect(try device.entries() == ["Monday evening, rain, Stormy, 2026"])
        #expect(try device.feelings() == ["Calm green", "Glad blue", "Stormy blue"])
        #expect(try await device.sync.unsyncedObjects().isEmpty)
        #expect(try device.sync.status.lateRecords == 0)
        #expect(try device.context.fetch(FetchDescriptor<NextJournal.Diary>()).count == 1)
      }
    }
  }
}
