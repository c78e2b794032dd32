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
/// `rename(2)`, by a name that no method has.
private func renameFile(_ path: String, _ other: String) -> Int32 { rename(path, other) }
#endif

/// Files that are there after a failure of power.
enum DurableFile {
  /// Makes a directory, unless it is there, and has its own directory know of it.
  static func makeDirectory(_ path: String) throws {
    if FileManager.default.fileExists(atPath: path) { return }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try synchronizeDirectory(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// Writes a new file by SQLite's means, those of a database that is open: so its disk is the same
  /// for both, with its limits and faults. The directory has to be synchronised too.
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
      // A file of which SQLite expects nothing but that it is written.
      let flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE | SQLITE_OPEN_SUBJOURNAL
      // What has methods is closed, even if it did not open.
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

  /// How many bytes are written at once: as many as the largest page has. SQLite's file systems need
  /// not take more, and that of Unix does not take 128 KiB.
  private static let chunk = 1 << 16

  /// Gives a file another name on the same disk; one that has the name already is replaced.
  static func rename(_ path: String, to other: String) throws {
    #if os(Windows)
    try? FileManager.default.removeItem(atPath: other)
    try FileManager.default.moveItem(atPath: path, toPath: other)
    #else
    guard renameFile(path, other) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    #endif
  }

  /// Has what was written to a file reach the disk.
  ///
  /// Not for a database that this process has open: closing any handle of a file gives up the locks
  /// that the process has on it.
  static func synchronize(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    try handle.synchronize()
  }

  /// The same for the names in a directory. Windows does so by itself.
  static func synchronizeDirectory(_ path: String) throws {
    #if !os(Windows)
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    #endif
  }
}
