/// One version of a program's models, as it was shipped.
///
/// The models of a version are usually nested in it and have the same names in all versions. An entity is
/// named after the last part of its class's name.
///
/// ```swift
/// enum SchemaV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Trip.self] }
///
///   @Model final class Trip { … }
/// }
/// ```
public protocol VersionedSchema: SendableMetatype {
  /// The models. Models that a listed model refers to need not be listed.
  static var models: [any PersistentModel.Type] { get }
  /// The number of the version. Stores record it. A store with a greater number is not migrated, unless a
  /// migration plan has stages to the older version.
  static var versionIdentifier: Schema.Version { get }
}
