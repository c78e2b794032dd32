import CookbookModel
import Foundation
import Programs
import Testing
import WebTesting

/// The script behind `make run-sync`, with the programs as they were built.
@Suite("make run-sync", .timeLimit(.minutes(2)))
struct RunSyncTests {
  @Test("15. Two Cookbooks sync, end together, and continue where they were")
  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cookbook-sync-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await withScript(in: folder) { first, second in
      let answer = try await first.json("POST", "/api/recipes", Samples.json)
      #expect(answer.status == 201)
      try await wait(for: second, "toast", count: 1)
      let foreign = try await second.get("/", headers: ["Host": "elsewhere.example"])
      #expect(foreign.status == 421)
    }
    try await withScript(in: folder) { first, second in
      for book in [first, second] { try await wait(for: book, "toast", count: 1) }
      let answer = try await first.json("POST", "/api/recipes", Samples.json)
      #expect(answer.status == 201)
      try await wait(for: second, "toast", count: 2)
    }
  }

  @Test("15. run-sync --check finds that two Cookbooks sync, and leaves nothing behind")
  func check() async throws {
    let process = try start(["--check"])
    let output = try await LoopbackConnection.waiting {
      let text = String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
      process.process.waitUntilExit()
      return text
    }
    #expect(process.process.terminationStatus == 0, "\(output)")
    #expect(output.split(separator: "\n").count == 5, "\(output)")
    #expect(output.contains("60 and 60 recipes") && output.contains("All programs have ended."))
  }

  @Test(
    "15. run-sync refuses options that it does not know",
    arguments: [["--ports", "1"], ["--port"]])
  func options(arguments: [String]) async throws {
    let process = try start(arguments)
    let text = try await LoopbackConnection.waiting {
      process.process.waitUntilExit()
      return String(decoding: process.output.readDataToEndOfFile(), as: UTF8.self)
    }
    #expect(process.process.terminationStatus == 64 && text.contains("run-sync: "))
  }

  struct Failure: Error {
    let text: String
  }

  private func wait(for book: Client, _ text: String, count: Int) async throws {
    var page: RecipePage?
    for _ in 0..<200 {
      page = try await book.get("/api/recipes?q=\(text)&state=yours").json()
      if page?.total == count { return }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw Failure(text: "\(page?.total ?? 0) recipes with “\(text)”, and not \(count)")
  }

  /// The script with the programs beside the tests.
  private struct Script: @unchecked Sendable {
    let process: Process
    let output: FileHandle
  }

  private func start(_ arguments: [String]) throws -> Script {
    var apps = URL(filePath: #filePath)
    for _ in 1...4 { apps.deleteLastPathComponent() }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "bash", apps.appending(path: "run-sync").path, "--programs",
        RunningHub.programs.path,
      ] + arguments
    let output = Pipe.isolated()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try withAllSignals { try process.start() }
    return Script(process: process, output: output.fileHandleForReading)
  }

  /// Runs a block in which the thread blocks no signals. Threads of tasks block all of them, and a program inherits
  /// that.
  private func withAllSignals(_ body: () throws -> Void) rethrows {
    var (none, former) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try body()
  }

  /// Starts the script, and ends it with a request to terminate. All its programs have ended afterwards.
  private func withScript(
    in folder: URL, _ body: (Client, Client) async throws -> Void
  ) async throws {
    let script = try start([
      "--folder", folder.path, "--port", "0", "--second-port", "0", "--hub-port", "0",
    ])
    let (process, lines) = (script.process, script.output)
    let ports: [Int]
    do {
      ports = try await LoopbackConnection.waiting {
        var text = ""
        while !text.contains("Ctrl-C stops all") {
          let data = lines.availableData
          if data.isEmpty { throw Failure(text: text) }
          text += String(decoding: data, as: UTF8.self)
        }
        return text.matches(of: /http:\/\/127.0.0.1:(\d+)/).compactMap { Int($0.1) }
      }
      try #require(ports.count == 3)
      try await body(Client(port: ports[1]), Client(port: ports[2]))
    } catch {
      await end(process)
      throw error
    }
    await end(process)
    #expect(process.terminationStatus == 0)
    for port in ports {
      #expect(throws: LoopbackConnection.Failure.self) { try LoopbackConnection(to: port) }
    }
  }
}
