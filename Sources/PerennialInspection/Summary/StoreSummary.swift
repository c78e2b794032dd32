public import Foundation
import Perennial

/// What a store is and has, without its objects.
public struct StoreSummary: Codable, Sendable {
  public var path: String
  public var identifier: String
  public var format: Int
  /// The version of the schema, if the program numbers its schemas.
  public var schemaVersion: String?
  /// In alphabetical order.
  public var entities: [EntitySummary]
  /// The catalogs that were applied to the store, by name; nil if it never had presets.
  public var catalogs: [CatalogSummary]?
  public var sizes: StoreSizes
  /// Nil if the store keeps no history.
  public var history: HistorySummary?
  /// Tables of the framework that this version knows nothing of.
  public var unknownTables: [String]
}

/// An entity, as the file describes it.
public struct EntitySummary: Codable, Sendable {
  public var name: String
  public var table: String
  /// The entity that this one inherits from.
  public var superentity: String?
  /// The number of objects, without those of entities that inherit from this one.
  public var count: Int
  /// The stored properties that the entity declares itself.
  public var properties: [PropertySummary]
  /// The names of properties that are unique together.
  public var uniquenessConstraints: [[String]]
  /// The names of properties that are indexed together.
  public var indices: [[String]]
  /// Columns of the table that no property has.
  public var hiddenColumns: [String]
  /// What became of presets; nil if the table has none.
  public var presets: PresetSummary?
}

public struct PropertySummary: Codable, Sendable {
  public var name: String
  /// What people call the type of the value, or the entity at the other end.
  public var type: String
  public var isOptional: Bool
  /// The form of the values in their column; nil for relationships.
  public var form: String?
  /// The property's column, if it has one.
  public var column: String?
  /// The column's type, as SQLite calls it.
  public var columnType: String?
  /// Whether large values lie in files beside the store.
  public var isExternal: Bool
  /// Whether full-text search finds the values.
  public var isSearched: Bool
  public var relationship: RelationshipSummary?
}

public struct RelationshipSummary: Codable, Sendable {
  public var destination: String
  public var inverse: String?
  public var isToMany: Bool
  /// The table of pairs, if the relationship is kept in one.
  public var joinTable: String?
}

/// A catalog of presets that was applied to a store.
public struct CatalogSummary: Codable, Hashable, Sendable {
  public var name: String
  /// Nil for a catalog without versions.
  public var version: Int?
  /// When it was applied last.
  public var applied: Date
}

/// The objects of an entity, by what they have to do with presets.
public struct PresetSummary: Codable, Hashable, Sendable {
  /// Objects that are presets.
  public var presets: Int
  /// Presets of which somebody has written a property.
  public var edited: Int
  /// Presets that somebody has deleted.
  public var deleted: Int
  /// Objects that are none.
  public var others: Int
}

/// What a store takes, in bytes.
public struct StoreSizes: Codable, Sendable {
  /// The file by itself.
  public var file: Int
  /// The write-ahead log.
  public var log: Int
  /// Files beside the store, and their number.
  public var external: Int
  public var externalFiles: Int
  /// Pages of the file that hold nothing.
  public var free: Int
  /// Tables and indices by their names; empty where SQLite was built without `dbstat`.
  public var parts: [String: Int]
}

public struct HistorySummary: Codable, Sendable {
  /// The number of transactions.
  public var transactions: Int
  /// The numbers of the first and of the last; nil if there are none.
  public var first: Int?
  public var last: Int?
  public var begin: Date?
  public var end: Date?
  /// Who has written, as far as contexts say so, in alphabetical order.
  public var authors: [String]
  /// The values that outlive their objects.
  public var tombstones: Int
}
