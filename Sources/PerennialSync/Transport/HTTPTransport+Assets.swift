import Dispatch
public import Foundation
public import PerennialRecords
import Synchronization

extension HTTPTransport {
  /// Asks whether the hub has the bytes of an asset. The answer has no body.
  ///
  /// - Throws: ``HTTPTransportError``.
  public func hasAsset(_ asset: RecordAsset) async throws -> Bool {
    do {
      try await connection.send("HEAD", path(of: asset))
      return true
    } catch HTTPTransportError.notAHub(status: 404, url: _) { return false }
  }

  /// Sends the bytes of an asset, unless the hub has them.
  ///
  /// ```swift
  /// func send(_ asset: RecordAsset, by transport: HTTPTransport) async throws {
  ///   try await transport.uploadAsset(asset, from: directory.appending(path: asset.checksum))
  /// }
  /// ```
  ///
  /// - Throws: `HubError`; ``HTTPTransportError``.
  public func uploadAsset(_ asset: RecordAsset, from file: URL) async throws {
    do {
      if try await hasAsset(asset) { return }
    } catch HTTPTransportError.notAHub {
      // The answer to HEAD has no body, so its error has no code. The next request says more.
    }
    let found = try await Self.checksum(of: file)
    guard found == asset.checksum else {
      throw HTTPTransportError.wrongChecksum(expected: asset.checksum, found: found)
    }
    do {
      try await connection.send("PUT", path(of: asset), payload: .file(file), patience: 300)
    } catch let error as HubError where error.code == .badRequest {
      // The bytes have changed on their way. Unlike other requests that cannot be read, this one can be sent again.
      throw HTTPTransportError.network(error.reason)
    }
  }

  /// Downloads the bytes of an asset, and checks their checksum.
  ///
  /// The bytes are written to a file beside it, whose name ends with `.partial`. If the download is
  /// interrupted, the next one continues it.
  ///
  /// ```swift
  /// func file(of asset: RecordAsset, by transport: HTTPTransport) async throws -> URL? {
  ///   let file = directory.appending(path: asset.checksum)
  ///   return try await transport.downloadAsset(asset, to: file) ? file : nil
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - asset: The checksum and the size of the bytes.
  ///   - file: The new file. A file with its name is replaced.
  /// - Returns: `false` if the hub does not have the asset.
  /// - Throws: `HubError`; ``HTTPTransportError``.
  public func downloadAsset(_ asset: RecordAsset, to file: URL) async throws -> Bool {
    let partial = file.appendingPathExtension("partial")
    var wrong: String?
    // The beginning that is there can be of other bytes. Then all of them are requested.
    for _ in 0..<2 {
      guard try await fetch(asset, into: partial) else {
        try? FileManager.default.removeItem(at: partial)
        return false
      }
      let found = try await Self.checksum(of: partial)
      if found == asset.checksum {
        do {
          if FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.removeItem(at: file)
          }
          try FileManager.default.moveItem(at: partial, to: file)
        } catch { throw HTTPTransportError.file(error.localizedDescription) }
        return true
      }
      try? FileManager.default.removeItem(at: partial)
      wrong = found
    }
    throw HTTPTransportError.wrongChecksum(expected: asset.checksum, found: wrong ?? "")
  }

  /// Writes the bytes that a file lacks to its end. Returns `false` if the hub does not have the asset.
  private func fetch(_ asset: RecordAsset, into partial: URL) async throws -> Bool {
    let files = FileManager.default
    if !files.fileExists(atPath: partial.path),
      !files.createFile(atPath: partial.path, contents: nil)
    {
      throw HTTPTransportError.file("“\(partial.path)” cannot be created.")
    }
    let handle: FileHandle
    var length: Int
    do {
      handle = try FileHandle(forWritingTo: partial)
      length = Int(clamping: try handle.seekToEnd())
      if length > asset.byteCount {
        try handle.truncate(atOffset: 0)
        length = 0
      }
    } catch { throw HTTPTransportError.file(error.localizedDescription) }
    defer { try? handle.close() }
    if length == asset.byteCount, length > 0 { return true }
    repeat {
      guard let end = try await fetch(asset, from: length, into: handle) else { return false }
      // Nothing follows: the hub has fewer bytes than the record says.
      if end == length { break }
      length = end
    } while length < asset.byteCount
    return true
  }

  /// The greatest number of bytes that one request asks for: 8 MiB.
  ///
  /// An interrupted one is continued where it was. And FoundationNetworking has all bytes in memory that have arrived
  /// and are not written yet.
  private static let pieceSize = 8 << 20

  /// Writes the next bytes of an asset to a file. Returns the new end; nil if the hub does not have the asset.
  private func fetch(
    _ asset: RecordAsset, from start: Int, into handle: FileHandle
  ) async throws -> Int? {
    let end = min(start + Self.pieceSize, asset.byteCount)
    let isWhole = end - start == asset.byteCount
    let range = isWhole ? [:] : ["Range": "bytes=\(start)-\(end - 1)"]
    let status = Mutex(0)
    do {
      try await connection.send("GET", path(of: asset), headers: range, patience: 300) {
        found in
        status.withLock { $0 = found }
        switch found {
        case 206: return .file(handle, limit: end - start)
        case 200:
          // A hub without ranges sends the whole file.
          try handle.truncate(atOffset: 0)
          return .file(handle, limit: asset.byteCount)
        default: return .memory(limit: HubConnection.largestAnswer)
        }
      }
    } catch let error as HubError where error.code == .badRequest {
      guard status.withLock({ $0 }) == 404 else { throw error }
      return nil
    } catch HTTPTransportError.notAHub(status: 416, url: _) { return start }
    do { return Int(clamping: try handle.offset()) } catch {
      throw HTTPTransportError.file(error.localizedDescription)
    }
  }

  private func path(of asset: RecordAsset) -> String {
    "sync/1/zones/\(zone)/assets/\(asset.checksum)"
  }

  /// Computes the checksum of a file outside the cooperative thread pool.
  private static func checksum(of file: URL) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .utility).async {
        continuation.resume(
          with: Result { try SHA256.hash(of: file) }.mapError { error in
            HTTPTransportError.file(error.localizedDescription)
          })
      }
    }
  }
}
