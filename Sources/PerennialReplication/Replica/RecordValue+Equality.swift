import PerennialRecords

extension RecordValue {
  /// Returns `true` if two values are equal. A whole number is the same in both kinds: versions of a program can give its
  /// property different types.
  func isSame(as other: RecordValue) -> Bool {
    self == other || wholeNumber.map { $0 == other.wholeNumber } ?? false
  }

  private var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    default: nil
    }
  }

  /// A number by which a value is known again: FNV-1a with 64 bits (Fowler, Noll and Vo), of the kind and the bytes.
  ///
  /// It is stored. Two values with one number are one value to ``LocalEdits/sentValues``, which costs an edit in one of 2⁶⁴
  /// cases at most. A whole number has one fingerprint in both kinds, as in ``isSame(as:)``.
  var fingerprint: UInt64 {
    func hash(_ kind: UInt8, _ bytes: some Sequence<UInt8>) -> UInt64 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      add(kind)
      for byte in bytes { add(byte) }
      return hash
    }
    func bytes(_ number: UInt64) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return switch self {
    case .null: hash(0, [])
    case .integer(let number): hash(1, bytes(UInt64(bitPattern: number)))
    case .real(let number):
      wholeNumber.map { RecordValue.integer($0).fingerprint } ?? hash(2, bytes(number.bitPattern))
    case .text(let text): hash(3, text.utf8)
    case .blob(let data): hash(4, data)
    case .reference(let name): hash(5, name.rawValue.utf8)
    case .sealed(let data): hash(6, data)
    case .asset(let asset): hash(7, asset.checksum.utf8)
    }
  }
}
