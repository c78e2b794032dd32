import CZlib
package import NIOCore

/// Compresses a sequence of bytes to the form of gzip (RFC 1952), by the system's zlib.
package final class GzipEncoder {
  /// An error of zlib.
  package struct Failure: Error {
    /// The result of zlib's function, such as `Z_MEM_ERROR`.
    package let code: Int32
  }

  /// The state of zlib, which has a pointer to itself.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Begins a sequence.
  package init() throws(Failure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 16 more than the greatest window size selects the form of gzip.
    let code = deflateInit2_(
      stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    if code != Z_OK { throw Failure(code: code) }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Returns the compressed bytes that are complete after further bytes.
  ///
  /// - Parameter isLast: `true` if the sequence ends.
  package func encode(_ bytes: ByteBuffer, isLast: Bool) throws(Failure) -> ByteBuffer {
    var input = bytes
    var output = ByteBuffer()
    var code = Z_OK
    input.withUnsafeMutableReadableBytes { input in
      stream.pointee.next_in = input.bindMemory(to: UInt8.self).baseAddress
      stream.pointee.avail_in = UInt32(clamping: input.count)
      var isFull = true
      while isFull, code == Z_OK {
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: 16_384) { space in
          stream.pointee.next_out = space.bindMemory(to: UInt8.self).baseAddress
          stream.pointee.avail_out = UInt32(clamping: space.count)
          code = deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          isFull = stream.pointee.avail_out == 0
          return space.count - Int(stream.pointee.avail_out)
        }
      }
    }
    // No progress is possible if the last call has filled the space exactly.
    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { throw Failure(code: code) }
    return output
  }
}
