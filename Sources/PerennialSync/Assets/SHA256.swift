import Foundation

/// The hash SHA-256 (FIPS 180-4) of bytes that arrive in parts.
struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
    0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  mutating func update(_ data: some Sequence<UInt8>) {
    for byte in data {
      rest.append(byte)
      byteCount &+= 1
      if rest.count == 64 {
        mix()
        rest.removeAll(keepingCapacity: true)
      }
    }
  }

  /// Returns the hash in 64 hexadecimal digits, in lower case.
  mutating func finish() -> String {
    let bitCount = byteCount &* 8
    update([0x80])
    while rest.count != 56 { update([0]) }
    update((0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) })
    return state.map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }

  private mutating func mix() {
    var words = [UInt32](repeating: 0, count: 64)
    for index in 0..<16 {
      let bytes = rest[(4 * index)..<(4 * index + 4)]
      words[index] = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (near, far) = (words[index - 2], words[index - 15])
      let first = Self.turn(far, 7) ^ Self.turn(far, 18) ^ far >> 3
      let second = Self.turn(near, 17) ^ Self.turn(near, 19) ^ near >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var now = state
    for index in 0..<64 {
      let (a, e) = (now[0], now[4])
      let chosen = (e & now[5]) ^ (~e & now[6])
      let turned = Self.turn(e, 6) ^ Self.turn(e, 11) ^ Self.turn(e, 25)
      let first = now[7] &+ turned &+ chosen &+ Self.constants[index] &+ words[index]
      let majority = (a & now[1]) ^ (a & now[2]) ^ (now[1] & now[2])
      let second = (Self.turn(a, 2) ^ Self.turn(a, 13) ^ Self.turn(a, 22)) &+ majority
      now = [first &+ second, a, now[1], now[2], now[3] &+ first, e, now[5], now[6]]
    }
    for index in 0..<8 { state[index] &+= now[index] }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
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
}
