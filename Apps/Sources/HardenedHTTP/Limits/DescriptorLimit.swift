#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The number of files and sockets that the process may have open.
public enum DescriptorLimit {
  /// The number that ``raise(to:)`` asks for if none is given.
  public static let most = 8192

  /// The present limit.
  public static var current: Int { limits.map { Int(clamping: $0.rlim_cur) } ?? 256 }

  /// Raises the limit as far as the system lets a process without privileges, up to a number.
  ///
  /// - Returns: The limit afterwards. It is the former one if the system refuses.
  @discardableResult
  public static func raise(to most: Int = most) -> Int {
    guard var limits else { return current }
    let wanted = min(UInt(clamping: limits.rlim_max), UInt(clamping: most))
    if UInt(clamping: limits.rlim_cur) < wanted {
      limits.rlim_cur = rlim_t(wanted)
      _ = setrlimit(resource, &limits)
    }
    return current
  }

  private static var limits: rlimit? {
    var limits = rlimit()
    return getrlimit(resource, &limits) == 0 ? limits : nil
  }

  #if canImport(Glibc)
  private static var resource: Int32 { Int32(RLIMIT_NOFILE.rawValue) }
  #else
  private static var resource: Int32 { Int32(RLIMIT_NOFILE) }
  #endif
}
