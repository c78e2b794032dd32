import Foundation
import Programs
import Testing

@Suite("Programs of tests")
struct IsolatedProgramTests {
  #if os(Linux)
  /// Two programs that start at the same time could hold what tells of each other's end.
  @Test("Each has its own output and its own end, and nothing of the others")
  func descriptors() async throws {
    let alone = try Self.descriptorsOfProgram().sorted()
    #expect(alone.contains("pipe"))
    let descriptors = try await withThrowingTaskGroup(of: [[String]].self) { group in
      for _ in 1...4 {
        group.addTask { try (1...25).map { _ in try Self.descriptorsOfProgram() } }
      }
      return try await group.reduce([], +)
    }
    #expect(descriptors.count == 100)
    for found in descriptors { #expect(found.sorted() == alone, "\(found)") }
  }

  /// Starts a program, and returns the kinds of what its file descriptors lead to: `pipe`, `socket`, or a path.
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
    return try FileManager.default.contentsOfDirectory(atPath: folder).map { descriptor in
      let item = try FileManager.default.destinationOfSymbolicLink(
        atPath: "\(folder)/\(descriptor)")
      return String(item.prefix { $0 != ":" })
    }
  }
  #endif
}
