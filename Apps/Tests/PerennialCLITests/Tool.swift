import Foundation
import Programs
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The program `perennial` as it was built, run as people run it.
struct Tool {
  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Returns the address of a program in the directory of the build products, which contains this test,
  /// too.
  private static func program(_ name: String) -> URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent(name)
  }

  /// Runs the program in a directory.
  static func run(
    _ arguments: String..., in directory: URL, input: Data? = nil
  ) throws -> Result {
    try run(arguments: arguments, in: directory, input: input)
  }

  /// - Parameter isRestricted: `true` to run the program by the permissions of files, which the superuser is
  ///   otherwise not bound by.
  static func run(
    _ name: String = "perennial", arguments: [String], in directory: URL, input: Data? = nil,
    isRestricted: Bool = false
  ) throws -> Result {
    let program = program(name)
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
    if isRestricted, geteuid() == 0 {
      // A part of util-linux. It takes the capability to write everywhere from what it runs.
      process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      process.arguments =
        ["--bounding-set", "-dac_override", "--inh-caps", "-dac_override", program.path] + arguments
    }
    process.currentDirectoryURL = directory
    var environment = ProcessInfo.processInfo.environment
    environment["COLUMNS"] = "80"
    process.environment = environment
    // Files, which do not fill up as pipes do.
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = try FileHandle(forReadingFrom: source)
    try process.start()
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
