import PerennialRecords
import PerennialReplication
import Testing

@testable import PerennialSimulator

/// The clock of a device is a day ahead of the hub's.
@Suite("Changes that were made with a wrong clock")
struct ClockCorrectionTests {
  private let note = RecordName.object(key: 1)
  private let store = MemoryStore(device: 1)
  private var hub = SimulatedHub()

  init() {
    store.wallClock = 86_400_000
    store.insert(note, ["title": .integer(2000)])
    store.write(.integer(2001), to: "rank", of: note)
  }

  /// Sends all, after the hub has refused the stamps.
  private mutating func send() throws {
    let error = #expect(throws: HubError.self) { try store.push(to: &hub) }
    #expect(error?.code == .clockAhead)
    try Replica(store).stampAgain(by: 1000)
    try store.push(to: &hub)
    let record = try #require(hub.database.records[note])
    let latest = try #require(record.state.latestStamp)
    #expect(latest.time.milliseconds <= 1000 + StampClock.tolerance)
    #expect(record.state.edits["title"]?.value == .integer(2000))
    #expect(record.state.edits["rank"]?.value == .integer(2001))
    #expect(store.disk.tracked.values.allSatisfy { !$0.isUnsent })
  }

  @Test("They are sent with stamps that the hub accepts")
  mutating func moved() throws { try send() }

  @Test("They are sent too if the file was copied, and its device has another identifier")
  mutating func copied() throws {
    store.disk.device = DeviceIdentifier(rawValue: 2) ?? .random()
    try send()
  }

  @Test("They are sent too if the clock was corrected before the file was copied")
  mutating func copiedAfterCorrection() throws {
    store.wallClock = 1000
    store.disk.device = DeviceIdentifier(rawValue: 2) ?? .random()
    try send()
  }
}
