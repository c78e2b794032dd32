import Foundation

/// The seeds of random tests.
///
/// They are the same in each run. So a test that fails tells of the code that was changed, and not of a seed that no
/// run had before. `make test-seeds` runs the random tests with other seeds, and prints the first.
public enum TestSeeds {
  /// The first seed; that of `PERENNIAL_FIRST_SEED`, if the variable is set.
  public static let first =
    ProcessInfo.processInfo.environment["PERENNIAL_FIRST_SEED"].flatMap(UInt64.init) ?? 1_000_000

  /// Returns a number of seeds.
  ///
  /// - Parameter part: Parts with different numbers have different seeds.
  public static func some(_ count: Int, of part: UInt64 = 0) -> [UInt64] {
    (0..<UInt64(max(count, 1))).map { first + part << 32 + $0 }
  }
}
