import Foundation
import Programs

/// A program in Python, in the environment that `.ci/setup-python` has made.
enum PythonClient {
  /// The result of a case, as the program reports it.
  struct Case: Decodable, Sendable {
    let `case`: String
    let passed: Bool
    let detail: String
  }

  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let interpreter = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent(".build/python/bin/python")

  /// `true` if the environment is there.
  static var canBeHad: Bool { FileManager.default.isExecutableFile(atPath: interpreter.path) }

  /// The names of the cases of a program, in their order.
  static func cases(of program: String) throws -> [String] {
    let text = try String(contentsOf: script(program), encoding: .utf8)
    return text.matches(of: /@case\ndef (\w+)/).map { String($0.1) }
  }

  /// Runs a program to its end, and returns the results of its cases.
  static func run(_ program: String, _ arguments: [String]) throws -> [Case] {
    let process = Process()
    process.executableURL = interpreter
    process.arguments = [script(program).path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let output = Pipe.isolated()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try data.split(separator: UInt8(ascii: "\n")).map { line in
      try JSONDecoder().decode(Case.self, from: Data(line))
    }
  }

  private static func script(_ program: String) -> URL {
    tests.appendingPathComponent("Python/\(program).py")
  }
}
