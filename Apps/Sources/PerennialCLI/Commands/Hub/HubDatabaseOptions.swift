import ArgumentParser
import Foundation
import PerennialHub

/// The database of a hub that a command administers.
struct HubDatabaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file of the hub, or postgresql://USER@HOST/DATABASE. The default is hub.sqlite.",
      valueName: "path"),
    completion: .file())
  var file = "hub.sqlite"

  @Option(
    help: ArgumentHelp(
      "The folder of large values. The default is the one beside the file.", valueName: "folder"),
    completion: .directory)
  var assets: String?

  private var database: HubDatabase {
    get throws { try HubDatabase(file, assets: assets) }
  }

  /// The folder of the hub's assets.
  var assetFolder: AssetFolder {
    get throws { try database.assets }
  }

  /// Opens the database, does something, and closes the database.
  ///
  /// - Throws: ``MissingFile`` if the file does not exist and must.
  func use<Result>(
    _ access: HubDatabase.Access = .administering,
    _ body: (any HubStorage) async throws -> Result
  ) async throws -> Result {
    try await database.use(access, body)
  }
}
