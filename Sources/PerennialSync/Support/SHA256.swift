import Foundation

/// The hash SHA-256 (FIPS 180-4) of bytes that arrive in parts.
struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  /// The bytes after the last whole block of 64.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  mutating func update(_ data: some Sequence<UInt8>) {
    if data.withContiguousStorageIfAvailable({ add($0) }) == nil {
      Array(data).withUnsafeBufferPointer { add($0) }
    }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    byteCount &+= UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == 64 else { return }
      let block = rest
      rest.removeAll(keepingCapacity: true)
      block.withUnsafeBufferPointer { mix($0) }
    }
    let end = start + (bytes.count - start) / 64 * 64
    mix(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    rest += bytes[end...]
  }

  /// Returns the hash in 64 hexadecimal digits, in lower case.
  mutating func finish() -> String {
    let bitCount = byteCount &* 8
    let padding = (rest.count < 56 ? 56 : 120) - rest.count
    update([0x80] + [UInt8](repeating: 0, count: padding - 1))
    update((0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) })
    return state.map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }

  /// Mixes whole blocks into the state. The operators that trap on nothing keep unoptimised builds usable.
  private mutating func mix(_ blocks: UnsafeBufferPointer<UInt8>) {
    Self.constants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
        var start = 0
        while start < blocks.count {
          mix(
            UnsafeBufferPointer(rebasing: blocks[start..<(start + 64)]), words: words,
            constants: constants)
          start += 64
        }
      }
    }
  }

  private mutating func mix(
    _ block: UnsafeBufferPointer<UInt8>, words: UnsafeMutableBufferPointer<UInt32>,
    constants: UnsafeBufferPointer<UInt32>
  ) {
    var index = 0
    while index < 16 {
      let byte = index &* 4
      words[index] =
        UInt32(block[byte]) &<< 24 | UInt32(block[byte &+ 1]) &<< 16
        | UInt32(block[byte &+ 2]) &<< 8 | UInt32(block[byte &+ 3])
      index &+= 1
    }
    while index < 64 {
      let (near, far) = (words[index &- 2], words[index &- 15])
      let first = Self.turn(far, 7) ^ Self.turn(far, 18) ^ far &>> 3
      let second = Self.turn(near, 17) ^ Self.turn(near, 19) ^ near &>> 10
      words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
      index &+= 1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    index = 0
    while index < 64 {
      let chosen = (e & f) ^ (~e & g)
      let turned = Self.turn(e, 6) ^ Self.turn(e, 11) ^ Self.turn(e, 25)
      let first = h &+ turned &+ chosen &+ constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (Self.turn(a, 2) ^ Self.turn(a, 13) ^ Self.turn(a, 22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
      index &+= 1
    }
    let mixed = [a, b, c, d, e, f, g, h]
    for index in 0..<8 { state[index] &+= mixed[index] }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// The fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = primes.map { prime in
    var (low, high) = (UInt64(0), UInt64(8) << 32)
    // The cube root with 32 binary digits after the point, by halving an interval.
    while high - low > 1 {
      let middle = (low + high) / 2
      if isCube(of: middle, atMost: prime) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  /// Returns `true` if the third power of `root / 2³²` is at most a number.
  private static func isCube(of root: UInt64, atMost number: UInt64) -> Bool {
    let square = root.multipliedFullWidth(by: root)
    // The square has at most 72 binary digits: 40 of `root` twice. The third power has 108.
    let low = square.low.multipliedFullWidth(by: root)
    let high = square.high &* root
    let (middle, isOver) = high.addingReportingOverflow(low.high)
    return !isOver && middle < number << 32 || middle == number << 32 && low.low == 0
  }

  private static let primes: [UInt64] = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }
}

extension SHA256 {
  /// Returns the hash of a file, which is read in parts.
  static func hash(of file: URL) throws -> String {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    var hash = SHA256()
    while let part = try handle.read(upToCount: 1 << 16), !part.isEmpty { hash.update(part) }
    return hash.finish()
  }

  /// Returns the hash of bytes.
  static func hash(of data: Data) -> String {
    var hash = SHA256()
    hash.update(data)
    return hash.finish()
  }
}
