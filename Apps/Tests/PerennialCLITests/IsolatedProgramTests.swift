import Foundation
import Programs
import Testing

@Suite("Programs of tests")
struct IsolatedProgramTests {
  #if os(Linux)
  /// Two programs that start at the same time could hold each other's output open. The sockets that tell of their end are
  /// not checked: other tests have sockets, which all programs inherit.
  @Test("Each has its own output, and that of no other")
  func pipes() async throws {
    let alone = try Self.pipesOfProgram()
    let pipes = try await withThrowingTaskGroup(of: [[String]].self) { group in
      for _ in 1...4 {
        group.addTask { try (1...25).map { _ in try Self.pipesOfProgram() } }
      }
      return try await group.reduce([], +)
    }
    #expect(pipes.count == 100 && pipes.allSatisfy { $0.count == alone.count }, "\(pipes)")
  }

  /// Starts a program, and returns the pipes that it has.
  private static func pipesOfProgram() throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // The shell says when it runs: before, it is still a copy of this process.
    process.arguments = ["-c", "echo; exec sleep 60"]
    let output = Pipe.isolated()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    // A program inherits that threads of tasks block signals, but for this one.
    defer { kill(process.processIdentifier, SIGKILL) }
    #expect(output.fileHandleForReading.availableData == Data("\n".utf8))
    let folder = "/proc/\(process.processIdentifier)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }.filter { $0.hasPrefix("pipe") }
  }
  #endif
}
