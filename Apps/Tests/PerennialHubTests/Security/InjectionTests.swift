import Foundation
import PerennialHub
import PerennialRecords
import Testing

/// Names that would be statements or paths if they were put into one.
@Suite("Injection through names", .timeLimit(.minutes(1)))
struct InjectionTests {
  static let texts = [
    "a'; DROP TABLE record; --", "a\"; DROP TABLE record; --", "' OR '1'='1", "$1", "?1", "%s",
    "../../hub.sqlite", "..\\..\\x", "/etc/passwd", "a/../b", "~", "%2e%2e", "\u{202E}x",
    "a\u{FEFF}b", "Robert\u{301}", "\\x00", "COPY t FROM PROGRAM 'id'", "${IFS}",
  ]

  private func withHub(
    on maker: StorageMaker, _ body: @escaping @Sendable (TestHub) async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let storage = try await maker.make(folder)
    let assets = AssetFolder(besideDatabaseAt: folder.file("hub.sqlite"))
    try await PerennialHubTests.withHub(on: storage, assets: assets, body)
    withExtendedLifetime(folder) {}
  }

  @Test(
    "Names of fields, types, texts and devices are stored as they are", arguments: StorageMaker.all)
  func contents(maker: StorageMaker) async throws {
    try await withHub(on: maker) { hub in
      for (number, text) in Self.texts.enumerated() {
        let phone = try await hub.signIn("ann", as: text)
        let stamp = Sample.stamp(1_700_000_000_000)
        var state = RecordState<RecordValue>()
        state.write(.text(text), to: text, at: stamp)
        state.write(.reference(RecordName(text)), to: "r\(text)", at: stamp)
        let record = Record(
          .object(key: Int64(number + 1)), type: text, created: stamp, state: state)
        let reply = try await phone.push([record]).json(PushReply.self)
        #expect(reply.refused == [], "\(text)")
        #expect(try await phone.records().last == record, "\(text)")
      }
      let ann = try #require(try await hub.storage.account(named: "ann"))
      #expect(Set(try await hub.storage.devices(of: ann.id).map(\.name)) == Set(Self.texts))
      #expect(try await hub.storage.contents(of: ann.id).records == Self.texts.count)
    }
  }

  @Test(
    "Names of records, zones, accounts, assets and devices in paths", arguments: StorageMaker.all)
  func names(maker: StorageMaker) async throws {
    try await withHub(on: maker) { hub in
      let (phone, bob) = (try await hub.signIn(), try await hub.signIn("bob"))
      _ = try await phone.push([Sample.object(1)])
      _ = try await bob.push([Sample.object(1)])
      for text in Self.texts where text != "$1" && text != "?1" && text != "~" {
        let isASCII = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        let record = Record(RecordName(text), type: "Recipe")
        let reply = try await phone.push([record]).json(PushReply.self)
        #expect((reply.refused == []) == isASCII, "\(text)")
        let escaped =
          text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        for path in [
          "/sync/1/zones/\(escaped)/pull", "/sync/1/zones/\(HubClient.zone)/assets/\(escaped)",
          "/sync/1/devices/\(escaped)",
        ] {
          let method = path.hasSuffix("pull") ? "POST" : path.contains("assets") ? "GET" : "DELETE"
          let body = method == "POST" ? Data("{}".utf8) : nil
          let answer = try await phone.send(method, path, body: body)
          #expect([400, 404].contains(answer.status), "\(method) \(path): \(answer.text)")
        }
        await #expect(throws: HubStorageError.self) {
          try await HubAdministration(hub.storage).addAccount(named: text, at: 1)
        }
        #expect(try await hub.storage.account(named: text) == nil)
      }
      #expect(try await hub.storage.accounts().map(\.name) == ["ann", "bob"])
      #expect(try await bob.records() == [Sample.object(1)])
    }
  }
}
