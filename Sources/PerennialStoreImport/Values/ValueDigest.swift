import PerennialAppleStores

/// The digest of a value of the file, as an import records it: a hash, and whether the container has got the value.
struct ValueDigest: Hashable {
  /// The hash. The lowest bit is 1 if the value was not written as the file has it.
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(_ hash: UInt64, isExact: Bool) { bits = hash & ~1 | (isExact ? 0 : 1) }

  init(_ value: AppleValue, isExact: Bool = true) {
    self.init(StableDigest.of(value), isExact: isExact)
  }

  /// The record of no value.
  static let none = ValueDigest(bits: 0)

  /// `true` if the container has got the value as the file has it.
  var isExact: Bool { bits & 1 == 0 }

  /// Returns `true` if the file has the same value for both digests.
  func isSameValue(as other: ValueDigest) -> Bool { bits | 1 == other.bits | 1 }
}
