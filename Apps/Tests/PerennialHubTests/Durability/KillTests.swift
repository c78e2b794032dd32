import Foundation
import PerennialHub
import PerennialRecords
import RandomTesting
import Testing

@Suite(
  "A hub that is killed, or that has no power",
  .timeLimit(.minutes(max(10, TestAmount.hubKills.count / 20))))
struct KillTests {
  /// The number of kills and of cuts.
  private static let kills = TestAmount.hubKills.count

  /// The records that a device has received, page after page, through all kills.
  private struct Received {
    var names: Set<RecordName> = []
    var token: SyncToken?

    mutating func pull(from client: HubClient) async throws {
      while true {
        let page = try await client.pull(after: token).json(PullReply.self)
        names.formUnion(page.records.map(\.name))
        token = page.token
        if !page.moreComing { return }
      }
    }
  }

  @Test("No acknowledged record is lost, positions stay valid, and the file stays whole")
  func kill() async throws {
    try await run(in: ScratchFolder(), power: nil)
  }

  @Test(
    "A power cut that takes back what the hub has not synchronised loses no acknowledged record",
    .enabled(if: PowerCut.isSupported))
  func cutPower() async throws {
    let folder = try ScratchFolder()
    try await run(in: folder, power: PowerCut(in: folder.url))
  }

  /// Runs hubs over one file, ends each while two devices push, and checks the data of the next one.
  private func run(in folder: ScratchFolder, power: PowerCut?) async throws {
    let file = folder.file("hub.sqlite")
    let token = try await Self.signIn(file)
    let acknowledged = Acknowledged()
    var received = Received()
    var generator = SeededGenerator(seed: TestSeeds.first)
    var key: Int64 = 0
    var lost = 0
    for round in 0..<Self.kills {
      try power?.begin()
      let hub = try HubProcess(serving: file, environment: power?.environment ?? [:])
      let client = HubClient(port: hub.port, token: token)
      try await received.pull(from: client)
      #expect(acknowledged.all.isSubset(of: received.names), "round \(round)")
      let first = key
      let pushes = (0..<2).map { writer in
        Task {
          for number in 0..<1000 {
            let base = (Int64(writer) << 40) + first + Int64(number) * 5
            let records = (1...5).map { Sample.object(base + $0) }
            guard let answer = try? await client.push(records), answer.status == 200 else { return }
            acknowledged.add(records)
          }
        }
      }
      try await Task.sleep(for: .milliseconds(Int.random(in: 20..<250, using: &generator)))
      hub.kill()
      for push in pushes { await push.value }
      lost += try power?.cut(using: &generator) ?? 0
      key += 10_000
    }
    let hub = try HubProcess(serving: file)
    let client = HubClient(port: hub.port, token: token)
    let records = try await client.records()
    #expect(acknowledged.all.isSubset(of: Set(records.map(\.name))))
    try await received.pull(from: client)
    #expect(received.names == Set(records.map(\.name)))
    #expect(acknowledged.all.count > Self.kills)
    // Numbers are dense: each stored record has one.
    #expect(received.token?.sequence == Int64(records.count))
    #expect(hub.terminate() == 0)
    #expect(try SQLiteCheck.integrity(of: file) == "ok")
    let ends = power == nil ? "kills" : "power cuts that took back \(lost) sectors"
    print("\(Self.kills) \(ends), \(acknowledged.all.count) acknowledged records")
    if power != nil { #expect(lost > 0) }
  }

  private static func signIn(_ file: URL) async throws -> String {
    let storage = try SQLiteHubStorage(
      at: file, serving: true, time: StampClock.systemMilliseconds)
    let token = try await storage.signIn("ann")
    try await storage.close()
    return token
  }
}
