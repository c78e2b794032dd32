import Foundation
import Programs

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The program `perennial hub serve` as it was built, in a process of its own.
final class HubProcess {
  struct DidNotStart: Error {
    let output: String
  }

  private(set) var port = 0
  private let process = Process()

  static var program: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("perennial")
  }

  convenience init(
    serving file: URL, _ options: String..., environment: [String: String] = [:]
  ) throws {
    try self.init(serving: file.path, options, environment: environment)
  }

  /// - Parameter database: The path of a file, or the address of a database.
  init(serving database: String, _ options: [String], environment: [String: String] = [:]) throws {
    process.executableURL = Self.program
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.arguments =
      ["hub", "serve", database, "--port", "0", "--log", "warning"] + options
    let output = Pipe.isolated()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.start()
    var text = ""
    while true {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { throw DidNotStart(output: text) }
      text += String(decoding: data, as: UTF8.self)
      if let match = text.firstMatch(of: /:(\d+)\//), let port = Int(match.1) {
        self.port = port
        return
      }
    }
  }

  /// Ends the process without a warning, as a crash of the system would.
  func kill() {
    end(SIGKILL)
  }

  /// Asks the process to terminate.
  ///
  /// - Returns: The status that it ends with.
  func terminate() -> Int32 {
    end(SIGTERM)
    return process.terminationStatus
  }

  private func end(_ signal: Int32) {
    #if canImport(Glibc)
    _ = Glibc.kill(process.processIdentifier, signal)
    #elseif canImport(Musl)
    _ = Musl.kill(process.processIdentifier, signal)
    #elseif canImport(Darwin)
    _ = Darwin.kill(process.processIdentifier, signal)
    #endif
    process.waitUntilExit()
  }
}
