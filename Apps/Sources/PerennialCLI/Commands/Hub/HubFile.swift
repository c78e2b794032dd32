import ArgumentParser
import Foundation
import PerennialHub
import PerennialRecords

/// The file of a hub that a command administers.
struct HubFile: ParsableArguments {
  @Option(
    help: ArgumentHelp("The file of the hub. The default is hub.sqlite.", valueName: "path"),
    completion: .file())
  var file = "hub.sqlite"

  /// The folder of the hub's assets.
  var assets: AssetFolder { AssetFolder(besideDatabaseAt: URL(fileURLWithPath: file)) }

  /// Opens the file, does something, and closes the file.
  ///
  /// - Throws: ``MissingFile`` if the file does not exist and must.
  func use<Result>(
    creating: Bool = false, _ body: (SQLiteHubStorage) async throws -> Result
  ) async throws -> Result {
    try await Self.use(file, creating: creating, body)
  }

  static func use<Result>(
    _ file: String, creating: Bool = false,
    _ body: (SQLiteHubStorage) async throws -> Result
  ) async throws -> Result {
    try StoreArgument.checkPath(file)
    let url = URL(fileURLWithPath: file)
    if !creating, !FileManager.default.fileExists(atPath: url.path) {
      throw MissingFile(path: url.path)
    }
    let storage = try SQLiteHubStorage(
      at: url, serving: false, time: StampClock.systemMilliseconds)
    do {
      let result = try await body(storage)
      try await storage.close()
      return result
    } catch {
      try? await storage.close()
      throw error
    }
  }
}

/// A command that waits for something, and whose errors end it as those of a ``ToolCommand`` do.
protocol AsyncToolCommand: AsyncParsableCommand {
  func perform() async throws
}

extension AsyncToolCommand {
  func run() async throws {
    do {
      try await perform()
    } catch {
      throw ExitStatus.report(error)
    }
  }
}
