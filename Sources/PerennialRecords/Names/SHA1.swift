/// The SHA-1 hash of FIPS 180-4.
///
/// SHA-1 is used for names that have to be the same everywhere (RFC 9562 prescribes it for UUIDs of version
/// 5), and not for secrets. This type allocates nothing: the message is processed in a block of 64 bytes.
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )
  private var block = SIMD64<UInt8>()
  private var byteCount: UInt64 = 0

  /// A digest: 160 bits in five words, the most significant first.
  struct Digest: Equatable {
    let words: (UInt32, UInt32, UInt32, UInt32, UInt32)

    /// The first 64 bits.
    var leadingBits: UInt64 { UInt64(words.0) << 32 | UInt64(words.1) }

    /// The 64 bits after the first 64.
    var followingBits: UInt64 { UInt64(words.2) << 32 | UInt64(words.3) }

    static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }
  }

  /// Appends bytes to the message.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let filled = Int(byteCount % 64)
      let part = rest.prefix(64 - filled)
      withUnsafeMutableBytes(of: &block) { block in
        UnsafeMutableRawBufferPointer(rebasing: block[filled...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: part))
      }
      byteCount += UInt64(part.count)
      rest = rest.dropFirst(part.count)
      if byteCount % 64 == 0 { compress() }
    }
  }

  /// Appends one byte to the message.
  mutating func update(_ byte: UInt8) {
    let filled = Int(byteCount % 64)
    withUnsafeMutableBytes(of: &block) { $0[filled] = byte }
    byteCount += 1
    if byteCount % 64 == 0 { compress() }
  }

  /// Appends a text to the message, in UTF-8 and normalisation form C.
  mutating func update(_ text: String) {
    var form = text.storedForm
    form.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the digest of the message. The hash cannot be used afterwards.
  mutating func finish() -> Digest {
    let bitCount = byteCount * 8
    update(0x80)
    let filled = Int(byteCount % 64)
    clearBlock(from: filled)
    if filled > 56 {
      compress()
      clearBlock(from: 0)
    }
    withUnsafeMutableBytes(of: &block) {
      $0.storeBytes(of: bitCount.bigEndian, toByteOffset: 56, as: UInt64.self)
    }
    compress()
    return Digest(words: state)
  }

  private mutating func clearBlock(from start: Int) {
    withUnsafeMutableBytes(of: &block) { block in
      _ = UnsafeMutableRawBufferPointer(rebasing: block[start...]).initializeMemory(
        as: UInt8.self, repeating: 0)
    }
  }

  private mutating func compress() {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { schedule in
      withUnsafeBytes(of: &block) { block in
        for index in 0..<16 {
          let word = block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
          schedule[index] = UInt32(bigEndian: word)
        }
      }
      for index in 16..<80 {
        let mixed =
          schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
        schedule[index] = Self.rotate(mixed, by: 1)
      }
      mix(UnsafeMutableBufferPointer(rebasing: schedule[...]))
    }
  }

  private mutating func mix(_ schedule: UnsafeMutableBufferPointer<UInt32>) {
    var (a, b, c, d, e) = state
    /// Each word has another role in the next step; after five steps, each has its first one again.
    func steps(
      _ range: Range<Int>, constant: UInt32, _ function: (UInt32, UInt32, UInt32) -> UInt32
    ) {
      func step(
        _ a: UInt32, _ b: inout UInt32, _ c: UInt32, _ d: UInt32, _ e: inout UInt32, _ index: Int
      ) {
        e &+= Self.rotate(a, by: 5) &+ function(b, c, d) &+ constant &+ schedule[index]
        b = Self.rotate(b, by: 30)
      }
      for index in stride(from: range.lowerBound, to: range.upperBound, by: 5) {
        step(a, &b, c, d, &e, index)
        step(e, &a, b, c, &d, index + 1)
        step(d, &e, a, b, &c, index + 2)
        step(c, &d, e, a, &b, index + 3)
        step(b, &c, d, e, &a, index + 4)
      }
    }
    steps(0..<20, constant: 0x5A82_7999) { b, c, d in d ^ (b & (c ^ d)) }
    steps(20..<40, constant: 0x6ED9_EBA1) { b, c, d in b ^ c ^ d }
    steps(40..<60, constant: 0x8F1B_BCDC) { b, c, d in (b & c) | (d & (b | c)) }
    steps(60..<80, constant: 0xCA62_C1D6) { b, c, d in b ^ c ^ d }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }

  private static func rotate(_ word: UInt32, by bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
