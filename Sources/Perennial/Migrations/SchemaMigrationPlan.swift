/// The versions of a program's models in order, and the stages between them.
///
/// A container determines a store's version from the entities that the store describes. It then migrates the
/// store to the container's schema, in one transaction. Only the stages between these two versions are
/// needed. See Documentation/Migrations.md.
///
/// ```swift
/// enum TripPlan: SchemaMigrationPlan {
///   static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
///   static var stages: [MigrationStage] {
///     [.lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self)]
///   }
/// }
/// enum TripsV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Trip.self] }
///   @Model final class Trip {
///     var name = ""
///     init() {}
///   }
/// }
/// enum TripsV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Trip.self] }
///   @Model final class Trip {
///     var name = ""
///     var start: Date?
///     init() {}
///   }
/// }
/// let container = try ModelContainer(
///   for: Schema(versionedSchema: TripsV2.self), migrationPlan: TripPlan.self)
/// ```
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, from the oldest to the newest. A plan that migrates to older versions lists them in
  /// reverse.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The stages between versions, which may include versions that ``schemas`` does not list. If this is
  /// empty, each version follows from the one before it without code.
  static var stages: [MigrationStage] { get }
}

/// A stage of a migration, from one version to another.
///
/// ```swift
/// enum PlacesV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Trip.self] }
/// }
/// enum PlacesV2: VersionedSchema {
///   static let versionIdentifier = Schema.Version(2, 0, 0)
///   static var models: [any PersistentModel.Type] { [Trip.self] }
/// }
/// let stage = MigrationStage.custom(
///   fromVersion: PlacesV1.self, toVersion: PlacesV2.self, willMigrate: nil,
///   didMigrate: { context in
///     for trip in try context.fetch(FetchDescriptor<Trip>()) where trip.name.isEmpty {
///       trip.name = "Trip"
///     }
///   })
/// ```
public enum MigrationStage: Sendable {
  /// A stage without code; see Documentation/Migrations.md for the changes that it can make.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// A stage with code. `willMigrate` gets a context with the models of the version before, and `didMigrate`
  /// a context with the models of the version after. Unsaved changes of a context are saved when its code
  /// returns.
  ///
  /// `didMigrate` may assign required attributes and relationships that are new or were optional. They are
  /// checked when it returns.
  ///
  /// The contexts work inside the migration's transaction. If the code throws, or if the process ends during
  /// the migration, the store stays as it was.
  @preconcurrency case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?)
}
