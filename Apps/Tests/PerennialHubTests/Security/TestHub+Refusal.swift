import Foundation
import PerennialRecords
import Testing

extension HubClient {
  static let push = "/sync/1/zones/\(zone)/push"
  static let pull = "/sync/1/zones/\(zone)/pull"
}

extension TestHub {
  /// Checks that a request is refused, and that the hub has afterwards what it had before.
  func expect(
    _ code: HubError.Code, _ status: Int, by client: HubClient,
    _ send: (HubClient) async throws -> HubClient.Answer,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let (ann, bob) = (try await signIn(), try await signIn("bob"))
    let before = (try await ann.records(), try await bob.records())
    let answer = try await send(client)
    #expect(answer.status == status, "\(answer.text)", sourceLocation: location)
    let error = try answer.error
    #expect(error.code == code, "\(error)", sourceLocation: location)
    #expect(!error.reason.isEmpty && error.hubTime != nil, sourceLocation: location)
    #expect(answer.headers["x-request-id"] != nil, sourceLocation: location)
    let after = (try await ann.records(), try await bob.records())
    #expect(after.0 == before.0 && after.1 == before.1, sourceLocation: location)
  }
}
