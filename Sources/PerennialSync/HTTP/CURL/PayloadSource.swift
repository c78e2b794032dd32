#if os(Linux)
import Foundation

/// The bytes of a request while they are sent. They can be sent again from the start.
final class PayloadSource {
  private enum Content {
    case data(Data)
    case file(FileHandle)
  }

  private let content: Content
  private var offset = 0
  let byteCount: Int

  /// Opens the bytes of a request. Returns nil if it has none.
  ///
  /// - Throws: ``HTTPTransportError/file(_:)``.
  init?(_ payload: HTTPRequest.Payload) throws(HTTPTransportError) {
    switch payload {
    case .none: return nil
    case .data(let data): (content, byteCount) = (.data(data), data.count)
    case .file(let url):
      do {
        let handle = try FileHandle(forReadingFrom: url)
        byteCount = Int(clamping: try handle.seekToEnd())
        try handle.seek(toOffset: 0)
        content = .file(handle)
      } catch { throw .file(error.localizedDescription) }
    }
  }

  deinit { if case .file(let handle) = content { try? handle.close() } }

  /// Copies the next bytes. Returns their number; 0 at the end.
  ///
  /// - Throws: ``HTTPTransportError/file(_:)``.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPTransportError) -> Int {
    let bytes: Data
    switch content {
    case .data(let data): bytes = data.dropFirst(offset).prefix(buffer.count)
    case .file(let handle):
      do { bytes = try handle.read(upToCount: buffer.count) ?? Data() } catch {
        throw .file(error.localizedDescription)
      }
    }
    bytes.copyBytes(to: buffer)
    offset += bytes.count
    return bytes.count
  }

  /// Moves to a byte.
  ///
  /// - Throws: ``HTTPTransportError/file(_:)``.
  func seek(to offset: Int) throws(HTTPTransportError) {
    if case .file(let handle) = content {
      do { try handle.seek(toOffset: UInt64(clamping: offset)) } catch {
        throw .file(error.localizedDescription)
      }
    }
    self.offset = max(offset, 0)
  }
}
#endif
