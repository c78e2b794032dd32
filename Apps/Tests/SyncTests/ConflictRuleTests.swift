import Foundation
import PerennialRecords
import PerennialSync
import SwiftData
import SyncTesting
import Testing

@Suite("Conflicts that a rule of the program decides", .serialized, .timeLimit(.minutes(2)))
struct ConflictRuleTests {
  private let zone = "iCloud.\(UUID().uuidString)"

  /// Two devices that have changed the text of one note while they were offline.
  private func withDevices(
    _ body: (_ phone: AppDevice, _ tablet: AppDevice) async throws -> Void
  ) async throws {
    try await withHub { hub in
      let phone = try await hub.install("phone", zone: zone)
      let tablet = try await hub.install("tablet", zone: zone)
      try phone.save { $0.insert(Note("Shopping", text: "milk")) }
      try await phone.sync.synchronize()
      #expect(try await tablet.shows(["Shopping"]))
      for device in [phone, tablet] { await device.sync.pause() }
      try setText("milk, nails", on: phone)
      try await Task.sleep(for: .milliseconds(5))
      try setText("milk, bread", on: tablet)
      await phone.sync.resume()
      try await phone.sync.synchronize()
      try await body(phone, tablet)
    }
  }

  private func setText(_ text: String, on device: AppDevice) throws {
    try device.save { try $0.fetch(FetchDescriptor<Note>()).first?.text = text }
  }

  private func show(_ text: String, on devices: AppDevice...) async throws -> Bool {
    try await eventually {
      try devices.allSatisfy { device in try device.notes().map(\.text) == [text] }
    }
  }

  @Test("All devices show the answer, and no conflict is left")
  func theirs() async throws {
    try await withDevices { phone, tablet in
      let rule = Task {
        try await tablet.sync.resolveConflicts { conflict in
          guard case .edits("text", base: .text("milk"), _, _) = conflict.kind else { return nil }
          return .theirs
        }
      }
      await tablet.sync.resume()
      #expect(try await show("milk, nails", on: phone, tablet))
      #expect(await eventually { tablet.sync.status.conflicts == 0 })
      rule.cancel()
      try await rule.value
    }
  }

  @Test("A rule can work out a third value")
  func thirdValue() async throws {
    try await withDevices { phone, tablet in
      let rule = Task {
        try await tablet.sync.resolveConflicts { conflict in
          guard case .edits("text", _, let mine, let theirs) = conflict.kind,
            case (.text(let first), .text(let second)) = (mine.value, theirs.value)
          else { return nil }
          let words = Set((first + ", " + second).split(separator: ", ")).sorted()
          try setText(words.joined(separator: ", "), on: tablet)
          return .shown
        }
      }
      await tablet.sync.resume()
      #expect(try await show("bread, milk, nails", on: phone, tablet))
      #expect(await eventually { tablet.sync.status.conflicts == 0 })
      rule.cancel()
      try await rule.value
    }
  }

  @Test("A conflict that the rule leaves is the user's: the rule sees it once")
  func left() async throws {
    try await withDevices { phone, tablet in
      let asked = Counter()
      let rule = Task {
        try await tablet.sync.resolveConflicts { _ in
          await asked.add()
          return nil
        }
      }
      await tablet.sync.resume()
      let status = tablet.sync.status
      #expect(await eventually { status.conflicts == 1 && status.isUpToDate })
      try tablet.save { $0.insert(Note("Trip")) }
      #expect(try await phone.shows(["Shopping", "Trip"]))
      #expect(await asked.count == 1)
      let conflict = try #require(try await tablet.sync.conflicts().first)
      try await tablet.sync.resolve(conflict, keeping: .shown)
      #expect(try await tablet.sync.conflicts().isEmpty)
      #expect(try tablet.notes().map(\.text) == ["milk, bread", ""])
      rule.cancel()
      try await rule.value
    }
  }

  @Test("An error of the rule ends the work, and keeps the conflict")
  func failure() async throws {
    try await withDevices { _, tablet in
      let rule = Task { try await tablet.sync.resolveConflicts { _ in throw Undecided() } }
      await tablet.sync.resume()
      await #expect(throws: Undecided.self) { try await rule.value }
      let left = try await tablet.sync.conflicts()
      #expect(left.count == 1)
    }
  }

  private struct Undecided: Error {}

  private actor Counter {
    private(set) var count = 0

    func add() { count += 1 }
  }
}
