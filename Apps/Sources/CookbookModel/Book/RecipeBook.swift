import Foundation
public import PerennialPresets
public import SwiftData
import PerennialSync
import Synchronization

/// The data layer of the app: one stack with the store and the presets, an actor that reads, an actor that
/// writes, an actor for the presets, and a stream of changes.
///
/// Actors hand out plain values, so no model and no context ever leaves its isolation.
public final class RecipeBook: Sendable {
  public let stack: DataStack
  public let location: BookLocation
  /// Answers questions, on a context of its own.
  public let reader: RecipeReader
  /// Makes all changes, on a context of its own, one after the other.
  public let writer: RecipeWriter
  /// Updates, restores and resets the presets.
  public let starters: StarterRecipes
  /// Tells about every change.
  public let changes: BookChanges
  /// The sync with a hub; nil if the book has none.
  public let sync: BookSync?

  /// Containers are opened one after the other, each with its own hub.
  private static let opening = Mutex(())

  public var container: ModelContainer { stack.container }

  /// Opens the book at `location`, and makes it when there is none.
  ///
  /// When this returns, the book has the presets in the version that is given, or in a newer one if it had
  /// that already. What the cook has edited or deleted of them stays so.
  ///
  /// - Parameters:
  ///   - recipes: The presets.
  ///   - newer: A newer version, to be offered to the cook.
  ///   - hub: The hub that the book syncs with; nil for a book that does not sync.
  public init(
    at location: BookLocation,
    recipes: RecipeSeeds,
    offering newer: RecipeSeeds? = nil,
    syncingWith hub: BookHub? = nil
  ) throws(BookError) {
    let stack = try Self.openStack(at: location, recipes, hub)
    let container = stack.container
    self.stack = stack
    self.location = location
    reader = RecipeReader(modelContainer: container)
    writer = RecipeWriter(modelContainer: container)
    do {
      changes = try BookChanges(of: container)
      starters = try StarterRecipes(in: stack, recipes, offering: newer, changes)
    } catch {
      throw .unreadableStore(path: location.description, reason: error.reason)
    }
    if let hub, let engine = container.sync {
      sync = BookSync(
        hub: hub, engine: engine, of: container, writer: writer, starters: starters,
        changes: changes)
    } else {
      sync = nil
    }
  }

  private static func openStack(
    at location: BookLocation, _ recipes: RecipeSeeds, _ hub: BookHub?
  ) throws(BookError) -> DataStack {
    var configuration = DataStackConfiguration(
      schema: { Schema(versionedSchema: CookbookSchema.self) },
      presets: [recipes.catalog],
      location: .memory
    )
    if case .file(let url) = location {
      try prepareDirectory(of: url)
      configuration.location = .file(url)
    }
    if hub != nil { configuration.cloudKitDatabase = .private(BookHub.zone) }
    do {
      return try opening.withLock { _ in
        if let hub { try SyncHub.register(hub.hub, for: BookHub.zone) }
        return try DataStack(configuration)
      }
    } catch {
      throw .unreadableStore(path: location.description, reason: error.reason)
    }
  }

  private static func prepareDirectory(of url: URL) throws(BookError) {
    let directory = url.deletingLastPathComponent()
    let path = directory.path
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    } catch {
      throw .unwritableDirectory(path: path, reason: error.reason)
    }
    guard FileManager.default.isWritableFile(atPath: path) else {
      throw .unwritableDirectory(path: path, reason: "permission denied")
    }
  }
}
