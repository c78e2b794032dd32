import Foundation
import Synchronization

/// The clock that gives a device its stamps.
///
/// Its times follow the wall clock and never go back: each stamp is later than all that the clock
/// gave before, and later than all that it has witnessed, whatever the wall clock does. So who
/// has seen a write writes after it.
///
/// Any thread may use it; nobody waits.
package final class StampClock: Sendable {
  /// The device of all stamps.
  package let device: DeviceIdentifier

  private let latest: Atomic<Int64>
  private let wallClock: @Sendable () -> Int64

  /// How far ahead of the wall clock a stamp may be, in milliseconds: five minutes.
  package static let tolerance: Int64 = 5 * 60 * 1000

  /// What the clock made of a stamp of another device.
  package enum Witnessing: Hashable, Sendable {
    /// All stamps from now on are later.
    case accepted
    /// The stamp is more than ``tolerance`` ahead of this device's wall clock, by so many
    /// milliseconds in all. The clock did not follow it: one wrong clock must not carry all others
    /// into the future. To write over it nevertheless, ask for the stamp ``next(after:)`` it.
    case refused(millisecondsAhead: Int64)
  }

  /// A clock that goes on where the device left off.
  ///
  /// - Parameters:
  ///   - device: whose stamps it gives.
  ///   - latest: the latest time that this device is known to have given, from what it has stored.
  ///   - wallClock: the milliseconds since 1970, as the device believes.
  package init(
    device: DeviceIdentifier,
    latest: HybridTime = .zero,
    wallClock: @escaping @Sendable () -> Int64 = { StampClock.systemMilliseconds }
  ) {
    self.device = device
    self.latest = Atomic(latest.rawValue)
    self.wallClock = wallClock
  }

  /// A stamp that is later than all that this clock gave or accepted before.
  package func next() -> Stamp {
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

  /// A stamp that is also later than the one that is written over.
  ///
  /// What a person writes holds, even over a stamp from a future that this clock refuses to follow.
  /// Such a stamp gets its immediate successor in time, and the clock stays where it is.
  ///
  /// - Parameter stamp: the latest stamp in the record that is written, if it has any.
  package func next(after stamp: Stamp?) -> Stamp {
    if let stamp, case .refused = witness(stamp) {
      return Stamp(time: stamp.time.successor, device: device)
    }
    return next()
  }

  /// Takes notice of a stamp, of this device or of another: from now on this clock's are later.
  ///
  /// A clock that was given an earlier `latest` than the device had reached catches up in this way.
  package func witness(_ stamp: Stamp) -> Witnessing {
    let ahead = stamp.time.milliseconds - HybridTime(milliseconds: wallClock()).milliseconds
    let isKnown = stamp.time.rawValue <= latest.load(ordering: .relaxed)
    guard ahead <= Self.tolerance || isKnown else { return .refused(millisecondsAhead: ahead) }
    latest.max(stamp.time.rawValue, ordering: .relaxed)
    return .accepted
  }

  /// The latest time that this clock gave or accepted: what is stored for the next launch.
  package var latestTime: HybridTime {
    HybridTime(rawValue: latest.load(ordering: .relaxed)) ?? .zero
  }

  /// Milliseconds since 1970 by this machine's clock.
  package static var systemMilliseconds: Int64 {
    let milliseconds = Date().timeIntervalSince1970 * 1000
    return Int64(exactly: milliseconds.rounded(.down)) ?? 0
  }
}

extension HybridTime {
  /// The time `now`, or the successor of `last` if that is later.
  fileprivate static func later(than last: Int64, notBefore now: Int64) -> HybridTime {
    let next = HybridTime(rawValue: last)?.successor ?? .zero
    return max(next, HybridTime(rawValue: now) ?? .zero)
  }
}
