/// The clock of what is written in this process.
package enum EditClock {
  private static let clock = StampClock(device: .random())

  /// A time later than all that were given before in this process; see ``HybridTime``.
  package static func now() -> Int64 { clock.next().time.rawValue }
}
