import Foundation
import Synchronization

/// The clock that makes the stamps of a device.
///
/// Its times follow the wall clock and never decrease. Each stamp is later than all that the clock made
/// before, and later than all that it has witnessed, whatever the wall clock does. So a write that follows
/// another known write has a later stamp.
///
/// The clock can be used on any thread, and never blocks.
public final class StampClock: Sendable {
  /// The device of all stamps.
  public let device: DeviceIdentifier

  private let latest: Atomic<Int64>
  private let wallClock: @Sendable () -> Int64

  /// The greatest difference by which a witnessed stamp may be ahead of the wall clock, in milliseconds: five
  /// minutes.
  public static let tolerance: Int64 = 5 * 60 * 1000

  /// The result of observing a stamp of another device.
  public enum Observation: Hashable, Sendable {
    /// All stamps from now on are later.
    case accepted
    /// The stamp is more than ``tolerance`` ahead of this device's wall clock, by the given milliseconds in
    /// all. The clock did not follow it: one wrong clock must not set all others to the future. To overwrite
    /// its value nevertheless, use the stamp from ``next(after:)``.
    case refused(millisecondsAhead: Int64)
  }

  /// Creates a clock that continues after the latest time of the device.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// let first = clock.next()
  /// print(first < clock.next())  // true
  /// ```
  ///
  /// - Parameters:
  ///   - device: The device of the stamps.
  ///   - latest: The latest time that this device is known to have used, from its stored data.
  ///   - wallClock: A closure that returns the milliseconds since 1970 by the device's clock.
  public init(
    device: DeviceIdentifier,
    latest: HybridTime = .zero,
    wallClock: @escaping @Sendable () -> Int64 = { StampClock.systemMilliseconds }
  ) {
    self.device = device
    self.latest = Atomic(latest.rawValue)
    self.wallClock = wallClock
  }

  /// Returns a stamp that is later than all that this clock made or accepted before.
  public func next() -> Stamp {
    let now = HybridTime(milliseconds: wallClock()).rawValue
    var last = latest.load(ordering: .relaxed)
    while true {
      let time = HybridTime.later(than: last, notBefore: now)
      let (exchanged, original) = latest.weakCompareExchange(
        expected: last, desired: time.rawValue, ordering: .relaxed)
      if exchanged { return Stamp(time: time, device: device) }
      last = original
    }
  }

  /// Returns a stamp that is also later than the one that is overwritten.
  ///
  /// A user's write always has the later stamp, even over a stamp so far in the future that this clock does
  /// not follow it. For such a stamp the result is its immediate successor in time, and the clock does not
  /// change.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// var recipe = RecordState<RecordValue>()
  /// recipe.write(.integer(20), to: "minutes", at: clock.next(after: recipe.latestStamp))
  /// ```
  ///
  /// - Parameter stamp: The latest stamp in the record that is written, if it has any.
  public func next(after stamp: Stamp?) -> Stamp {
    if let stamp, case .refused = observe(stamp) {
      return Stamp(time: stamp.time.successor, device: device)
    }
    return next()
  }

  /// Advances the clock to a stamp of this device or another: all further stamps of this clock are later.
  ///
  /// A clock whose initial `latest` was too early for its device catches up in this way.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// let other = StampClock(device: .random()).next()
  /// if case .refused(let milliseconds) = clock.observe(other) {
  ///   print("The other clock is ahead by \(milliseconds) ms.")
  /// }
  /// ```
  public func observe(_ stamp: Stamp) -> Observation {
    let ahead = stamp.time.milliseconds - HybridTime(milliseconds: wallClock()).milliseconds
    let isKnown = stamp.time.rawValue <= latest.load(ordering: .relaxed)
    guard ahead <= Self.tolerance || isKnown else { return .refused(millisecondsAhead: ahead) }
    latest.max(stamp.time.rawValue, ordering: .relaxed)
    return .accepted
  }

  /// The former name of ``observe(_:)``.
  @available(*, deprecated, renamed: "observe(_:)")
  public func witness(_ stamp: Stamp) -> Observation { observe(stamp) }

  /// The former name of ``Observation``.
  @available(*, deprecated, renamed: "Observation")
  public typealias Witnessing = Observation

  /// The latest time that this clock made or accepted, to be stored for the next launch.
  ///
  /// ```swift
  /// let clock = StampClock(device: .random())
  /// let last = clock.next()
  /// let nextLaunch = StampClock(device: clock.device, latest: clock.latestTime)
  /// print(last < nextLaunch.next())  // true
  /// ```
  public var latestTime: HybridTime {
    HybridTime(rawValue: latest.load(ordering: .relaxed)) ?? .zero
  }

  /// Milliseconds since 1970 by this machine's clock.
  public static var systemMilliseconds: Int64 {
    let milliseconds = Date().timeIntervalSince1970 * 1000
    return Int64(exactly: milliseconds.rounded(.down)) ?? 0
  }
}

extension HybridTime {
  /// Returns the time `now`, or the successor of `last` if that is later.
  fileprivate static func later(than last: Int64, notBefore now: Int64) -> HybridTime {
    let next = HybridTime(rawValue: last)?.successor ?? .zero
    return max(next, HybridTime(rawValue: now) ?? .zero)
  }
}
