import FaultyDisk
import Foundation
import PerennialSQLite

/// The directory of a test, on a disk on which reading works and writing fails when it is told to.
public final class BreakingDisk {
  /// The operations that fail, each with the code that SQLite gets.
  public enum Fault: String, CaseIterable, Sendable {
    case write, full, sync, truncate, map

    fileprivate var operation: Int32 {
      let operation =
        switch self {
        case .write, .full: faulty_disk_write
        case .sync: faulty_disk_sync
        case .truncate: faulty_disk_truncate
        case .map: faulty_disk_map
        }
      return Int32(operation)
    }

    /// SQLite's extended codes; its header computes them, which Swift does not import.
    fileprivate var code: Int32 {
      switch self {
      case .write: SQLITE_IOERR | 3 << 8
      case .full: SQLITE_FULL
      case .sync: SQLITE_IOERR | 4 << 8
      case .truncate: SQLITE_IOERR | 6 << 8
      case .map: SQLITE_IOERR | 19 << 8
      }
    }
  }

  public let directory: ScratchDirectory
  private let disk: OpaquePointer

  public struct OutOfMemory: Error {}

  public init() throws {
    directory = try ScratchDirectory()
    guard let disk = faulty_disk_watch(directory.url.path) else { throw OutOfMemory() }
    self.disk = disk
  }

  deinit { faulty_disk_release(disk) }

  /// Lets the n-th operation from now on fail, and, if that is lasting, all that follow.
  public func fail(_ fault: Fault, at number: Int, isLasting: Bool) {
    faulty_disk_fail(disk, fault.operation, number, isLasting ? 1 : 0, fault.code)
  }

  /// Lets nothing fail any more.
  public func repair() { faulty_disk_repair(disk) }

  /// The number of operations that have failed since the last call of ``fail(_:at:isLasting:)``.
  public var failures: Int { faulty_disk_failures(disk) }
}
