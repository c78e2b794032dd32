import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("The space of an account", .timeLimit(.minutes(2)))
struct SpaceTests {
  @Test("A full account stores nothing but deletions, and others are not affected")
  func quota() async throws {
    try await withHub { hub in
      let records = (1...12).map { Sample.object($0) }
      let bob = try await hub.signIn("bob")
      _ = try await bob.push(records)
      let size = try #require(try await hub.storage.account(named: "bob")?.bytes)
      _ = try await HubAdministration(hub.storage)
        .addAccount(named: "ann", limit: size, at: hub.clock.now)
      let phone = try await hub.signIn()
      #expect(try await phone.push(records).status == 200)
      try await hub.expect(.quotaExceeded, 507, by: phone) {
        try await $0.push([Sample.object(13)])
      }
      #expect(try await bob.push([Sample.object(13)]).status == 200)
      // A deletion that brings data along is refused like any other data.
      let large = Sample.object(1, title: String(repeating: "x", count: 500))
      var state = large.state
      state.delete(at: Sample.stamp(1_700_000_000_001))
      let disguised = Record(large.name, type: large.type, created: large.created, state: state)
      try await hub.expect(.quotaExceeded, 507, by: phone) { try await $0.push([disguised]) }
      let deletion = Sample.deletion(of: records[0], at: 1_700_000_000_001)
      #expect(try await phone.push([deletion]).status == 200)
      let bytes = try #require(try await hub.storage.account(named: "ann")?.bytes)
      #expect(bytes > size && bytes <= size + size / 16)
    }
  }

  @Test("A full account stores the deletion of an object that another device edits meanwhile")
  func contestedDeletion() async throws {
    try await withHub { hub in
      let record = Sample.object(1, title: String(repeating: "x", count: 5_000))
      let bob = try await hub.signIn("bob")
      _ = try await bob.push([record])
      let size = try #require(try await hub.storage.account(named: "bob")?.bytes)
      _ = try await HubAdministration(hub.storage)
        .addAccount(named: "ann", limit: size, at: hub.clock.now)
      let phone = try await hub.signIn()
      let before = try JSONDecoder().decode(PullReply.self, from: await phone.pull().body).token
      #expect(try await phone.push([record]).status == 200)
      var deletion = Record(record.name, type: record.type, created: record.created)
      let other = DeviceIdentifier(rawValue: 99) ?? .random()
      deletion.state.delete(at: Stamp(time: Sample.stamp(1_700_000_000_001).time, device: other))
      #expect(try await phone.push([deletion], after: before).status == 200)
      let stored = try #require(try await phone.records().first)
      #expect(stored.state.deletion?.isDeleted == true)
      #expect(stored.contested[other]?.edits["title"] == record.state.edits["title"])
    }
  }
}
