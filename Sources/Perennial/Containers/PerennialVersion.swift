/// The version of the framework, and of the programs that come with it.
public enum PerennialVersion {
  /// The version, such as `1.2.3`, or `1.2.3-dev` on the way to that release.
  public static let current = "0.1.0-dev"
}
