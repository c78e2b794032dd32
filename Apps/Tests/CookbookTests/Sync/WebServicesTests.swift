import CookbookModel
import Foundation
import Programs
import Testing
import WebTesting

/// The example of the documentation, in the environment that `.ci/setup-python` has made.
@Suite(
  "A script in Python and two Cookbooks", .timeLimit(.minutes(2)), .enabled(if: Script.canBeHad))
struct WebServicesTests {
  @Test(
    "The script edits a recipe, and the open page of a Cookbook shows it, beside an edit of its own"
  )
  func edit() async throws {
    try await withHub { hub in
      try await hub.withTwoBooks { first, second in
        try await second.edit("Hummus") { $0.minutes = 77 }
        try await second.waitUntilUpToDate()
        try await withEvents(of: first.client) { events in
          var iterator = events.makeAsyncIterator()
          #expect(await iterator.next()?.name == "welcome")
          let output = try await Script.run([
            "http://127.0.0.1:\(hub.port)", hub.pairingCode(), "Hummus", "With more lemon.",
          ])
          #expect(output == "Hummus: With more lemon.\n")
          while try await first.recipe("Hummus")?.recipe.summary != "With more lemon.",
            await iterator.next() != nil
          {}
        }
        for book in [first, second] {
          try await book.wait(for: "both edits") {
            let recipe = try await book.recipe("Hummus")?.recipe
            return recipe?.summary == "With more lemon." && recipe?.minutes == 77
          }
          #expect(try await book.count() == 60)
        }
      }
    }
  }
}

/// The example, with the interpreter of the environment.
private enum Script {
  private static let apps = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL
  private static let interpreter = apps.appending(path: ".build/python/bin/python")

  static var canBeHad: Bool { FileManager.default.isExecutableFile(atPath: interpreter.path) }

  static func run(_ arguments: [String]) async throws -> String {
    let (interpreter, script) = (interpreter, apps.appending(path: "Examples/edit-recipe.py"))
    return try await LoopbackConnection.waiting {
      let process = Process()
      let output = Pipe.isolated()
      process.executableURL = interpreter
      process.arguments = [script.path] + arguments
      process.standardOutput = output
      process.standardError = output
      process.standardInput = FileHandle.nullDevice
      try process.start()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
