import Foundation
import PerennialHub
import PerennialRecords
import Testing

@testable import PerennialHubLoad

@Suite("The load of a hub", .timeLimit(.minutes(1)))
struct LoadTests {
  @Test("The sessions of devices follow from the seed, and have all kinds of actions")
  func days() {
    func actions(_ seed: UInt64) -> [LoadDays.Action] {
      var days = LoadDays(seed: seed)
      return (0..<200).map { _ in days.next().action }
    }
    #expect(actions(7) == actions(7))
    #expect(actions(7) != actions(8))
    let all = actions(7)
    #expect(all.first != .close && all.contains(.check) && all.contains(.close))
    #expect(all.contains { if case .open(let edits) = $0 { edits >= 20 } else { false } })
    #expect(all.contains { if case .edit(let objects) = $0 { objects > 1 } else { false } })
    // A session is open before it is used, and a closed one isn't used.
    var isOpen = false
    for action in all {
      switch action {
      case .open:
        #expect(!isOpen)
        isOpen = true
      case .close:
        #expect(isOpen)
        isOpen = false
      case .edit, .check: #expect(isOpen)
      }
    }
  }

  @Test("Devices send and receive, without failures, and their accounts are removed")
  func run() async throws {
    try await withHub { hub in
      let accounts = [
        try await LoadAccount.add(to: hub.storage, devices: 3),
        try await LoadAccount.add(to: hub.storage, devices: 3),
      ]
      let port = hub.port
      let clients = try await Task.detached {
        try accounts.flatMap(\.codes).map { try LoadClient(port: port, code: $0) }
      }.value
      let run = LoadRun(clients, seed: 7, seconds: 2.5) {
        HubNumbers.processorSeconds(at: "127.0.0.1", port: port)
      }
      let report = await Task.detached { run.run() }.value
      #expect(report.failures == 0, "\(report.firstFailure ?? "")")
      #expect(report.sent > 10 && report.received >= report.sent / 3 && report.devices == 6)
      #expect(report.pushes.count > 3 && report.hubProcessorSeconds ?? 0 > 0)
      #expect(report.pushes.median <= report.pushes.percentile99)
    }
  }
}
