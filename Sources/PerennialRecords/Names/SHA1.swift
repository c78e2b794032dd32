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
    func round(_ index: Int, function: UInt32, constant: UInt32) {
      let next = Self.rotate(a, by: 5) &+ function &+ e &+ constant &+ schedule[index]
      (a, b, c, d, e) = (next, a, Self.rotate(b, by: 30), c, d)
    }
    for index in 0..<20 { round(index, function: (b & c) | (~b & d), constant: 0x5A82_7999) }
    for index in 20..<40 { round(index, function: b ^ c ^ d, constant: 0x6ED9_EBA1) }
    for index in 40..<60 {
      round(index, function: (b & c) | (b & d) | (c & d), constant: 0x8F1B_BCDC)
    }
    for index in 60..<80 { round(index, function: b ^ c ^ d, constant: 0xCA62_C1D6) }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }

  private static func rotate(_ word: UInt32, by bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
