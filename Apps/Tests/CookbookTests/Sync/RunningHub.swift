import CookbookModel
import Foundation
import Programs
import Testing
import WebTesting

/// A hub in a process of its own, on a free port of the loopback interface, and a folder for the books that sync
/// with it.
struct RunningHub: Sendable {
  let port: Int
  let folder: URL

  private var file: URL { folder.appending(path: "hub.sqlite") }

  /// Makes a pairing code of an account.
  func pairingCode(_ account: String = "ann") async throws -> String {
    try await Self.perennial("pair", account, "--file", file.path)
  }

  /// Starts Cookbook with a book of its own, which is empty the first time and signed out.
  func withBook(
    _ name: String, _ body: @Sendable (SyncedBook) async throws -> Void
  ) async throws {
    let file = folder.appending(path: "\(name)/Cookbook.store")
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
    let hub = try BookHub(url: url, besideBookAt: file, deviceName: name)
    try await withServer(at: .file(file), syncingWith: hub) { client, book in
      try await body(SyncedBook(client: client, book: book, hub: self))
    }
  }

  /// Starts two Cookbooks that are signed in to one account, and have exchanged all.
  func withTwoBooks(
    _ body: @escaping @Sendable (SyncedBook, SyncedBook) async throws -> Void
  ) async throws {
    try await withBook("first") { first in
      try await withBook("second") { second in
        for book in [first, second] {
          try await book.signIn()
          try await book.waitUntilUpToDate()
        }
        try await body(first, second)
      }
    }
  }

  // MARK: Processes

  /// A program that has ended with a failure, or before it was ready.
  struct Failure: Error {
    let output: String
  }

  /// The programs beside the tests.
  static var programs: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// Runs an administrative command, and returns its output.
  @discardableResult
  static func perennial(_ arguments: String...) async throws -> String {
    let program = programs.appending(path: "perennial")
    return try await LoopbackConnection.waiting {
      let process = Process()
      let (output, errors) = (Pipe.isolated(), Pipe.isolated())
      process.executableURL = program
      process.arguments = ["hub"] + arguments
      process.standardOutput = output
      process.standardError = errors
      process.standardInput = FileHandle.nullDevice
      try process.start()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      let explanation = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let text = String(decoding: data, as: UTF8.self)
      guard process.terminationStatus == 0 else {
        throw Failure(output: text + String(decoding: explanation, as: UTF8.self))
      }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}

/// Starts a hub with the accounts “ann” and “bob”, hands it to `body`, and ends it.
func withHub(_ body: @escaping @Sendable (RunningHub) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "cookbook-sync-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: "hub.sqlite").path
  for name in ["ann", "bob"] {
    try await RunningHub.perennial("account", "add", name, "--file", file)
  }
  let hub = Process()
  let output = Pipe.isolated()
  hub.executableURL = RunningHub.programs.appending(path: "perennial")
  hub.arguments = ["hub", "serve", file, "--port", "0", "--log", "error"]
  hub.standardOutput = output
  hub.standardError = output
  hub.standardInput = FileHandle.nullDevice
  try hub.start()
  let lines = output.fileHandleForReading
  do {
    let port = try await LoopbackConnection.waiting {
      var text = ""
      while true {
        let data = lines.availableData
        text += String(decoding: data, as: UTF8.self)
        if let match = text.firstMatch(of: /127\.0\.0\.1:(\d+)\//) { return Int(match.1) ?? 0 }
        if data.isEmpty { throw RunningHub.Failure(output: text) }
      }
    }
    try await body(RunningHub(port: port, folder: folder))
  } catch {
    await end(hub)
    throw error
  }
  await end(hub)
}

/// Ends a program, and waits until it has ended.
func end(_ process: Process) async {
  process.terminate()
  try? await LoopbackConnection.waiting { process.waitUntilExit() }
}
