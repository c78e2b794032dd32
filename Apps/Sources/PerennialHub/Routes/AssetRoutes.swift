import HTTPTypes
import Hummingbird
import PerennialRecords

/// The requests for files: the values that are too large for records.
struct AssetRoutes: Sendable {
  let storage: any AssetStorage
  let assets: AssetFolder
  let transfer: AssetTransfer
  let clock: HubClock

  func addRoutes(to routes: HubRoutes) {
    let path = "zones/:zone/assets/:checksum"
    routes.add(.put, path, for: .write) { try await add($0, in: $1, for: $2) }
    routes.add(.get, path, for: .read) { try await read($0, in: $1, for: $2) }
    routes.add(.head, path, for: .read) { try await read($0, in: $1, for: $2) }
  }

  private func checksum(in context: HubRequestContext) throws -> String {
    let text = try context.parameters.require("checksum")
    guard RecordAsset(checksum: text, byteCount: 0) != nil else {
      throw HubError(
        .badRequest,
        "An asset is named by its SHA-256 digest: 64 hexadecimal digits in lower case.")
    }
    return text
  }

  // MARK: Writing

  private func add(
    _ request: Request, in context: HubRequestContext, for session: Session
  ) async throws -> Response {
    let key = try context.zone(of: session)
    let checksum = try checksum(in: context)
    let known = try await storage.asset(checksum, of: key)
    if let known, assets.contains(checksum, bytes: known.bytes, of: key) {
      let again = StoredAsset(checksum: checksum, bytes: known.bytes, used: clock())
      // The entry, and then its file, can have been removed meanwhile as unused.
      if try await !storage.add(again, to: key),
        assets.contains(checksum, bytes: known.bytes, of: key)
      {
        return try answer(.ok)
      }
    }
    try checkLength(of: request, session.account, isKnown: known != nil)
    let (_, isNew) = try await transfer.receive(
      request, in: context, for: key, checksum: checksum)
    return try answer(isNew ? .created : .ok)
  }

  private func checkLength(
    of request: Request, _ account: Account, isKnown: Bool
  ) throws {
    let length = request.headers[.contentLength].flatMap { Int64($0) } ?? 0
    guard isKnown || account.bytes + length <= account.limit else {
      throw HubError.quotaExceeded(account, length)
    }
  }

  private func answer(_ status: HTTPResponse.Status) throws -> Response {
    try Answer.json(TimeReply(hubTime: clock()), status: status)
  }

  // MARK: Reading

  private func read(
    _ request: Request, in context: HubRequestContext, for session: Session
  ) async throws -> Response {
    let key = try context.zone(of: session)
    return try await transfer.file(
      try checksum(in: context), of: key, for: request, in: context)
  }
}
