import Foundation
import PerennialHub
import PerennialRecords
import Testing

@Suite("Documentation/Protocol.md", .timeLimit(.minutes(1)))
struct ProtocolTests {
  @Test("The hub answers the documented requests as documented")
  func examples() async throws {
    let examples = try ProtocolExample.all()
    #expect(examples.count >= 15)
    try await withHub { hub in
      let administration = HubAdministration(hub.storage)
      let ann = try await administration.addAccount(named: "ann", at: hub.clock.now)
      var comparison = ProtocolComparison()
      comparison.substitutes["7F3K-9QXM"] =
        try await administration.pair(ann, at: hub.clock.now).code.text
      let zone = try await hub.storage.zone(ZoneKey(account: ann.id, name: "Z"))
      comparison.substitutes["1795437450000-0-0"] = "\(zone.incarnation)-0-0"
      for example in examples {
        let start = example.request.start.split(separator: " ")
        try #require(start.count == 3, "line \(example.line)")
        let body = comparison.substituting(example.request.body)
        let headers = example.request.headers.mapValues { comparison.substituting($0) }
        let answer = try await hub.stranger.send(
          String(start[0]), comparison.substituting(String(start[1])),
          body: body.isEmpty ? nil : Data(body.utf8), headers: headers)
        let status = example.answer.start.split(separator: " ").dropFirst().first ?? ""
        #expect("\(answer.status)" == String(status), "line \(example.line): \(answer.text)")
        let documented = Data(example.answer.body.utf8)
        guard let wanted = try? JSONSerialization.jsonObject(with: documented) else {
          #expect(answer.text == example.answer.body, "line \(example.line)")
          continue
        }
        let real = try JSONSerialization.jsonObject(with: answer.body)
        let difference = comparison.difference(wanted, real)
        #expect(difference == nil, "line \(example.line): \(difference ?? "")")
      }
    }
  }

  @Test("Every error code, reason of a refusal and path is documented")
  func completeness() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../Documentation/Protocol.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    let codes: [HubError.Code] = [
      .tokenExpired, .hubRestored, .clockAhead, .tooLarge, .badRequest, .unauthorized,
      .quotaExceeded, .tryAgainLater, .upgradeRequired, .internalError,
    ]
    let reasons: [PushReply.Reason] = [
      .nameTaken, .referenceRefused, .typeDiffers, .invalidName, .tooLarge,
    ]
    for word in codes.map(\.rawValue) + reasons.map(\.rawValue) {
      #expect(text.contains("| `\(word)` |"), "\(word)")
    }
  }
}
