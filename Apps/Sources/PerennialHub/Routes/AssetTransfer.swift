import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PerennialRecords

/// The transfer of files between clients and the zones of a hub.
struct AssetTransfer: Sendable {
  let storage: any AssetStorage
  let assets: AssetFolder
  /// The greatest number of bytes of an asset.
  let largest: Int64
  let clock: HubClock

  /// Writes the body of a request to a file of a zone.
  ///
  /// - Parameter checksum: The digest that the bytes must have; nil for any.
  /// - Returns: The entry of the file, and `true` if the zone did not have it.
  /// - Throws: `HubError` with the codes `tooLarge`, `badRequest` and `quotaExceeded`.
  func receive(
    _ request: Request, in context: HubRequestContext, for key: ZoneKey, checksum: String? = nil
  ) async throws -> (asset: StoredAsset, isNew: Bool) {
    let length = request.headers[.contentLength].flatMap { Int64($0) } ?? 0
    guard length <= largest else { throw tooLarge }
    let file = try assets.newFile()
    defer { file.discard() }

    for try await part in request.body {
      try file.append(Data(part.readableBytesView))
      guard file.count <= largest else { throw tooLarge }
    }
    let count = file.count
    context.notes.note { $0.bytes = Int(clamping: count) }
    let digest = try file.finish()
    guard checksum == nil || digest == checksum else {
      throw HubError(.badRequest, "The bytes have another SHA-256 digest than the path.")
    }
    let asset = StoredAsset(checksum: digest, bytes: count, used: clock())
    // The entry is first: it is refused if there is no space. An entry without a file counts as missing.
    let isNew = try await storage.add(asset, to: key)
    try assets.keep(file.url, as: digest, of: key)
    return (asset, isNew)
  }

  private var tooLarge: HubError {
    HubError(.tooLarge, "An asset has at most \(largest) bytes.")
  }

  /// Answers with the file of an asset, or with a part of it.
  func file(
    _ checksum: String, of key: ZoneKey, for request: Request, in context: HubRequestContext
  ) async throws -> Response {
    guard let asset = try await storage.asset(checksum, of: key),
      assets.contains(checksum, bytes: asset.bytes, of: key)
    else {
      throw Refusal(.badRequest, "The zone has no such asset.", status: .notFound)
    }
    var headers: HTTPFields = [
      .contentType: "application/octet-stream", .cacheControl: "private, immutable",
      .acceptRanges: "bytes", .eTag: "\"\(checksum)\"",
    ]
    let part = ByteRange(request.headers[.range], of: asset.bytes)
    headers[.contentLength] = String(part?.count ?? asset.bytes)
    if let part {
      headers[.contentRange] = "bytes \(part.first)-\(part.last)/\(asset.bytes)"
    }
    let status: HTTPResponse.Status = part == nil ? .ok : .partialContent
    guard request.method == .get, asset.bytes > 0 else {
      return Response(status: status, headers: headers)
    }
    let (first, last) = (part?.first ?? 0, part?.last ?? asset.bytes - 1)
    let body = try await FileIO().loadFile(
      path: assets.file(checksum, of: key).path, range: Int(first)...Int(last),
      context: context)
    return Response(status: status, headers: headers, body: body)
  }
}

/// The part of a file that a request wants: `bytes=100-199`, `bytes=100-` or `bytes=-100`.
struct ByteRange: Equatable {
  let first: Int64
  let last: Int64

  var count: Int64 { last - first + 1 }

  /// Reads the field `Range`; nil for the whole file, also if the field has several parts or none in the file.
  init?(_ field: String?, of size: Int64) {
    guard let field, field.hasPrefix("bytes="), size > 0 else { return nil }
    let parts = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch (Int64(parts[0]), Int64(parts[1])) {
    case (let first?, let last?) where first <= last && first < size:
      (self.first, self.last) = (first, min(last, size - 1))
    case (let first?, nil) where parts[1].isEmpty && first < size:
      (self.first, last) = (first, size - 1)
    case (nil, let count?) where parts[0].isEmpty && count > 0:
      (first, last) = (max(size - count, 0), size - 1)
    default: return nil
    }
  }
}
