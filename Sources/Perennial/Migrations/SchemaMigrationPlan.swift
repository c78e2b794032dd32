/// The versions of a program's models in order, and how one follows from the other.
///
/// A container finds out which version a store is at from what the store says of its entities, and
/// takes it from there to its own schema, in one transaction. Only the stages on that way are needed.
/// Documentation/Migrations.md tells how.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, the newest at the end. For a plan that leads back, the other way round.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The steps between versions, also such that ``schemas`` does not list. If there are none at all, each
  /// version follows from the one before it without code.
  static var stages: [MigrationStage] { get }
}

/// A step from one version to another.
public enum MigrationStage: Sendable {
  /// Without code: see Documentation/Migrations.md for what that can do.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// With code. `willMigrate` gets a context with the models of the version before, `didMigrate` one
  /// with those of the version after; what a context has not saved is saved when its code returns.
  ///
  /// `didMigrate` may fill required attributes and relationships that are new or were optional. They are
  /// looked at when it returns.
  ///
  /// The contexts work inside the migration's transaction. If the code throws, or if the process ends
  /// meanwhile, the store is as it was.
  @preconcurrency case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (_ context: ModelContext) throws -> Void)?)
}
