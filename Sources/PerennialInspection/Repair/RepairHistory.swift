import Foundation
import Perennial
import PerennialRecords

/// The changes of a repair, as the history of a store has them. Programs that have the store open find them there.
struct RepairHistory {
  /// A group of changes; Documentation/FileFormat.md is the contract.
  private struct Group: Encodable {
    let entity: String
    let kind: String
    var properties: [String]?
    var collections: [String]?
    var property: String?
    var keys: [Int64]?
    var pairs: [[Int64]]?
  }

  private struct Object: Hashable {
    let entity: String
    let key: Int64
  }

  private struct Changes: Hashable {
    var properties: Set<String> = []
    var collections: Set<String> = []
  }

  private var changes: [Object: Changes] = [:]
  private var pairs: [[String]: [[Int64]]] = [:]

  /// Notes that a link is removed, before it is.
  mutating func add(_ link: DanglingLink, of store: InspectedStore) throws {
    let relationship = link.relationship
    guard relationship.isJoin else {
      for key in link.keys {
        changes[Object(entity: link.entity, key: key), default: Changes()].properties
          .insert(relationship.property)
      }
      return
    }
    pairs[[relationship.entity, relationship.property], default: []].append(link.keys)
    // The collections of the objects that exist.
    let names = [relationship.property, relationship.inverse]
    for (end, key) in zip(relationship.references.indices, link.keys) {
      let reference = relationship.references[end]
      guard let name = names[end], let entity = try store.entity(of: key, reference) else {
        continue
      }
      changes[Object(entity: entity, key: key), default: Changes()].collections.insert(name)
    }
  }

  /// Enters the changes, inside the transaction that makes them, as an edit of a user.
  func enter(in database: StoreDatabase, author: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(groups), as: UTF8.self)
    let stamp = try database.connection.stamp()
    let process = ProcessInfo.processInfo
    try database.run(
      """
      INSERT INTO \(HistoryTables.transactions) \
      (id, time, author, bundle, process, origin, stamp, device, cause, changes) \
      SELECT 1 + ifnull((SELECT max(id) FROM \(HistoryTables.transactions)), \
      ifnull((SELECT CAST(value AS INTEGER) FROM \(StoreMetadata.table) WHERE key = 'history_floor'), 0)), \
      ?, ?, ?, ?, ?, ?, ?, 'user', ?
      """,
      [
        .real(Date.now.timeIntervalSinceReferenceDate), .text(author), .text(process.processName),
        .text("\(process.processName) \(process.processIdentifier)"),
        .integer(.random(in: 1...Int64.max)), .integer(stamp.time.rawValue),
        .integer(stamp.device.rawValue), .text(text),
      ])
  }

  /// The groups: an object is in one, with all of its changes.
  private var groups: [Group] {
    let updates = Dictionary(grouping: changes) { [$0.key.entity, $0.value] as [AnyHashable] }
      .values.compactMap { members -> Group? in
        guard let first = members.first else { return nil }
        let (properties, collections) = (first.value.properties, first.value.collections)
        return Group(
          entity: first.key.entity, kind: "update",
          properties: properties.isEmpty ? nil : properties.sorted(),
          collections: collections.isEmpty ? nil : collections.sorted(),
          keys: members.map(\.key.key).sorted())
      }
    let links = pairs.map { relationship, pairs in
      Group(entity: relationship[0], kind: "unlink", property: relationship[1], pairs: pairs)
    }
    return (updates + links).sorted {
      ($0.kind, $0.entity, $0.keys?.first ?? 0, $0.property ?? "")
        > ($1.kind, $1.entity, $1.keys?.first ?? 0, $1.property ?? "")
    }
  }
}

extension InspectedStore {
  /// Returns the name of the entity of a row that a column can reference; nil if there is no such row.
  fileprivate func entity(
    of key: Int64, _ reference: StoredRelationship.Reference
  ) throws -> String? {
    let name =
      schema.isShared(reference.table) ? SQLName.entity : SQLName.literal(reference.destination)
    return try database.values(
      """
      SELECT \(name) FROM \(SQLName.quoted(reference.table)) WHERE \(SQLName.primaryKey) = ?
      """, [.integer(key)]
    ).first?.first?.text
  }
}
