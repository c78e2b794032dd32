import Foundation
import PerennialPresets
import PerennialSync
import SwiftData
import SyncTesting
import Testing

@Suite("40/11: The undo of a reset in a synced store", .serialized, .timeLimit(.minutes(1)))
struct UndoneResetTests {
  /// A device whose user has given the mood “Calm” another colour, which the hub has.
  private func device(_ hub: RunningHub) async throws -> JournalApp {
    let app = try JournalApp(
      hub.file("journal").appending(path: "phone"), hub: try await hub.address, isNext: true,
      zone: "iCloud.com.example.undo")
    try await app.sync.signIn(code: hub.pairingCode(), deviceName: "phone")
    try await app.synchronize()
    let context = app.context
    for feeling in try context.fetch(FetchDescriptor<NextJournal.Feeling>())
    where feeling.name == "Calm" { feeling.colour = "green" }
    try context.save()
    try await app.synchronize()
    return app
  }

  @Test("As long as the hub does not have it, it is undone, and the hub never gets it")
  func unsent() async throws {
    try await withHub { hub in
      let app = try await device(hub)
      try await app.sync.pause()
      let report = try app.container.presets.reset(.presets)
      #expect(try app.feelings().contains("Calm blue"))
      try app.container.presets.undo(report)
      #expect(try app.feelings().contains("Calm green"))
      try await app.sync.resume()
      try await app.synchronize()
      #expect(try app.feelings().contains("Calm green"))
    }
  }

  @Test("When the hub has it, the undo is refused with the way out, and nothing changes")
  func sent() async throws {
    try await withHub { hub in
      let app = try await device(hub)
      let report = try app.container.presets.reset(.presets)
      try await app.synchronize()
      let error = #expect(throws: PresetError.self) { try app.container.presets.undo(report) }
      #expect(error?.code == .sentReset)
      #expect(error?.problems.first?.contains("the hub has it") == true)
      #expect(try app.feelings().contains("Calm blue"))
      // An earlier reset does not count for a later one that is not sent.
      try await app.sync.pause()
      let later = try app.container.presets.reset(.presets)
      try app.container.presets.undo(later)
      #expect(try app.feelings().contains("Calm blue"))
    }
  }
}
