import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite(
  "pyicloud's client of CloudKit, unmodified and strict, over TLS with a hub of its own process",
  .timeLimit(.minutes(1)), .enabled(if: PythonClient.canBeHad))
struct PyicloudTests {
  private static func fixture(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/\(name)").standardizedFileURL
  }

  @Test("All cases pass")
  func cases() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("hub.sqlite")
    let storage = try SQLiteHubStorage(
      at: file, serving: false, time: StampClock.systemMilliseconds)
    let token = try await storage.signIn("ann")
    try await storage.close()
    let (chain, key) = (Self.fixture("localhost.pem"), Self.fixture("localhost-key.pem"))
    let hub = try HubProcess(
      serving: file, "--tls-certificate", chain.path, "--tls-key", key.path)
    let base = "https://localhost:\(hub.port)/database/1/iCloud.example/production/private"
    let results = try PythonClient.run("pyicloud_client", [base, token, chain.path])
    for result in results { #expect(result.passed, "\(result.case): \(result.detail)") }
    #expect(try results.map(\.case) == PythonClient.cases(of: "pyicloud_client"))
    #expect(results.count > 10)
    #expect(hub.terminate() == 0)
  }
}
