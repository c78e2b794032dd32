public import Foundation
public import PerennialRecords

/// Sends requests to a hub, and returns its answers.
///
/// Each function throws a `HubError` if the hub has not carried out the request, and another error if no
/// answer came. A request without an answer can have been carried out. It can be sent again.
public protocol HubTransport: Sendable {
  /// Requests a page of changes.
  func pull(_ request: PullRequest) async throws -> PullReply

  /// Sends changes.
  func push(_ request: PushRequest) async throws -> PushReply

  /// Waits for changes of the hub, as long as the hub allows.
  ///
  /// - Parameter token: The position up to which the device has received all changes.
  /// - Returns: `true` if the hub has later changes; `false` if the time is over.
  func waitForChanges(after token: SyncToken?) async throws -> Bool

  /// Asks whether the hub has the bytes of an asset.
  func hasAsset(_ asset: RecordAsset) async throws -> Bool

  /// Sends the bytes of an asset, unless the hub has them.
  ///
  /// - Throws: ``HTTPTransportError/wrongChecksum(expected:found:)`` if the file has other bytes.
  func uploadAsset(_ asset: RecordAsset, from file: URL) async throws

  /// Receives the bytes of an asset, and checks them. A download that was interrupted may be continued.
  ///
  /// - Parameters:
  ///   - asset: The checksum and the size of the bytes.
  ///   - file: The new file. It appears when all of its bytes are there.
  /// - Returns: `false` if the hub does not have the asset.
  /// - Throws: ``HTTPTransportError/wrongChecksum(expected:found:)`` if the hub has other bytes.
  func downloadAsset(_ asset: RecordAsset, to file: URL) async throws -> Bool
}
