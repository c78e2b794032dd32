import Foundation
import PerennialSync
import SwiftData
import SyncTesting
import Testing

/// Two devices of a user come online at the same moment, after both were used without a network.
@Suite("40/5: Devices that resume at once", .serialized, .timeLimit(.minutes(2)))
struct SimultaneousResumeTests {
  /// Lets two devices change the same tag offline, resume at once and exchange.
  private func exchange(
    in round: Int, _ apps: [TagApp], _ changes: [(ModelContext, Tag) -> Void]
  ) async throws {
    let name = "Tag \(round)"
    try apps[0].edit { context, _ in context.insert(Tag(name: name)) }
    for app in apps { try await app.container.sync?.synchronize() }
    #expect(try await eventually { try apps.allSatisfy { try $0.tags().contains(name) } })
    for (app, change) in zip(apps, changes) {
      await app.container.sync?.pause()
      try app.edit { context, tags in tags[name].map { change(context, $0) } }
    }
    let syncs = apps.compactMap(\.container.sync)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for sync in syncs {
        group.addTask {
          await sync.resume()
          try await sync.synchronize()
        }
      }
      try await group.waitForAll()
    }
    // The other device may have sent its edit meanwhile.
    for sync in syncs { try await sync.synchronize() }
  }

  @Test("Of two edits, and of an edit and a deletion, exactly one device notes the conflict")
  func pairs() async throws {
    try await withHub { running in
      let hub = try await running.address
      let apps = [
        try TagApp(running.file("phone"), hub: hub), try TagApp(running.file("tablet"), hub: hub),
      ]
      for app in apps {
        let code = try await running.pairingCode()
        try await app.container.sync?.signIn(code: code, deviceName: "device")
        try await app.container.sync?.synchronize()
      }
      for round in 1...10 {
        let isDeletion = round.isMultiple(of: 2)
        try await exchange(
          in: round, apps,
          [
            { $1.presetID = "phone \(round)" },
            { context, tag in
              if isDeletion { context.delete(tag) } else { tag.presetID = "tablet \(round)" }
            },
          ])
        let all = try await eventually { try apps[0].tags() == apps[1].tags() }
        #expect(all)
        var total = 0
        for app in apps { total += try await app.container.sync?.conflicts().count ?? 0 }
        #expect(total == round)
      }
    }
  }
}
