import Foundation
import Testing

/// The program `perennial` as it was built, run as people run it.
struct Tool {
  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Where results of builds lie, this test among them.
  private static var program: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("perennial")
  }

  /// Runs the program in a directory.
  static func run(
    _ arguments: String..., in directory: URL, input: Data? = nil
  ) throws -> Result {
    try run(arguments: arguments, in: directory, input: input)
  }

  static func run(
    arguments: [String], in directory: URL, input: Data? = nil
  ) throws -> Result {
    let folder = try ScratchFolder()
    let (output, errors, source) = (
      folder.url.appendingPathComponent("out"), folder.url.appendingPathComponent("err"),
      folder.url.appendingPathComponent("in")
    )
    for file in [output, errors] { try Data().write(to: file) }
    try (input ?? Data()).write(to: source)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = directory
    var environment = ProcessInfo.processInfo.environment
    environment["COLUMNS"] = "80"
    process.environment = environment
    // Files, which do not fill up as pipes do.
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = try FileHandle(forReadingFrom: source)
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

/// A folder of one test, removed when the test lets go of it.
final class ScratchFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("perennial-cli-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}
