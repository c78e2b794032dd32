import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The location of a store's file, and the reasons why a store cannot be opened there: a missing file,
/// a directory instead of a file, a read-only directory. SQLite's own messages do not distinguish them.
package struct StoreLocation {
  let path: String

  package init(path: String) { self.path = path }

  private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// The directory in which SQLite keeps the log: the directory of the file itself, if the path is a
  /// symbolic link.
  private var home: String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
  }

  /// A Boolean value that indicates whether files can be created in the directory in which SQLite keeps
  /// the log.
  package var isWritable: Bool {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    // The access of the effective user, as which SQLite creates files.
    return faccessat(AT_FDCWD, home, W_OK, AT_EACCESS) == 0
    #else
    // Android: its `faccessat` rejects `AT_EACCESS`, and the effective user is always the real one. Not run.
    return FileManager.default.isWritableFile(atPath: home)
    #endif
  }

  /// Checks the location before a store is opened.
  ///
  /// - Parameter isWritable: `true` if a missing store will be created.
  /// - Returns: `true` if there is a file.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer``.
  func check(isWritable: Bool) throws -> Bool {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    // The usual case. `FileManager` would also look up the names of the file's owner.
    var found = stat()
    if stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_size >= 512 {
      return true
    }
    #endif
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: resolved)
    } catch CocoaError.fileReadNoSuchFile {
      if isWritable { return false }
      throw issue(
        "\(path) does not exist. It is not created, because it is opened with allowsSave: false.")
    } catch {
      throw issue("\(path) cannot be read: \(error.localizedDescription)")
    }
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory: throw issue(ofDirectory: path)
    case .typeRegular:
      // SQLite treats a file that is shorter than its own header as empty, and would overwrite it.
      guard let size = (attributes[.size] as? NSNumber)?.intValue, (1..<512).contains(size) else {
        return true
      }
      throw issue(
        "\(path): The file is not a SQLite database. It has \(size) bytes and was left unchanged.")
    default: return true
    }
  }

  /// Creates the directory of the store, unless it exists.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer``.
  func makeDirectory() throws {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    } catch {
      throw issue(
        "the directory \(directory) cannot be made: \(error.localizedDescription)",
        CocoaError(.fileWriteNoPermission))
    }
  }

  /// Returns the reason why SQLite has failed to open the store; nil if it is not one of the reasons
  /// that this type knows.
  func diagnosis(ofWriting isWriting: Bool) -> SwiftDataError? {
    let manager = FileManager.default
    let isThere = manager.fileExists(atPath: path)
    if isThere, !manager.isReadableFile(atPath: path) {
      return issue(
        "\(path) cannot be read: permission is denied.", CocoaError(.fileReadNoPermission))
    }
    guard isWriting, !isWritable else { return nil }
    return issue(
      isThere
        ? """
        the directory \(home) cannot be written, and SQLite keeps the log of \(path) there. To read the \
        store, open it with allowsSave: false.
        """
        : "the directory \(home) cannot be written, so \(path) cannot be made in it.",
      CocoaError(.fileWriteNoPermission))
  }

  /// The name of the file that describes a backup. A directory that has such a file is a backup.
  static let backupManifest = "manifest.json"

  private func issue(ofDirectory path: String) -> SwiftDataError {
    let manifest = "\(path)/\(Self.backupManifest)"
    guard FileManager.default.fileExists(atPath: manifest) else {
      return issue("\(path) is a directory. A store is a file.")
    }
    return issue(
      """
      \(path) is a backup, which is a directory. Restore it, or open a store in it, such as \
      \(path)/1.store, with allowsSave: false.
      """)
  }

  private func issue(_ explanation: String, _ reason: CocoaError? = nil) -> SwiftDataError {
    .loadIssueModelContainer.because(explanation, underlying: reason)
  }
}
