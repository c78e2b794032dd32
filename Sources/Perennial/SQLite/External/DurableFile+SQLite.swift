import Foundation
import PerennialSQLite

extension DurableFile {
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
}
