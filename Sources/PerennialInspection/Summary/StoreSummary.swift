public import Foundation
import Perennial

/// A summary of a store without its objects: its schema, catalogs, sizes and history.
public struct StoreSummary: Codable, Sendable {
  /// The path of the store's file.
  public var path: String
  /// The identifier of the store.
  public var identifier: String
  /// The number of the file's format; see Documentation/FileFormat.md.
  public var format: Int
  /// The version of the schema; nil if the program does not number its schemas.
  public var schemaVersion: String?
  /// The entities in alphabetical order.
  public var entities: [EntitySummary]
  /// The catalogs that were applied to the store, by name; nil if it never had presets.
  public var catalogs: [CatalogSummary]?
  /// The sizes of the parts of the store.
  public var sizes: StoreSizes
  /// The history of the store; nil if it keeps none.
  public var history: HistorySummary?
  /// The tables of the framework that this version does not know.
  public var unknownTables: [String]
}

/// An entity, as the file describes it.
public struct EntitySummary: Codable, Sendable {
  /// The name of the entity.
  public var name: String
  /// The table that holds the entity's objects.
  public var table: String
  /// The entity from which this one inherits; nil if it has no superentity.
  public var superentity: String?
  /// The number of objects, without those of subentities.
  public var count: Int
  /// The stored properties that the entity itself declares.
  public var properties: [PropertySummary]
  /// The names of properties that are unique together.
  public var uniquenessConstraints: [[String]]
  /// The names of properties that are indexed together.
  public var indices: [[String]]
  /// The columns of the table that belong to no property.
  public var hiddenColumns: [String]
  /// The numbers of presets; nil if the table has none.
  public var presets: PresetSummary?
}

/// A stored property of an entity, as the file describes it.
public struct PropertySummary: Codable, Sendable {
  /// The name of the property.
  public var name: String
  /// The readable name of the value's type, or the entity at the other end.
  public var type: String
  /// `true` if the value may be nil.
  public var isOptional: Bool
  /// The form of the values in their column; nil for relationships.
  public var form: String?
  /// The property's column; nil if it has none.
  public var column: String?
  /// The SQLite type of the column.
  public var columnType: String?
  /// `true` if large values are in files beside the store.
  public var isExternal: Bool
  /// `true` if full-text search finds the values.
  public var isSearched: Bool
  /// The other end, if the property is a relationship; nil for an attribute.
  public var relationship: RelationshipSummary?
}

/// The other end of a relationship.
public struct RelationshipSummary: Codable, Sendable {
  /// The name of the entity at the other end.
  public var destination: String
  /// The name of the inverse relationship; nil if there is none.
  public var inverse: String?
  /// `true` if the property can reference several objects.
  public var isToMany: Bool
  /// The join table of the relationship; nil if it has none.
  public var joinTable: String?
}

/// The numbers of an entity's objects that are presets, and of those that are not.
public struct PresetSummary: Codable, Hashable, Sendable {
  /// Objects that are presets.
  public var presets: Int
  /// Presets with edited fields.
  public var edited: Int
  /// Deleted presets.
  public var deleted: Int
  /// Objects that are not presets.
  public var others: Int
}

/// The sizes of the parts of a store, in bytes.
public struct StoreSizes: Codable, Sendable {
  /// The size of the database file.
  public var file: Int
  /// The size of the write-ahead log.
  public var log: Int
  /// The size of the files beside the store; ``externalFiles`` is their number.
  public var external: Int
  /// The number of the files beside the store.
  public var externalFiles: Int
  /// The size of the unused pages of the file.
  public var free: Int
  /// The sizes of tables and indices by name; empty if SQLite was built without `dbstat`.
  public var parts: [String: Int]

  /// Returns the size of an entity's table with its indices, links and search; nil if it is not known.
  public func bytes(ofTable table: String) -> Int? {
    let search = "_perennial_search.\(table)."
    let parts = parts.filter { name, _ in
      name == table || name.hasPrefix("\(table).") || name.hasPrefix(search)
    }
    return parts.isEmpty ? nil : parts.values.reduce(0, +)
  }
}

/// The history of a store.
public struct HistorySummary: Codable, Sendable {
  /// The number of transactions.
  public var transactions: Int
  /// The numbers of the first and the last transaction; nil if there are none.
  public var first: Int?
  /// The number of the last transaction; nil if there are none.
  public var last: Int?
  /// The time of the first transaction; nil if there are none.
  public var begin: Date?
  /// The time of the last transaction; nil if there are none.
  public var end: Date?
  /// The authors that contexts have recorded, in alphabetical order.
  public var authors: [String]
  /// The number of preserved values of deleted objects.
  public var tombstones: Int
}
