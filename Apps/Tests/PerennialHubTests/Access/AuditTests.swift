import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("The audit log", .timeLimit(.minutes(1)))
struct AuditTests {
  private func entries(of hub: TestHub) async throws -> [AuditEntry] {
    try await hub.storage.audit(of: nil, since: 0, upTo: 1000)
  }

  @Test("It has what concerns the security of a hub, with its cause, and no secrets")
  func events() async throws {
    try await withHub { hub in
      let phone = try await hub.signIn()
      let ann = try #require(try await hub.storage.account(named: "ann"))
      let phoneName = try #require(try await hub.storage.devices(of: ann.id).first).id
      struct Code: Decodable { let code: String }
      let code = try await phone.send(
        "POST", "/sync/1/pairings", body: Data(#"{"role":"read"}"#.utf8)
      ).json(Code.self).code
      let signIn = ["code": code, "name": "SECRET-NAME"]
      let tablet = try await hub.stranger.post("/sync/1/devices", signIn).json(SignedIn.self)
      #expect(try await hub.stranger.post("/sync/1/devices", signIn).status == 401)
      let administration = HubAdministration(hub.storage)
      _ = try await administration.change(tablet.device, to: .write, at: hub.clock.now)
      _ = try await administration.limit(accountNamed: "ann", to: 5000, at: hub.clock.now)
      #expect(try await phone.send("DELETE", "/sync/1/devices/\(tablet.device)").status == 204)
      #expect(try await phone.send("DELETE", "/sync/1/account").status == 204)

      let entries = try await entries(of: hub)
      #expect(
        entries.map(\.event) == [
          .accountAdded, .codeMade, .signedIn, .codeMade, .signedIn, .codeRefused, .roleChanged,
          .accountLimited, .tokenRevoked, .accountRemoved,
        ])
      #expect(
        entries.map(\.actor) == [
          .operator, .operator, .device(phoneName), .device(phoneName), .device(tablet.device),
          .stranger, .operator, .operator, .device(phoneName), .device(phoneName),
        ])
      #expect(entries.allSatisfy { ($0.address != nil) == ($0.actor != .operator) })
      #expect(entries[3].detail == "role read" && entries[6].detail == "role write")
      #expect(entries[8].device == tablet.device)
      #expect(entries.filter { $0.account != "ann" }.map(\.event) == [.codeRefused])
      for secret in [code, phone.token ?? "", tablet.token, "SECRET-NAME"] {
        #expect(!"\(entries)".contains(secret))
      }
    }
  }

  @Test("An address that sends too many wrong codes or tokens has an entry, once")
  func lockOut() async throws {
    try await withHub { hub in
      for _ in 0..<12 {
        let wrong = ["code": PairingCode.random().text, "name": "x"]
        _ = try await hub.stranger.post("/sync/1/devices", wrong)
      }
      for _ in 0..<62 {
        _ = try await HubClient(port: hub.port, token: DeviceToken.random().text).pull()
      }
      let locked = try await entries(of: hub).filter { $0.event == .lockedOut }
      #expect(locked.map(\.detail) == ["wrong codes", "wrong tokens"])
      #expect(try await entries(of: hub).filter { $0.event == .codeRefused }.count == 10)
    }
  }

  @Test("Devices whose tokens have expired are removed, with an entry", arguments: StorageMaker.all)
  func expiry(maker: StorageMaker) async throws {
    let folder = try ScratchFolder()
    let storage = try await maker.make(folder)
    let administration = HubAdministration(storage)
    let ann = try await administration.addAccount(named: "ann", at: 1)
    for (name, expires) in [("a", 10 as Int64?), ("b", 20), ("c", nil)] {
      let (code, _) = try await administration.pair(ann, at: 1)
      let device = Device(id: name, name: "x", created: 1, lastSeen: 1, expires: expires)
      _ = try await storage.redeem(
        code.digest, for: device, token: DeviceToken.random().digest, at: 1)
    }
    try await HubAdministration(storage, by: .hub).forgetExpired(at: 15)
    #expect(try await storage.devices(of: ann.id).map(\.id) == ["b", "c"])
    let entries = try await storage.audit(of: "ann", since: 15, upTo: 10)
    #expect(entries.map(\.event) == [.tokenExpired] && entries.first?.device == "a")
    try await storage.close()
  }

  @Test(
    "It is read by account and time, and bounded by age and number", arguments: StorageMaker.all)
  func reading(maker: StorageMaker) async throws {
    let folder = try ScratchFolder()
    let storage = try await maker.make(folder)
    for time in 1...9 as ClosedRange<Int64> {
      let account = time.isMultiple(of: 2) ? "ann" : "bob'; DROP TABLE audit; --"
      let long = String(repeating: "ä", count: 300)
      try await storage.record(
        AuditEntry(
          .signedIn, by: .device("d"), at: time, account: account, device: "d",
          address: "::1", detail: long))
    }
    try await storage.record(AuditEntry(.restored, by: .operator, at: 9))
    func times(_ account: String?, _ since: Int64, _ limit: Int) async throws -> [Int64] {
      try await storage.audit(of: account, since: since, upTo: limit).map(\.time)
    }
    #expect(try await times(nil, 0, 100) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9])
    #expect(try await times(nil, 0, 3) == [8, 9, 9])
    #expect(try await times("ann", 3, 100) == [4, 6, 8])
    #expect(try await times("eve", 0, 100) == [])
    let entries = try await storage.audit(of: nil, since: 9, upTo: 9)
    #expect(entries.map(\.event) == [.signedIn, .restored])
    #expect(entries[0].detail?.count == 200 && entries[0].actor == .device("d"))
    #expect(entries[1].account == nil && entries[1].actor == .operator)
    try await storage.trimAudit(before: 3, keeping: 100)
    #expect(try await times(nil, 0, 100) == [3, 4, 5, 6, 7, 8, 9, 9])
    try await storage.trimAudit(before: 0, keeping: 3)
    #expect(try await times(nil, 0, 100).first == 7)
    try await storage.close()
  }
}
