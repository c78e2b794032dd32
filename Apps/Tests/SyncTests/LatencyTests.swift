import Foundation
import PerennialRecords
import PerennialSync
import SwiftData
import SyncTesting
import Testing

/// Measurements, which say something only if nothing else runs: they are made with `MEASURE_SYNC=1`.
@Suite(
  "From one device to another one", .serialized, .timeLimit(.minutes(2)),
  .enabled(if: ProcessInfo.processInfo.environment["MEASURE_SYNC"] != nil))
struct LatencyTests {
  private let zone = "iCloud.\(UUID().uuidString)"

  @Test("From a save to the object of another device: p50 at most 50 ms, p99 at most 500 ms")
  func containers() async throws {
    try await withHub { hub in
      let (phone, tablet) = (
        try await hub.install("phone", zone: zone), try await hub.install("tablet", zone: zone)
      )
      try phone.save { $0.insert(Note("Milk")) }
      #expect(try await tablet.shows(["Milk"]))
      let (author, reader) = (phone.context, tablet.context)
      let mine = try #require(try author.fetch(FetchDescriptor<Note>()).first)
      let theirs = try #require(try reader.fetch(FetchDescriptor<Note>()).first)
      try await measure("From save to object") { edit in
        mine.text = "\(edit)"
        try author.save()
      } hasArrived: { edit in
        theirs.text == "\(edit)"
      }
    }
  }

  @Test("From a change in memory to another device: p50 at most 50 ms, p99 at most 500 ms")
  func engines() async throws {
    try await withHub { hub in
      let (author, reader) = (try await hub.device(1).device, try await hub.device(2).device)
      for device in [author, reader] { await device.engine.start() }
      let name = author.insert(title: 0)
      #expect(await eventually { reader.notes[name] != nil })
      try await measure("From device to device") { edit in
        author.write(.integer(Int64(edit)), of: name)
      } hasArrived: { edit in
        reader.notes[name]?["title"] == .integer(Int64(edit))
      }
      for device in [author, reader] { await device.engine.stop() }
    }
  }

  private func measure(
    _ title: String, isolation: isolated (any Actor)? = #isolation,
    edit: (Int) throws -> Void, hasArrived: (Int) -> Bool
  ) async throws {
    var durations: [Duration] = []
    for number in 1...200 {
      let start = ContinuousClock.now
      try edit(number)
      #expect(await eventually { hasArrived(number) })
      durations.append(ContinuousClock.now - start)
      // A person does not edit faster. The devices listen again meanwhile.
      try await Task.sleep(for: .milliseconds(20))
    }
    durations.sort()
    let (median, late) = (durations[99], durations[197])
    print("\(title): p50 \(median), p99 \(late), greatest \(durations[199])")
    #expect(median <= .milliseconds(50))
    #expect(late <= .milliseconds(500))
  }
}
