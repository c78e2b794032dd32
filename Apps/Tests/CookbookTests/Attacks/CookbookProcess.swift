import Foundation
import Programs
import WebTesting

/// The program Cookbook as it was built, in a process of its own.
struct CookbookProcess {
  struct DidNotStart: Error {
    let output: String
  }

  let port: Int
  private let process: Process

  /// Starts Cookbook with a book in memory.
  ///
  /// - Parameter descriptors: The files and sockets that it may have open.
  static func start(descriptors: Int) async throws -> CookbookProcess {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("Cookbook")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "ulimit -n \(descriptors) && exec \"$0\" --in-memory --port 0", program.path,
    ]
    let output = Pipe.isolated()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let lines = output.fileHandleForReading
    let port = try await LoopbackConnection.waiting {
      var text = ""
      while true {
        let data = lines.availableData
        if data.isEmpty { throw DidNotStart(output: text) }
        text += String(decoding: data, as: UTF8.self)
        if let match = text.firstMatch(of: /http:\/\/127.0.0.1:(\d+)\//), let port = Int(match.1) {
          return port
        }
      }
    }
    return CookbookProcess(port: port, process: process)
  }

  func stop() {
    // A thread that blocks signals hands that down, so only this one is sure to arrive.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
