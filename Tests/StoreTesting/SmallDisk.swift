public import Foundation

#if os(Linux)
#if canImport(Glibc)
import Glibc
#endif

/// A disk that is soon full.
public enum SmallDisk {
  /// Only the superuser may mount; for others this is false.
  public static func mount(_ directory: URL, bytes: Int) -> Bool {
    Glibc.mount("tmpfs", directory.path, "tmpfs", 0, "size=\(bytes)") == 0
  }

  public static func unmount(_ directory: URL) { umount2(directory.path, Int32(MNT_DETACH)) }
}
#endif
