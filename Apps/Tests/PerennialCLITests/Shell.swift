import Foundation
import Programs

/// Commands of a shell, with the programs of the Python environment that `.ci/setup-python` has made.
enum Shell {
  private static let programs = DocumentedCommand.project
    .appendingPathComponent("Apps/.build/python/bin")

  /// `true` if the shell of SQLite is installed.
  static let hasSQLite = (try? run("sqlite3 -version", in: temporary).status) == 0

  /// `true` if the Python environment has all packages.
  static let hasPython =
    (try? run(
      """
      python -c 'from importlib.util import find_spec
      names = "django duckdb duckdb_extension_sqlite_scanner pandas sqlalchemy sqlite_utils"
      assert all(map(find_spec, names.split()))'
      """, in: temporary
    ).status) == 0

  private static var temporary: URL { FileManager.default.temporaryDirectory }

  /// Runs commands in a directory. They end at the first that fails.
  static func run(_ commands: String, in directory: URL) throws -> Tool.Result {
    let folder = try ScratchFolder()
    let (output, errors) = (folder.file("out"), folder.file("err"))
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-euo", "pipefail", "-c", commands]
    process.currentDirectoryURL = directory
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(programs.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment["HOME"] = folder.url.path
    process.environment = environment
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    return Tool.Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
