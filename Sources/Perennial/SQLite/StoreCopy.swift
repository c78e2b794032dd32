import Foundation

/// A copy of a store's file and its write-ahead log, in the temporary directory. It is read instead of
/// a store in a read-only directory.
///
/// To read a file with a write-ahead log, SQLite needs an index of the log beside it. SQLite reads an
/// index that another process has created, and otherwise creates one. In a read-only directory it
/// cannot create one. SQLite's option `immutable` needs no index. But it ignores the log, and reads
/// damaged rows if another process writes in the meantime. A copy has all changes that were committed
/// before it was made.
///
/// O(n) in the size of the file and the log, once for each container. The files of external storage are
/// not copied. The copy is removed with the last connection to it.
package final class StoreCopy: Sendable {
  /// The copy of the store's file.
  let path: String
  /// The directory of the files beside the store itself. The copy has a link to it.
  let externalDirectory: String
  private let directory: URL

  /// Copies a store.
  ///
  /// - Parameter path: The store's file.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if it cannot be copied.
  /// - Returns: `nil` if another process has written to the store in the meantime.
  init?(of path: String) throws {
    let original = Self.original(of: path)
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-copy-\(UUID().uuidString)", isDirectory: true)
    let copy = directory.appendingPathComponent(original.lastPathComponent)
    self.path = copy.path
    externalDirectory = "\(original.path)-external"
    do {
      // Without access for other users: the store may not be readable for all users.
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      let before = Self.state(of: original)
      for suffix in ["", "-wal"] where before[suffix] != nil {
        try Self.copy(original.path + suffix, to: copy.path + suffix)
      }
      guard Self.state(of: original) == before else {
        try? FileManager.default.removeItem(at: directory)
        return nil
      }
      if FileManager.default.fileExists(atPath: externalDirectory) {
        try FileManager.default.createSymbolicLink(
          atPath: "\(copy.path)-external", withDestinationPath: externalDirectory)
      }
    } catch {
      try? FileManager.default.removeItem(at: directory)
      throw SwiftDataError.loadIssueModelContainer.because(
        """
        \(path) is in a directory that cannot be written, so it is read from a copy. The copy in \
        \(directory.deletingLastPathComponent().path) could not be made: \
        \((error as? SwiftDataError)?.explanation ?? error.localizedDescription)
        """, underlying: error)
    }
    Log.container.notice("\(path) is read from a copy: its directory cannot be written")
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  /// Returns the file itself if the path is a symbolic link. SQLite looks for the log beside that file.
  static func original(of path: String) -> URL {
    URL(fileURLWithPath: path).resolvingSymlinksInPath()
  }

  /// Returns `true` if a SQLite file has a write-ahead log, according to its header.
  static func keepsLog(_ file: URL) -> Bool {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return false }
    defer { try? handle.close() }
    guard let header = try? handle.read(upToCount: 20), header.count == 20 else { return false }
    return header[18] == 2 && header[19] == 2
  }

  /// Returns the sizes and modification dates of the store's file and its log, by their suffixes.
  private static func state(of original: URL) -> [String: [String]] {
    var state: [String: [String]] = [:]
    for suffix in ["", "-wal"] {
      let attributes = try? FileManager.default.attributesOfItem(atPath: original.path + suffix)
      guard let attributes else { continue }
      let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
      state[suffix] = ["\(attributes[.size] ?? "")", "\(date ?? 0)"]
    }
    return state
  }

  /// Copies a file. Only the user of the process can read the copy.
  package static func copy(_ path: String, to other: String) throws {
    let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? source.close() }
    guard
      FileManager.default.createFile(
        atPath: other, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    let target = try FileHandle(forWritingTo: URL(fileURLWithPath: other))
    defer { try? target.close() }
    while let data = try source.read(upToCount: 1 << 20), !data.isEmpty {
      try target.write(contentsOf: data)
    }
  }
}
