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
  /// The greatest number of objects of a property list that are read, with the members of containers. An object that is
  /// read twice counts twice.
  var reads = 10_000_000
  /// The greatest number of bytes of texts and data that are copied from a property list, besides eight times its size.
  var copiedBytes = 64 << 20
}

/// Counts what is read from one property list, for all readers of it.
///
/// An object may be referenced many times: a small list could expand without end, or be read for hours.
final class ReadBudget {
  private var reads: Int
  private var bytes: Int

  /// - Parameter size: The size of the list, in bytes.
  init(_ limits: ArchiveLimits, size: Int) {
    reads = limits.reads
    bytes = limits.copiedBytes + 8 * size
  }

  /// Counts an object with its members.
  ///
  /// - Throws: ``ArchiveError/tooLarge(_:)``.
  func read(members: Int = 0) throws {
    reads -= 1 + members
    if reads < 0 { throw ArchiveError.tooLarge("the property list repeats too many objects") }
  }

  /// Counts the bytes of a text or of data.
  ///
  /// - Throws: ``ArchiveError/tooLarge(_:)``.
  func copy(_ count: Int) throws {
    bytes -= count
    if bytes < 0 { throw ArchiveError.tooLarge("the property list repeats too many bytes") }
  }
}
