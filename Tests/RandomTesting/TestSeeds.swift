import Foundation

/// The seeds of random tests.
///
/// `make test` and `make test-long` choose a first seed that no run had before, and print it. A run of `swift test` has
/// the same seeds each time, so that a test that fails tells of the code that was changed.
/// `PERENNIAL_FIRST_SEED=… make test` repeats a run.
public enum TestSeeds {
  /// The first seed; that of `PERENNIAL_FIRST_SEED`, if the variable is set.
  public static let first =
    ProcessInfo.processInfo.environment["PERENNIAL_FIRST_SEED"].flatMap(UInt64.init) ?? 1_000_000

  /// The seed of `PERENNIAL_SEED`, which repeats one history or one predicate alone; `nil` without the variable.
  public static let only = ProcessInfo.processInfo.environment["PERENNIAL_SEED"].flatMap(
    UInt64.init)

  /// Returns a number of seeds, at least one.
  ///
  /// - Parameter part: Parts with different numbers have different seeds.
  public static func some(_ count: Int, of part: UInt64 = 0) -> [UInt64] {
    let base = first &+ part << 32
    return (0..<UInt64(max(count, 1))).map { base &+ $0 }
  }
}
