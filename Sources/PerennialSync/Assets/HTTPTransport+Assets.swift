import Dispatch
public import Foundation
import PerennialRecords

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPTransport {
  /// Sends a file to the hub, unless the hub has it.
  ///
  /// - Returns: The checksum, by which the file is downloaded: SHA-256 in 64 hexadecimal digits.
  /// - Throws: `HubError`; ``HTTPTransportError``.
  @discardableResult
  public func uploadAsset(_ file: URL) async throws -> String {
    let checksum = try await Self.checksum(of: file)
    do {
      try await connection.send("HEAD", path(ofAsset: checksum))
      return checksum
    } catch HTTPTransportError.notAHub {
      // The answer to HEAD has no body, so its error has no code. The next request says more.
    }
    try await connection.send("PUT", path(ofAsset: checksum), .file(file), patience: 300)
    return checksum
  }

  /// Downloads a file, and checks its checksum.
  ///
  /// The bytes are written to a file beside it, whose name ends with `.partial`. If the download is
  /// interrupted, the next one continues it.
  ///
  /// - Parameters:
  ///   - checksum: The checksum that the upload has returned.
  ///   - file: The new file. A file with its name is replaced.
  /// - Throws: `HubError`; ``HTTPTransportError``.
  public func downloadAsset(_ checksum: String, to file: URL) async throws {
    let partial = file.appendingPathExtension("partial")
    do {
      try await fetch(checksum, into: partial)
    } catch let error as HubError where error.code == .badRequest {
      try? FileManager.default.removeItem(at: partial)
      throw error
    }
    let found = try await Self.checksum(of: partial)
    guard found == checksum else {
      try? FileManager.default.removeItem(at: partial)
      throw HTTPTransportError.wrongChecksum(expected: checksum, found: found)
    }
    do {
      if FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.removeItem(at: file)
      }
      try FileManager.default.moveItem(at: partial, to: file)
    } catch { throw HTTPTransportError.file(error.localizedDescription) }
  }

  private func fetch(_ checksum: String, into partial: URL) async throws {
    let files = FileManager.default
    if !files.fileExists(atPath: partial.path),
      !files.createFile(atPath: partial.path, contents: nil)
    {
      throw HTTPTransportError.file("“\(partial.path)” cannot be created.")
    }
    let handle: FileHandle
    let length: UInt64
    do {
      handle = try FileHandle(forWritingTo: partial)
      length = try handle.seekToEnd()
    } catch { throw HTTPTransportError.file(error.localizedDescription) }
    defer { try? handle.close() }
    let range = length > 0 ? ["Range": "bytes=\(length)-"] : [:]
    do {
      try await connection.send("GET", path(ofAsset: checksum), headers: range, patience: 300) {
        response in
        switch response.statusCode {
        case 206: return .file(handle)
        case 200:
          // A hub without ranges sends the whole file.
          try handle.truncate(atOffset: 0)
          return .file(handle)
        default: return .memory(limit: HubConnection.largestAnswer)
        }
      }
    } catch HTTPTransportError.notAHub(status: 416, url: _) {
      // Nothing follows: the file is complete, or it has other contents.
    }
  }

  private func path(ofAsset checksum: String) -> String {
    "sync/1/zones/\(zone)/assets/\(checksum)"
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
