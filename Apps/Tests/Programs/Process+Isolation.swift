public import Foundation

// Foundation on Linux makes pipes, and the socket that tells of the end of a program, such that a program inherits them that
// another thread starts at the same time. The end of the first one is then seen when both have ended: never, if the second is
// a server that lives as long as the tests.

/// Held while a program starts or a pipe is made.
private let isolation = NSLock()

extension Process {
  /// Runs the program, and lets no other one inherit what tells of its end.
  ///
  /// Tests start all programs with it. What a pipe of ``Foundation/Pipe/isolated()`` is for, it keeps.
  public func start() throws {
    try isolation.withLock { try run() }
  }
}

extension Pipe {
  /// Returns a pipe that only the program inherits which it is given to.
  public static func isolated() -> Pipe {
    isolation.withLock {
      let pipe = Pipe()
      for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
      return pipe
    }
  }
}
