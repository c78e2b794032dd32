public import Foundation
public import SwiftData

/// Owns the container. An app has one provider, and so has a server.
///
/// A view takes the main context: `.modelContainer(provider.container)`. A request takes an editor.
public final class TripProvider: Sendable {
  public let container: ModelContainer

  private init(_ configuration: ModelConfiguration) throws {
    container = try ModelContainer(
      for: Schema(versionedSchema: TripSchemaV1.self), migrationPlan: TripMigrations.self,
      configurations: configuration)
  }

  /// Opens the store in a file, which is created or migrated if necessary.
  public convenience init(file: URL) throws { try self.init(ModelConfiguration(url: file)) }

  /// Creates a store in memory, for tests and previews.
  public static func inMemory() throws -> TripProvider {
    try TripProvider(ModelConfiguration(isStoredInMemoryOnly: true))
  }

  /// Returns an editor with a context of its own, which works off the main actor. A server creates one for
  /// each request, so that no request saves what another one could not save.
  public func editor() -> TripEditor { TripEditor(modelContainer: container) }
}
