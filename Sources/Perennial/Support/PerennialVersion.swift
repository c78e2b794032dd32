/// The version of the framework, and of the programs that are released with it.
public enum PerennialVersion {
  /// The version, such as `1.2.3`; before that release, `1.2.3-dev`.
  public static let current = "0.1.0-dev"
}
