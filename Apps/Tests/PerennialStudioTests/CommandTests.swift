import Foundation
import Programs
import Testing
import WebTesting

@Suite("perennial studio", .timeLimit(.minutes(1)))
struct CommandTests {
  @Test("The command prints an address that opens the store, and ends when it is asked to")
  func run() async throws {
    let kitchen = try Kitchen(dishes: 2)
    let process = Process()
    process.executableURL = Self.program
    process.arguments = ["studio", kitchen.url.path]
    let output = Pipe.isolated()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.start()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    let text = try await LoopbackConnection.waiting {
      String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    let match = try #require(
      text.firstMatch(
        of: #/http://127\.0\.0\.1:(\d+)(/\?token=[0-9a-f]{64}) /#))
    let port = try #require(Int(match.1))
    let path = String(match.2)
    let status = try await LoopbackConnection.waiting {
      let connection = try LoopbackConnection(to: port)
      defer { connection.close() }
      try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      return try connection.response()?.status
    }
    #expect(status == 303)
    process.terminate()
    try await LoopbackConnection.waiting { process.waitUntilExit() }
    #expect(process.terminationStatus == 0)
  }

  @Test("A file that does not exist, and options that are wrong")
  func misuse() throws {
    for (arguments, status) in [
      (["studio", "/nowhere/book.store"], 66), (["studio"], 64), (["studio", "a", "--write"], 64),
      (["studio", "a", "--port", "70000"], 64), (["studio", "https://example.com/a.store"], 64),
    ] as [([String], Int32)] {
      let process = Process()
      process.executableURL = Self.program
      process.arguments = arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.start()
      process.waitUntilExit()
      #expect(process.terminationStatus == status, "\(arguments)")
    }
  }

  private static var program: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("perennial")
  }
}
