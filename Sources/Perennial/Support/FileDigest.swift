import Foundation

/// The 64-bit checksum of a file: XXH64 with the seed 0, as `xxhsum -H64` prints it.
///
/// The checksum detects damage. It does not protect against intentional changes.
enum FileDigest {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  /// Returns the checksum of a file in 16 hexadecimal digits, and the file's size in bytes. O(n).
  static func of(_ path: String) throws -> (digest: String, bytes: Int) {
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    return (of(data), data.count)
  }

  static func size(of path: String) throws -> Int {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size]
    guard let size = (size as? NSNumber)?.intValue ?? size as? Int else {
      throw CocoaError(.fileReadUnknown)
    }
    return size
  }

  static func of(_ data: Data) -> String {
    let digits = String(data.withUnsafeBytes(value(of:)), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func value(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    let (p1, p2, p3, p4, p5) = primes
    var offset = 0
    var value: UInt64
    if bytes.count >= 32 {
      var (a, b, c, d) = (p1 &+ p2, p2, UInt64(0), 0 &- p1)
      while offset &+ 32 <= bytes.count {
        a = round(a, word(bytes, offset))
        b = round(b, word(bytes, offset &+ 8))
        c = round(c, word(bytes, offset &+ 16))
        d = round(d, word(bytes, offset &+ 24))
        offset &+= 32
      }
      value = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
      for lane in [a, b, c, d] { value = (value ^ round(0, lane)) &* p1 &+ p4 }
    } else {
      value = p5
    }
    value &+= UInt64(bytes.count)
    while offset + 8 <= bytes.count {
      value = rotate(value ^ round(0, word(bytes, offset)), 27) &* p1 &+ p4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      value = rotate(value ^ UInt64(UInt32(littleEndian: half)) &* p1, 23) &* p2 &+ p3
      offset += 4
    }
    for byte in bytes[offset...] { value = rotate(value ^ UInt64(byte) &* p5, 11) &* p1 }
    value = (value ^ value >> 33) &* p2
    value = (value ^ value >> 29) &* p3
    return value ^ value >> 32
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* primes.1, 31) &* primes.0
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value &<< count | value &>> (64 &- count)
  }
}
