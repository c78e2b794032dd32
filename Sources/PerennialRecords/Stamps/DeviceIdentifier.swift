/// The device that made a stamp: a random number of 63 bits that belongs to a store.
///
/// A user has few devices, so a collision of two numbers is practically impossible. If a backup of one device
/// is restored on another, a new number has to be generated.
public struct DeviceIdentifier: Hashable, Comparable, Sendable {
  /// The number, at least 0.
  public let rawValue: Int64

  /// Creates the device with a number; nil if the number is negative.
  public init?(rawValue: Int64) {
    guard rawValue >= 0 else { return nil }
    self.rawValue = rawValue
  }

  /// The device of values that are older than all stamps. No device has this number.
  public static let none = DeviceIdentifier(unchecked: 0)

  /// Returns a new, unique device.
  public static func random() -> DeviceIdentifier {
    DeviceIdentifier(unchecked: Int64.random(in: 1...Int64.max))
  }

  /// Creates the stand-in for the unknown device that wrote a record. It is the same on every device. It is
  /// for records without stamps, whose values are ordered by the record's modification time and then by its
  /// name.
  public init(standingFor name: RecordName) {
    var hash = SHA1()
    hash.update(name.rawValue)
    rawValue = Int64(hash.finish().leadingBits >> 1)
  }

  /// Compares the numbers of the devices.
  public static func < (left: DeviceIdentifier, right: DeviceIdentifier) -> Bool {
    left.rawValue < right.rawValue
  }

  private init(unchecked rawValue: Int64) { self.rawValue = rawValue }
}
