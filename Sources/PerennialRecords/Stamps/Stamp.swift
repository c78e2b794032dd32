/// The time and the device of a write.
///
/// Stamps are totally ordered, by time and then by device. A device never makes the same stamp twice. So
/// every device picks the same one of any two writes as the later.
public struct Stamp: Hashable, Comparable, Sendable {
  /// The time of the write.
  public let time: HybridTime
  /// The device that wrote.
  public let device: DeviceIdentifier

  /// Creates a stamp from its parts.
  public init(time: HybridTime, device: DeviceIdentifier) {
    self.time = time
    self.device = device
  }

  /// Returns `true` if the first stamp is earlier, or of the same time and a lesser device.
  public static func < (left: Stamp, right: Stamp) -> Bool {
    left.time == right.time ? left.device < right.device : left.time < right.time
  }
}

extension Stamp {
  /// The earliest of all stamps: that of rows which are older than their store's history. It is the same in all copies of
  /// a file.
  package static let beforeSync = Stamp(time: .zero, device: .none)
}

// MARK: - As text

extension Stamp: LosslessStringConvertible, Codable {
  /// Both numbers with 16 hexadecimal digits each, as in `0193b1f2c4a00000-4be2…`. The texts compare as the
  /// stamps do.
  public var description: String {
    String(unsafeUninitializedCapacity: 33) { buffer in
      UInt64(bitPattern: time.rawValue).writeHexadecimal(to: buffer[0..<16])
      buffer[16] = UInt8(ascii: "-")
      UInt64(bitPattern: device.rawValue).writeHexadecimal(to: buffer[17..<33])
      return 33
    }
  }

  /// Creates the stamp that a text describes; nil if the text is not in the exact form of ``description``.
  ///
  /// ```swift
  /// let stamp = StampClock(device: .random()).next()
  /// print(Stamp(stamp.description) == stamp)  // true
  /// ```
  public init?(_ description: String) {
    let text = description.utf8
    guard text.count == 33, text.dropFirst(16).first == UInt8(ascii: "-"),
      let time = Self.number(of: text.prefix(16)).flatMap(HybridTime.init(rawValue:)),
      let device = Self.number(of: text.suffix(16)).flatMap(DeviceIdentifier.init(rawValue:))
    else { return nil }
    self.init(time: time, device: device)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let stamp = Stamp(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "“\(text)” is not a stamp: two numbers of 16 hexadecimal digits, "
          + "with a hyphen between them.")
    }
    self = stamp
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads 16 hexadecimal digits; nil if there are others, or a number that is too great.
  private static func number(of digits: Substring.UTF8View) -> Int64? {
    UInt64(hexadecimal: digits).flatMap { Int64(exactly: $0) }
  }
}
