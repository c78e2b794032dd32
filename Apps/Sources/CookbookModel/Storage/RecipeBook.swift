import Foundation
public import SwiftData

/// The data layer of the app: one container, an actor that reads, an actor that writes, and news
/// of every save.
///
/// Actors hand out plain values, so no model and no context ever leaves its isolation.
public final class RecipeBook: Sendable {
  public let container: ModelContainer
  public let location: BookLocation
  /// Answers questions, on a context of its own.
  public let reader: RecipeReader
  /// Makes all changes, on a context of its own, one after the other.
  public let writer: RecipeWriter
  /// Tells about every save.
  public let changes: BookChanges

  /// Opens the book at `location`, and makes it when there is none.
  ///
  /// The new book is empty; ``RecipeWriter/seedIfNew(with:)`` fills it.
  public init(at location: BookLocation) throws(BookError) {
    let container = try Self.openContainer(at: location)
    self.container = container
    self.location = location
    reader = RecipeReader(modelContainer: container)
    writer = RecipeWriter(modelContainer: container)
    changes = BookChanges(of: container)
  }

  private static func openContainer(at location: BookLocation) throws(BookError) -> ModelContainer {
    let schema = Schema(versionedSchema: CookbookSchema.self)
    let configuration: ModelConfiguration
    switch location {
    case .memory:
      configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
    case .file(let url):
      try prepareDirectory(of: url)
      configuration = ModelConfiguration(schema: schema, url: url)
    }
    do {
      return try ModelContainer(for: schema, configurations: [configuration])
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
