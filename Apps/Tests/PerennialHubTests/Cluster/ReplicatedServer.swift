import Foundation

/// One of the PostgreSQL servers of a cluster.
actor ReplicatedServer {
  let name: String
  let port: Int
  private let folder: URL
  private let programs: URL
  private var process: OwnedProcess?

  init(_ name: String, port: Int, in folder: URL) throws {
    guard let programs = PostgreSQLServer.programs else {
      throw OwnedProcess.Failure(
        description: "There is no PostgreSQL. “make cluster-test” installs Debian's package.")
    }
    (self.name, self.port, self.programs) = (name, port, programs)
    self.folder = folder.appending(path: name)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    if getuid() == 0 {
      try OwnedProcess.run(["chown", "postgres", folder.path, self.folder.path])
    }
  }

  private var data: URL { folder.appending(path: "data") }

  /// The words before a program of the server, which refuses to run for root.
  private var prefix: [String] {
    getuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] : []
  }

  private func run(_ program: String, _ arguments: String...) throws {
    try OwnedProcess.run(prefix + [programs.appending(path: program).path] + arguments)
  }

  private nonisolated var address: String { "host=127.0.0.1 port=\(port) user=hub dbname=postgres" }

  /// Executes statements, and returns what psql prints.
  @discardableResult
  func psql(_ statements: String...) throws -> String {
    try OwnedProcess.run(
      ["psql", address, "-qAtX", "-v", "ON_ERROR_STOP=1"] + statements.flatMap { ["-c", $0] }
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  // MARK: Roles

  /// Creates the data of the first primary.
  func create() throws {
    try run(
      "initdb", "--pgdata=\(data.path)", "--auth=trust", "--username=hub", "--data-checksums",
      "--encoding=UTF8", "--locale=C.UTF-8")
    // In the file, and not among the options: pg_rewind starts the server with the file alone, and needs its log.
    try write("wal_keep_size = '1GB'", to: "postgresql.auto.conf")
  }

  /// Creates the data of a standby, as a copy of the primary's.
  func copy(_ primary: ReplicatedServer) async throws {
    try run(
      "pg_basebackup", "--pgdata=\(data.path)", "--dbname=\(primary.address)", "--checkpoint=fast",
      "--wal-method=stream")
    try follow(primary)
  }

  /// Makes a primary that has ended a standby of the one that has taken over: takes back what only it has.
  func rewind(to primary: ReplicatedServer) async throws {
    try await primary.psql("CHECKPOINT")
    try run(
      "pg_rewind", "--target-pgdata=\(data.path)", "--source-server=\(primary.address)")
    try follow(primary)
  }

  private func follow(_ primary: ReplicatedServer) throws {
    try run("touch", to: data.appending(path: "standby.signal"))
    try write(
      """
      primary_conninfo = '\(primary.address) application_name=\(name)'
      synchronous_standby_names = ''
      wal_keep_size = '1GB'
      """, to: "postgresql.auto.conf")
  }

  /// Writes a file of the server's data, as its user.
  private func write(_ text: String, to file: String) throws {
    try OwnedProcess.run(
      prefix + [
        "sh", "-c", "printf '%s\\n' \"$1\" > \"$2\"", "sh", text,
        data.appending(path: file).path,
      ])
  }

  private func run(_ program: String, to file: URL) throws {
    try OwnedProcess.run(prefix + [program, file.path])
  }

  /// Starts the server, and waits until it answers.
  func start() async throws {
    process = try OwnedProcess(
      prefix + [
        programs.appending(path: "postgres").path, "-D", data.path, "-p", "\(port)",
        "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
        "-c", "max_connections=100", "-c", "hot_standby=on",
      ], log: folder.appending(path: "log"))
    for _ in 0..<600 {
      if (try? OwnedProcess.run(["pg_isready", "-q", "-h", "127.0.0.1", "-p", "\(port)"])) != nil {
        return
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    let log = (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
    throw OwnedProcess.Failure(description: "\(name) has not started: \(log.suffix(2000))")
  }

  /// Makes the standby the primary. It goes on without a standby, until it has one again.
  func promote() throws {
    try run("pg_ctl", "promote", "-D", data.path, "-w", "-t", "60")
    try setSynchronous(false)
  }

  /// Lets commits wait for the other server, or not.
  func setSynchronous(_ isSynchronous: Bool) throws {
    try psql(
      "ALTER SYSTEM SET synchronous_standby_names = '\(isSynchronous ? "*" : "")'",
      "SELECT pg_reload_conf()")
  }

  /// Waits until the standby has all that was committed, and commits wait for it.
  func waitForStandby() async throws {
    for _ in 0..<1200 {
      if try psql("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'") == "sync"
      {
        return
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw OwnedProcess.Failure(description: "\(name) has no synchronous standby.")
  }

  func kill() {
    process?.kill()
    process = nil
  }

  func end() {
    process?.interrupt()
    process = nil
  }
}
