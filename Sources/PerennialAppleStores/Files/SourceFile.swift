import Foundation
import Perennial

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#endif

/// A store's file with those that SQLite keeps beside it, as they are found, and the way in which they can be read
/// without a trace.
struct SourceFile: Sendable {
  /// The suffixes of the files that hold contents of the store.
  static let contentSuffixes = ["", "-wal", "-journal"]

  /// The path of the file. Symbolic links are followed: SQLite looks for the log beside the file that they lead to.
  let path: String
  /// The size of a page, in bytes.
  private let pageSize: Int
  /// `true` if SQLite looks for a write-ahead log, according to the file's header.
  private let keepsLog: Bool
  /// The number by which the header tells what program the file belongs to; 0 in most files.
  let applicationID: Int32
  /// The sizes and dates of the files, by their suffixes.
  private let state: [String: [String]]

  /// The way to read the files.
  enum Reading: Equatable {
    case inPlace(ForeignAccess)
    case copied
  }

  /// Looks at the file.
  ///
  /// - Throws: ``AppleStoreError`` if it is missing, unreadable or no SQLite database.
  init(_ url: URL) throws {
    let path = url.resolvingSymlinksInPath().path
    self.path = path
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw AppleStoreError(.missingFile, path: path, "There is no file. Check the path.")
    }
    guard !isDirectory.boolValue else {
      throw AppleStoreError(
        .notDatabase, path: path,
        "The path is that of a directory. Name the file of the store in it; mostly it ends in .store or .sqlite."
      )
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw AppleStoreError(
        .unreadableFile, path: path, "The file cannot be opened. Check its permissions.")
    }
    defer { try? file.close() }
    let header = [UInt8]((try? file.read(upToCount: 100)) ?? Data())
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
      throw AppleStoreError(
        .notDatabase, path: path,
        """
        The file is not a SQLite database, or it is encrypted. Core Data also writes XML and binary stores: open such a \
        store with the app that made it, and save it as SQLite.
        """)
    }
    let size = Int(header[16]) << 8 | Int(header[17])
    pageSize = size == 1 ? 65_536 : size
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else {
      throw AppleStoreError(
        .damagedFile, path: path,
        "The file is damaged: its pages have an impossible size. Take another copy of it.")
    }
    keepsLog = header[19] == 2
    applicationID = header[68...71].reduce(0) { $0 << 8 | Int32($1) }
    state = Self.state(of: path)
  }

  /// Returns `true` if the first megabyte of the file, which may be damaged, has a text.
  func contains(_ text: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let beginning = (try? file.read(upToCount: 1 << 20)) ?? Data()
    return beginning.range(of: Data(text.utf8)) != nil
  }

  /// Returns `true` if a file beside the store has contents.
  private func hasContents(_ suffix: String) -> Bool {
    state[suffix].map { $0[0] != "0" } ?? false
  }

  /// `true` if there is a write-ahead log with contents.
  var hasLog: Bool { hasContents("-wal") }

  /// The way to read the files: in place if nothing has to be written for it.
  ///
  /// - Throws: ``AppleStoreError`` if the write-ahead log belongs to another file.
  func reading() throws -> Reading {
    try checkLog()
    // A transaction that was interrupted has to be undone, which writes to the file.
    if hasContents("-journal"), !keepsLog { return .copied }
    guard keepsLog else { return hasLog ? .copied : .inPlace(.locked) }
    // Another process that has the file open may write at any time. SQLite's locks would need an index beside the file.
    if isOpenElsewhere { return .copied }
    return .inPlace(hasLog ? .unlockedWithLog : .immutable)
  }

  /// The way to read the tables in place without a trace. Rows may be missing, or change meanwhile.
  var accessForKind: ForeignAccess { keepsLog && hasLog ? .unlockedWithLog : .immutable }

  /// Throws an error if the log has pages of another size than the file.
  private func checkLog() throws {
    guard hasLog, let log = FileHandle(forReadingAtPath: path + "-wal") else { return }
    defer { try? log.close() }
    let header = [UInt8]((try? log.read(upToCount: 32)) ?? Data())
    // SQLite ignores a log without a valid header. This does too.
    guard header.count == 32, header[0...2] == [0x37, 0x7F, 0x06] else { return }
    let size = header[8...11].reduce(0) { $0 << 8 | Int($1) }
    guard size == pageSize else { throw otherLog }
  }

  /// The error for a log of another file.
  var otherLog: AppleStoreError {
    AppleStoreError(
      .otherLog, path: path,
      """
      The write-ahead log beside the file belongs to another file. Copy both files of the store together, while no \
      program has it open; or remove the log, which loses the changes that are only there.
      """)
  }

  /// `true` if another process has the file open, or if that cannot be found out.
  ///
  /// A process that uses a write-ahead log keeps a lock on one byte of the log's index.
  private var isOpenElsewhere: Bool {
    let index = path + "-shm"
    guard FileManager.default.fileExists(atPath: index) else { return false }
    #if os(Windows)
    return true
    #else
    let file = open(index, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 120
    lock.l_len = 9
    return fcntl(file, F_GETLK, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
    #endif
  }

  /// `true` if no file has changed since they were looked at.
  var isUnchanged: Bool { Self.state(of: path) == state }

  private static func state(of path: String) -> [String: [String]] {
    var state: [String: [String]] = [:]
    for suffix in contentSuffixes {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      guard let attributes else { continue }
      let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
      state[suffix] = ["\(attributes[.size] ?? "")", "\(date ?? 0)"]
    }
    return state
  }
}
