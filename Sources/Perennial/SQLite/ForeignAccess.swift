import Foundation

/// The way in which a connection reads a file that other software wrote. No way writes to the file, or leaves one beside
/// it.
package enum ForeignAccess: Sendable {
  /// With SQLite's locks. For a file without a write-ahead log.
  case locked
  /// Without locks, and without a write-ahead log. Nothing may write to the file meanwhile.
  case immutable
  /// Without locks, together with the write-ahead log. Its index is kept in memory instead of a file. Nothing may write to
  /// the file meanwhile.
  case unlockedWithLog
  /// A copy that belongs to the caller. SQLite may write to it, for example to undo a transaction that was interrupted.
  case copy

  /// Returns the address of a file as SQLite takes it.
  func location(of path: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: "?#%;")
    let file = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    switch self {
    case .locked, .copy: return "file:\(file)"
    case .immutable: return "file:\(file)?immutable=1"
    #if os(Windows)
    case .unlockedWithLog: return "file:\(file)?vfs=win32-none"
    #else
    case .unlockedWithLog: return "file:\(file)?vfs=unix-none"
    #endif
    }
  }

  /// The statements that run before the file is read.
  var preparation: [String] {
    switch self {
    // In this mode, SQLite needs no index that other processes share.
    case .unlockedWithLog: ["PRAGMA locking_mode = EXCLUSIVE"]
    case .locked, .immutable, .copy: []
    }
  }
}
