import Foundation
import Programs
import Testing

@Suite("Programs of tests")
struct IsolatedProgramTests {
  #if os(Linux)
  /// Two programs that start at the same time could hold what tells of each other's end.
  @Test("Each has its own output and its own end, and nothing of the others")
  func descriptors() async throws {
    let descriptors = try await withThrowingTaskGroup(of: [[String]].self) { group in
      for _ in 1...4 {
        group.addTask { try (1...25).map { _ in try Self.descriptorsOfProgram() } }
      }
      return try await group.reduce([], +)
    }
    #expect(descriptors.count == 100)
    for kinds in descriptors {
      #expect(kinds.filter { $0.hasPrefix("pipe") }.count == 1, "\(kinds)")
      #expect(kinds.filter { $0.hasPrefix("socket") }.count <= 1, "\(kinds)")
    }
  }

  /// Starts a program, and returns what its file descriptors lead to.
  private static func descriptorsOfProgram() throws -> [String] {
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
    }
  }
  #endif
}
