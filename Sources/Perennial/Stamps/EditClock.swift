import PerennialRecords

/// The clock for edits in this process.
package enum EditClock {
  private static let clock = StampClock(device: .random())

  /// Returns a time later than all that were returned before in this process; see ``HybridTime``.
  package static func now() -> Int64 { clock.next().time.rawValue }
}
