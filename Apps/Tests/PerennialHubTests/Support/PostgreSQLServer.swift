import Foundation
import PerennialHub
import PerennialHubPostgreSQL
import Programs
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A PostgreSQL server of the tests, on a socket in a temporary folder. It ends with the process of the tests.
final class PostgreSQLServer: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let folder: URL
  /// The input of the shell that runs the server. The server ends when it is closed, also by the end of this process.
  private let input: FileHandle

  /// A Boolean value that indicates whether a test may ask for a server: one is installed, or Debian's packages can be
  /// had.
  static var canBeHad: Bool {
    programs != nil || FileManager.default.isExecutableFile(atPath: "/usr/bin/apt-get")
  }

  /// The server that tests share, each with a schema of its own.
  static func shared() throws -> PostgreSQLServer { try common.get() }

  private static let common = Result { try PostgreSQLServer() }

  /// Debian's packages have the programs in a folder for each version.
  static var programs: URL? {
    let versions = URL(filePath: "/usr/lib/postgresql")
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: versions.path)) ?? []
    return folders.sorted { (Double($0) ?? 0) < (Double($1) ?? 0) }.last
      .map { versions.appending(path: $0).appending(path: "bin") }
  }

  init() throws {
    guard let programs = Self.programs else {
      throw Failure(
        description: "There is no PostgreSQL. “make setup-tests” installs Debian's package.")
    }
    folder = FileManager.default.temporaryDirectory.appending(path: "postgresql-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The server refuses to run for root.
    let prefix =
      getuid() == 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups --" : ""
    let script = """
      cd "$1"
      if [ "$(id -u)" = 0 ]; then chown postgres "$1"; fi
      \(prefix) "$2/initdb" --pgdata="$1/data" --auth=trust --username=hub --no-sync \
        --encoding=UTF8 --locale=C.UTF-8 >"$1/initdb.log" 2>&1 || { cat "$1/initdb.log"; exit 1; }
      \(prefix) "$2/postgres" -D "$1/data" -c listen_addresses= -c unix_socket_directories="$1" \
        -c max_connections=200 -c fsync=off \
        >"$1/server.log" 2>&1 </dev/null &
      server=$!
      for _ in $(seq 300); do
        if "$2/pg_isready" -q -h "$1"; then echo ready; break; fi
        kill -0 $server 2>/dev/null || { cat "$1/server.log"; exit 1; }
        sleep 0.05
      done
      # The end of the input is the end of the tests.
      cat >/dev/null
      kill -QUIT $server
      wait $server
      rm -rf "$1"
      """
    let (process, output, control) = (Process(), Pipe.isolated(), Pipe.isolated())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, "sh", folder.path, programs.path]
    process.standardInput = control
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    input = control.fileHandleForWriting
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard text == "ready\n" else {
      throw Failure(description: "PostgreSQL has not started: \(text)")
    }
  }

  /// Ends the server at once, as a crash does. It does not start again.
  func stop() throws {
    try input.close()
    // The shell has killed the server when its socket refuses connections.
    for _ in 0..<200 {
      if (try? psql("SELECT 1")) == nil { return }
      usleep(20_000)
    }
  }

  private var address: String { "postgresql://hub@/postgres?host=\(folder.path)" }

  /// The address of an empty database: a schema that no other test uses.
  func database() throws -> String {
    let schema = "t" + UUID().uuidString.replacing("-", with: "").lowercased()
    try psql("CREATE SCHEMA \(schema)")
    return "\(address)&options=-csearch_path%3D\(schema)"
  }

  /// Executes a statement, and returns what psql prints.
  @discardableResult
  func psql(_ statement: String, at address: String? = nil) throws -> String {
    let (process, output) = (Process(), Pipe.isolated())
    process.executableURL = URL(filePath: "/usr/bin/psql")
    process.arguments = [
      address ?? self.address, "-qAtX", "-v", "ON_ERROR_STOP=1",
      "-c", statement,
    ]
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.start()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: statement) }
    return String(decoding: data, as: UTF8.self)
  }
}
