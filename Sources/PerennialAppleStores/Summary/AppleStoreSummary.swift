public import Foundation
import PerennialJSON

/// A summary of a file of SwiftData or Core Data without its objects: its entities, the versions of its model, its sizes
/// and its history.
///
/// ```swift
/// let summary = try AppleStore(contentsOf: url).summary()
/// for entity in summary.entities { print(entity.name, entity.count ?? 0) }
/// ```
public struct AppleStoreSummary: Encodable, Hashable, Sendable {
  /// The path of the store's file.
  public let path: String
  /// The kind of the file, `apple`. A store of Perennial has no such member in its summary.
  public let kind = "apple"
  /// The identifier of the store.
  public let identifier: String
  /// The version of the framework that has written the file last; nil if the file does not have it.
  public let frameworkVersion: Int64?
  /// The identifiers of the model's version.
  public let modelVersions: [String]
  /// `true` if the file has a description of its model. Otherwise the entities are those of its tables.
  public let hasModel: Bool
  /// The entities, in alphabetical order.
  public let entities: [Entity]
  /// The sizes of the files, in bytes.
  public let sizes: Sizes
  /// The history of the store; nil if it has none.
  public let history: History?
  /// The tables that belong to no entity and no relationship, with those of the history.
  public let otherTables: [String]

  /// An entity, as the file describes it.
  public struct Entity: Encodable, Hashable, Sendable {
    /// The name of the entity.
    public let name: String
    /// The name of its class; nil if the file does not have it.
    public let className: String?
    /// The entity from which this one inherits; nil if it has no superentity.
    public let superentity: String?
    /// `true` if the entity itself has no objects, but its subentities do.
    public let isAbstract: Bool
    /// The name of the entity in an earlier version of the model; nil if it has kept it.
    public let formerName: String?
    /// The hash of the entity's version, in hexadecimal digits; nil if the file does not have it.
    public let versionHash: String?
    /// The number of objects, without those of subentities; nil if the file has no table of the entity.
    public let count: Int?
    /// The attributes and relationships that the entity itself declares.
    public let properties: [Property]
    /// The names of properties that are unique together.
    public let uniquenessConstraints: [[String]]
  }

  /// An attribute or a relationship, as the file describes it.
  public struct Property: Encodable, Hashable, Sendable {
    /// The name of the property.
    public let name: String
    /// The type of the values, as Swift writes it, or the entity that a relationship references.
    public let type: String
    /// `true` if the value may be nil.
    public let isOptional: Bool
    /// The name of the property in an earlier version of the model; nil if it has kept it.
    public let formerName: String?
    /// `true` if the property has no column.
    public let isTransient: Bool
    /// `true` if the framework computes the value of others.
    public let isDerived: Bool
    /// The value transformer of a transformable attribute; nil for other properties.
    public let transformer: String?
    /// The elements of a composite attribute; empty for other properties.
    public let elements: [Property]
    /// The other end, if the property is a relationship; nil for an attribute.
    public let relationship: Relationship?
  }

  /// The other end of a relationship.
  public struct Relationship: Encodable, Hashable, Sendable {
    /// The name of the entity at the other end.
    public let destination: String
    /// The name of the inverse relationship; nil if there is none.
    public let inverse: String?
    /// `true` if the property can reference several objects.
    public let isToMany: Bool
    /// `true` if the references have an order.
    public let isOrdered: Bool
    /// The effect of a deletion: `noAction`, `nullify`, `cascade`, `deny`, or the number of a rule that this version does
    /// not know.
    public let deleteRule: String
  }

  /// The sizes of a store's files, in bytes.
  public struct Sizes: Encodable, Hashable, Sendable {
    /// The size of the file.
    public let file: Int
    /// The size of the write-ahead log.
    public let log: Int
  }

  /// The transactions of a store.
  public struct History: Encodable, Hashable, Sendable {
    /// The number of transactions.
    public let transactions: Int
    /// The number of changed objects in all transactions.
    public let changes: Int
    /// The number of the first transaction; nil if there are none.
    public let first: Int64?
    /// The number of the last transaction; nil if there are none.
    public let last: Int64?
    /// The time of the first transaction; nil if there are none.
    public let begin: Date?
    /// The time of the last transaction; nil if there are none.
    public let end: Date?
    /// The authors of the transactions, in alphabetical order. At most 100.
    public let authors: [String]
  }
}

extension AppleStoreSummary.History {
  private enum CodingKeys: String, CodingKey {
    case transactions, changes, first, last, begin, end, authors
  }

  /// Encodes the history. Times are ISO 8601, also with encoders that have another strategy; a time outside of the years 1
  /// to 9999 is a text with the seconds since 2001.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(transactions, forKey: .transactions)
    try container.encode(changes, forKey: .changes)
    try container.encodeIfPresent(first, forKey: .first)
    try container.encodeIfPresent(last, forKey: .last)
    try container.encodeIfPresent(begin.map(Self.text), forKey: .begin)
    try container.encodeIfPresent(end.map(Self.text), forKey: .end)
    try container.encode(authors, forKey: .authors)
  }

  // A damaged file may have any number, with which Foundation's formats end the program.
  private static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    return DateText.text(seconds) ?? "\(seconds)"
  }
}
