import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The files beside a hub's database: a lock that excludes a second hub, and a note of the database's state.
///
/// An operator can replace the database by an earlier copy. The note then has more changes than the database,
/// or another incarnation. A database without a note has been copied from elsewhere.
final class HubPresence: Sendable {
  /// The state of a database.
  struct State: Equatable, Sendable, Codable {
    /// The number of the database.
    var incarnation: Int64
    /// The number of records that were ever written.
    var changes: Int64
    /// `true` for a copy that `hub backup` has written and that no hub has served.
    var isBackup: Bool
  }

  private let note: URL
  private let descriptor: Int32
  /// The state that was noted last.
  private let noted = Mutex<State?>(nil)

  /// Locks a database.
  ///
  /// - Throws: ``HubStorageError/Code/fileInUse``; ``HubStorageError/Code/fileFailure``.
  init(besideDatabaseAt url: URL) throws {
    let lock = URL(fileURLWithPath: url.path + "-lock")
    note = URL(fileURLWithPath: url.path + "-state")
    descriptor = open(lock.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DurableFile.failure(lock) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Self.close(descriptor)
      throw HubStorageError(
        .fileInUse, "Another hub serves \(url.path). End it, or give another file.")
    }
  }

  private static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
    _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
    _ = Musl.close(descriptor)
    #elseif canImport(Android)
    _ = Android.close(descriptor)
    #elseif canImport(Darwin)
    _ = Darwin.close(descriptor)
    #endif
  }

  deinit { Self.close(descriptor) }

  /// Lets another hub serve the database.
  func end() { _ = flock(descriptor, LOCK_UN) }

  /// Returns a new number for a database that is new, or that was replaced by an earlier one; nil if it keeps
  /// its number.
  ///
  /// Numbers follow the time. So a copy that is restored twice has two of them.
  func incarnation(replacing state: State, at time: Int64) -> Int64? {
    let noted = (try? Data(contentsOf: note)).flatMap {
      try? JSONDecoder().decode(State.self, from: $0)
    }
    let isKnown = noted.map {
      $0.incarnation == state.incarnation && $0.changes <= state.changes
    }
    guard state.incarnation == 0 || state.isBackup || isKnown != true else { return nil }
    return max(time, state.incarnation + 1, (noted?.incarnation ?? 0) + 1)
  }

  /// Notes the state of the database, unless it is the noted one.
  func note(_ state: State) throws {
    try noted.withLock { noted in
      if noted == state { return }
      try DurableFile.write(JSONEncoder().encode(state), to: note)
      noted = state
    }
  }
}
