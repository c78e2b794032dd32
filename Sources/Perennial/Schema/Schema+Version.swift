extension Schema {
  /// The version of a schema: three numbers that are compared in order.
  public struct Version: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// Creates a version from its three numbers.
    ///
    /// ```swift
    /// print(Schema.Version(1, 10, 0) > Schema.Version(1, 9, 2))  // true
    /// ```
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// The version as text, for example `"1.0.0"`.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Returns `true` if the first version is the lower one. The numbers are compared from the
    /// first to the last.
    public static func < (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
  }
}
