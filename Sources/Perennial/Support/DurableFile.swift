import Foundation
import PerennialSQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

#if !os(Windows)
/// Calls `rename(2)` under a name that no method has.
private func renameFile(_ path: String, _ other: String) -> Int32 { rename(path, other) }
#endif

/// Writes files that outlive a power failure.
enum DurableFile {
  /// Creates a directory, unless it exists, and synchronises the directory that contains it.
  static func makeDirectory(_ path: String) throws {
    if FileManager.default.fileExists(atPath: path) { return }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try synchronizeDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Writes a new file by the file system interface of an open SQLite database. So the limits and
  /// faults of the disk are the same for the file and the database. The directory has to be
  /// synchronised too.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` and ``SwiftDataError/readOnlyStore``.
  static func write(_ data: Data, to path: String, likeThoseOf database: OpaquePointer) throws {
    var system: UnsafeMutablePointer<sqlite3_vfs>?
    sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, &system)
    guard let system, let open = system.pointee.xOpen else {
      throw SwiftDataError.storeFailure.because("\(path): SQLite has no file system")
    }
    func check(_ code: Int32?) throws {
      let code = code ?? SQLITE_IOERR
      if code == SQLITE_OK { return }
      let message = sqlite3_errstr(code).map { String(cString: $0) } ?? ""
      throw SQLiteFailure.error(code: code, message: message, path: path, doing: nil)
    }
    let size = Int(system.pointee.szOsFile)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    defer { memory.deallocate() }
    let file = memory.assumingMemoryBound(to: sqlite3_file.self)
    try path.withCString { path in
      // Flags for a file that SQLite itself does not use.
      let flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE | SQLITE_OPEN_SUBJOURNAL
      // A file with methods must be closed, even if it failed to open.
      defer { _ = file.pointee.pMethods?.pointee.xClose?(file) }
      try check(open(system, path, file, flags, nil))
      try data.withUnsafeBytes { bytes in
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
          let count = min(rest.count, chunk)
          let offset = Int64(bytes.count - rest.count)
          try check(file.pointee.pMethods?.pointee.xWrite?(file, start, Int32(count), offset))
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
      }
      try check(file.pointee.pMethods?.pointee.xSync?(file, SQLITE_SYNC_NORMAL))
    }
  }

  /// The number of bytes of one write: the size of the largest page. SQLite's file systems need not
  /// accept more, and that of Unix does not accept 128 KiB.
  private static let chunk = 1 << 16

  /// Renames a file on the same disk. Replaces a file that has the new name.
  static func rename(_ path: String, to other: String) throws {
    #if os(Windows)
    try? FileManager.default.removeItem(atPath: other)
    try FileManager.default.moveItem(atPath: path, toPath: other)
    #else
    guard renameFile(path, other) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    #endif
  }

  /// Writes the contents of a file through to the disk.
  ///
  /// Not for a database that this process has open: closing any handle of a file releases the process's
  /// locks on it.
  static func synchronize(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    try handle.synchronize()
  }

  /// Writes the names in a directory through to the disk. Windows does this by itself.
  static func synchronizeDirectory(_ path: String) throws {
    #if !os(Windows)
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    #endif
  }
}
