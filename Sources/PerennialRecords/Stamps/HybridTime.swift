public import Foundation

/// A time of a hybrid logical clock: milliseconds, and a counter for events within one millisecond.
///
/// The number is `milliseconds since 1970 << 16 | counter`, so that numbers compare as times do. The
/// successor of the last time in a millisecond is the first of the next one. The number is never negative:
/// the 47 bits of milliseconds last until the year 6429.
public struct HybridTime: Hashable, Comparable, Sendable {
  /// The number, at least 0.
  public let rawValue: Int64

  /// Creates the time with a number; nil if the number is negative.
  public init?(rawValue: Int64) {
    guard rawValue >= 0 else { return nil }
    self.rawValue = rawValue
  }

  /// Creates the first time in a millisecond since 1970, or the one that lies `counter` after it.
  ///
  /// Milliseconds before 1970 become the first millisecond. Milliseconds after the last one that can be
  /// represented become the last one.
  ///
  /// ```swift
  /// let time = HybridTime(milliseconds: 1_800_000_000_000, counter: 1)
  /// print(time.successor.counter)  // 2
  /// ```
  public init(milliseconds: Int64, counter: UInt16 = 0) {
    let bounded = min(max(milliseconds, 0), Self.lastMillisecond)
    rawValue = bounded << Self.counterBits | Int64(counter)
  }

  /// The time before all others.
  public static let zero = HybridTime(milliseconds: 0)

  /// Milliseconds since 1970.
  public var milliseconds: Int64 { rawValue >> Self.counterBits }

  /// The number of this time within its millisecond.
  public var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

  /// The next time. The last time of all is its own successor.
  public var successor: HybridTime {
    HybridTime(unchecked: rawValue == .max ? rawValue : rawValue + 1)
  }

  /// The millisecond as a date.
  ///
  /// ```swift
  /// print(StampClock(device: .random()).next().time.date)
  /// ```
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Returns `true` if the first time is the earlier one.
  public static func < (left: HybridTime, right: HybridTime) -> Bool {
    left.rawValue < right.rawValue
  }

  private init(unchecked rawValue: Int64) { self.rawValue = rawValue }

  private static let counterBits: Int64 = 16
  private static let lastMillisecond = Int64.max >> counterBits
}

extension HybridTime: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Int64.self)
    guard let time = HybridTime(rawValue: number) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "The time \(number) is negative.")
    }
    self = time
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
