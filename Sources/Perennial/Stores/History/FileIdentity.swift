import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The identity of a store's file in its file system. It tells a file from its copies.
package struct FileIdentity: Equatable {
  /// The number of the file in its volume; 0 where volumes do not number files.
  let number: UInt64
  let path: String

  package init(path: String) {
    self.path = path
    number = Self.attributes(path)?.number ?? 0
  }

  /// Creates the identity that a text describes; nil if the text is not in the form of ``text``.
  init?(text: String) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt64(parts[0]) else { return nil }
    self.number = number
    path = String(parts[1])
  }

  /// The file's number and its path, separated by a space.
  var text: String { "\(number) \(path)" }

  /// Returns `true` if the file at this place is the file of a recorded place, or that file after it was
  /// moved.
  ///
  /// A file keeps its number when it is moved within its volume. A copy has another number. A file on
  /// another volume may have the same number; it is a copy if the recorded path still has a file.
  package func isSame(asFileAt recorded: FileIdentity) -> Bool {
    if number != recorded.number { return false }
    if path == recorded.path { return true }
    guard let here = Self.attributes(path) else { return false }
    guard let there = Self.attributes(recorded.path) else { return number != 0 }
    return here == there
  }

  private struct Attributes: Equatable {
    let volume: UInt64
    let number: UInt64
  }

  /// Returns the attributes of a file; nil if there is none.
  ///
  /// Every opening of a store calls it. `FileManager` would also look up the names of the file's owner.
  private static func attributes(_ path: String) -> Attributes? {
    #if os(Windows)
    guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    func number(_ key: FileAttributeKey) -> UInt64 { (found[key] as? NSNumber)?.uint64Value ?? 0 }
    return Attributes(volume: number(.systemNumber), number: number(.systemFileNumber))
    #else
    var found = stat()
    guard lstat(path, &found) == 0 else { return nil }
    return Attributes(
      volume: UInt64(truncatingIfNeeded: found.st_dev),
      number: UInt64(truncatingIfNeeded: found.st_ino))
    #endif
  }
}
