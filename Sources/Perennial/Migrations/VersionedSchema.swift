/// One version of a program's models, as it was shipped.
///
/// The models of a version are usually nested in it, and called as in the other versions: an entity
/// is called after the last part of its class's name.
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
  /// The models, of which those that they refer to need not be listed.
  static var models: [any PersistentModel.Type] { get }
  /// The number of the version. Stores remember it, and a program does not take a store for its own
  /// that has a greater one.
  static var versionIdentifier: Schema.Version { get }
}
