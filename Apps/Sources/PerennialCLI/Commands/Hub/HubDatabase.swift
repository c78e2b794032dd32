import ArgumentParser
import Foundation
import PerennialHub
import PerennialHubPostgreSQL
import PerennialRecords

/// The database of a hub that a command names: a file, or a database on a PostgreSQL server.
struct HubDatabase {
  private enum Location {
    case file(URL)
    case server(String)
  }

  private let location: Location
  /// The folder of assets that the command names; nil for the one beside the file.
  private let assetsPath: String?

  /// - Throws: `ValidationError` for another URL.
  init(_ text: String, assets: String? = nil) throws {
    assetsPath = assets
    if Self.isServer(text) {
      location = .server(text)
    } else {
      try StoreArgument.checkPath(text)
      location = .file(URL(fileURLWithPath: text))
    }
  }

  /// Returns `true` for the address of a database on a server.
  static func isServer(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains(where: text.hasPrefix)
  }

  /// The words for the hub in a message. The address of a server can have a password, and is not among them.
  var title: String {
    switch location {
    case .file(let url): "The hub \(url.relativePath)"
    case .server: "The hub"
    }
  }

  /// The folder of assets.
  ///
  /// - Throws: `ValidationError` for a server, if the command names no folder.
  var assets: AssetFolder {
    get throws {
      switch (location, assetsPath) {
      case (_, let path?): return AssetFolder(at: URL(fileURLWithPath: path, isDirectory: true))
      case (.file(let url), nil): return AssetFolder(besideDatabaseAt: url)
      case (.server, nil):
        throw ValidationError(
          "A hub on a PostgreSQL server needs --assets: the folder of its large values, which all hubs share."
        )
      }
    }
  }

  /// Opens the database for a hub.
  func openForServing() async throws -> any HubStorage {
    let time = StampClock.systemMilliseconds
    switch location {
    case .file(let url): return try SQLiteHubStorage(at: url, serving: true, time: time)
    case .server(let address): return try await PostgreSQLHubStorage(at: address, time: time)
    }
  }

  /// Opens the database for a command.
  private func open(for access: Access) async throws -> any MovableStorage {
    let time = StampClock.systemMilliseconds
    switch (location, access) {
    case (.file(let url), .reading): return try SQLiteHubStorage(reading: url)
    case (.file(let url), _):
      return try SQLiteHubStorage(at: url, serving: access == .excludingHubs, time: time)
    case (.server(let address), _):
      let isCreating = access != .reading && access != .excludingHubs
      return try await PostgreSQLHubStorage(
        at: address, connections: 1, creating: isCreating, time: time)
    }
  }

  /// The ways in which a command uses a database.
  enum Access {
    /// Reads only.
    case reading
    /// Reads and writes, also while hubs serve the database.
    case administering
    /// Reads and writes, and creates the database if it does not exist.
    case creating
    /// Reads and writes a file that no hub may serve.
    case excludingHubs
  }

  /// Opens the database for a command, does something, and closes the database.
  ///
  /// - Throws: ``MissingFile`` if a file does not exist and must.
  func use<Result>(
    _ access: Access = .administering, _ body: (any MovableStorage) async throws -> Result
  ) async throws -> Result {
    if case .file(let url) = location, access != .creating,
      !FileManager.default.fileExists(atPath: url.path)
    {
      throw MissingFile(
        path: url.path,
        remedy: """
          Give the file of the hub if it is another one. To create a hub, add an account with \
          “perennial hub account add NAME --file \(url.relativePath)”
          """)
    }
    let storage = try await open(for: access)
    do {
      let result = try await body(storage)
      try await storage.close()
      return result
    } catch {
      try? await storage.close()
      throw error
    }
  }

  /// Opens the database for accounts that arrive, does something, and closes the database. A file that does not exist
  /// is created.
  func useForArrival<Result>(
    _ body: (any MovableStorage) async throws -> Result
  ) async throws -> Result {
    if case .file = location {
      // A file gets its number when a hub opens it. The zones of arriving accounts have their own difference to it.
      do { try await openForServing().close() } catch let error as HubStorageError
        where error.code == .fileInUse
      {}
    }
    return try await use(.creating, body)
  }
}
