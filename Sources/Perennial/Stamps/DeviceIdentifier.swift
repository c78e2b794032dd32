/// Who made a stamp: a number of 63 bits that a store draws when it is made.
///
/// The devices of one user are few, so two of them have the same number as good as never; and if a
/// backup of one device is restored on another, the number has to be drawn anew.
package struct DeviceIdentifier: Hashable, Comparable, Sendable {
  /// The number, at least 0.
  package let rawValue: Int64

  /// The device that a number stands for, or nil if it is negative, which none is.
  package init?(rawValue: Int64) {
    guard rawValue >= 0 else { return nil }
    self.rawValue = rawValue
  }

  /// A device that no other is.
  package static func random() -> DeviceIdentifier {
    DeviceIdentifier(unchecked: Int64.random(in: 1...Int64.max))
  }

  /// The stand-in for the unknown device that wrote a record: the same one everywhere, for
  /// records that bear no stamps, and whose values are ordered by when the record was modified and
  /// then by its name.
  package init(standingFor name: RecordName) {
    var hash = SHA1()
    hash.update(name.rawValue)
    rawValue = Int64(hash.finish().leadingBits >> 1)
  }

  package static func < (left: DeviceIdentifier, right: DeviceIdentifier) -> Bool {
    left.rawValue < right.rawValue
  }

  private init(unchecked rawValue: Int64) { self.rawValue = rawValue }
}
