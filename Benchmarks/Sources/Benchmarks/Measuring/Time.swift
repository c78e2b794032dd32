import Foundation

/// The duration of a piece of work: by the processor's clock, which other programs disturb little, and
/// by the clock on the wall, which includes waiting for the disk.
struct Time: Codable, Sendable {
  /// Seconds of processor time that this process used.
  var cpu: Double

  /// Seconds that passed.
  var wall: Double

  /// The two clocks now; only differences mean anything.
  static var now: Time {
    Time(cpu: seconds(CLOCK_PROCESS_CPUTIME_ID), wall: seconds(CLOCK_MONOTONIC))
  }

  static func - (end: Time, start: Time) -> Time {
    Time(cpu: end.cpu - start.cpu, wall: end.wall - start.wall)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
