import Foundation
import PerennialZlib

/// Expands data in the format of raw deflate, which has neither a header nor a checksum.
enum Inflate {
  /// Returns the expanded data.
  ///
  /// - Parameters:
  ///   - data: The compressed data. Bytes behind its end are ignored.
  ///   - limit: The greatest number of expanded bytes.
  /// - Throws: ``ArchiveError``.
  static func data(_ data: Data, limit: Int = ArchiveLimits().inflatedBytes) throws -> Data {
    var stream = z_stream()
    guard
      inflateInit2_(
        &stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw ArchiveError.damaged("zlib has no memory") }
    defer { inflateEnd(&stream) }
    var input = [UInt8](data)
    var result = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    return try input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      while true {
        let code = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = UInt32(chunk.count)
          return inflate(&stream, Z_NO_FLUSH)
        }
        let count = chunk.count - Int(stream.avail_out)
        guard result.count + count <= limit else {
          throw ArchiveError.tooLarge("the compressed data has more than \(limit) bytes")
        }
        result.append(contentsOf: chunk[..<count])
        switch code {
        case Z_STREAM_END: return result
        case Z_OK where count > 0 || stream.avail_in > 0: continue
        default: throw ArchiveError.damaged("the compressed data is damaged or cut off")
        }
      }
    }
  }
}
