import ArgumentParser
import Foundation
import PerennialHub
import PerennialHubPostgreSQL
import PerennialRecords

/// The database of a hub that a command names: a file, or a database on a PostgreSQL server.
struct HubDatabase {
  private enum Place {
    case file(URL)
    case server(String)
  }

  private let place: Place
  /// The folder of assets that the command names; nil for the one beside the file.
  private let assetsPath: String?

  /// - Throws: `ValidationError` for another URL.
  init(_ text: String, assets: String? = nil) throws {
    assetsPath = assets
    if ["postgresql://", "postgres://"].contains(where: text.hasPrefix) {
      place = .server(text)
    } else {
      try StoreArgument.checkPath(text)
      place = .file(URL(fileURLWithPath: text))
    }
  }

  /// The words for the hub in a message. The address of a server can have a password, and is not among them.
  var title: String {
    switch place {
    case .file(let url): "The hub \(url.relativePath)"
    case .server: "The hub"
    }
  }

  /// The folder of assets.
  ///
  /// - Throws: `ValidationError` for a server, if the command names no folder.
  var assets: AssetFolder {
    get throws {
      switch (place, assetsPath) {
      case (_, let path?): return AssetFolder(at: URL(fileURLWithPath: path, isDirectory: true))
      case (.file(let url), nil): return AssetFolder(besideDatabaseAt: url)
      case (.server, nil):
        throw ValidationError(
          "A hub on a PostgreSQL server needs --assets: the folder of its large values, which all hubs share."
        )
      }
    }
  }

  /// Opens the database.
  ///
  /// - Parameter serving: `true` for a hub, `false` for a command beside it.
  func open(serving: Bool) async throws -> any HubStorage {
    let time = StampClock.systemMilliseconds
    switch place {
    case .file(let url): return try SQLiteHubStorage(at: url, serving: serving, time: time)
    case .server(let address):
      return try await PostgreSQLHubStorage(
        at: address, connections: serving ? PostgreSQLHubStorage.standardConnections : 1,
        time: time)
    }
  }

  /// Opens the database for a command, does something, and closes the database.
  ///
  /// - Throws: ``MissingFile`` if a file does not exist and must.
  func use<Result>(
    creating: Bool = false, _ body: (any HubStorage) async throws -> Result
  ) async throws -> Result {
    if case .file(let url) = place, !creating, !FileManager.default.fileExists(atPath: url.path) {
      throw MissingFile(path: url.path)
    }
    let storage = try await open(serving: false)
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
