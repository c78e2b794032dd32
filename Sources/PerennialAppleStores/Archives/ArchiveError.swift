/// The reason why a property list, an archive or a compressed value cannot be read.
enum ArchiveError: Error, Hashable, CustomStringConvertible {
  /// The bytes do not have the format.
  case damaged(String)
  /// The value is larger than ``ArchiveLimits`` allow.
  case tooLarge(String)

  var description: String {
    switch self {
    case .damaged(let reason), .tooLarge(let reason): reason
    }
  }
}

/// The limits on what a value in a file may expand to.
struct ArchiveLimits {
  /// The greatest number of values in a property list, and of values that reading it makes. A value that is referenced
  /// twice counts twice.
  var values = 1_000_000
  /// The greatest depth of containers.
  var depth = 128
  /// The greatest number of bytes that a compressed value may expand to.
  var inflatedBytes = 64 << 20
}
