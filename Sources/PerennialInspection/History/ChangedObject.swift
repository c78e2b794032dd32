import Foundation
import Perennial

/// An object that a transaction inserted, updated or deleted, with the values that the file still has.
public struct ChangedObject: Sendable {
  /// A value before or after a transaction.
  public enum Value: Sendable {
    /// The value, which the file still has.
    case known(RowExcerpt.Cell)
    /// The object did not exist: before its insertion, or after its deletion.
    case noObject
    /// The file does not have the value any more, because a later transaction has changed it.
    case changedBy(transaction: Int64)
    /// The file never had the value beside the present one, or does not have the property any more.
    case notStored
  }

  /// The values of one property.
  public struct Change: Sendable {
    /// The name of the property, as it was at the time of the transaction.
    public let property: String
    /// The value before the transaction.
    public let before: Value
    /// The value after the transaction.
    public let after: Value
  }

  /// The primary key of the object.
  public let key: Int64
  /// `true` if the object exists at present.
  public let exists: Bool
  /// The changed properties; of an insertion, all attributes and to-one relationships.
  public let changes: [Change]
}

extension InspectedStore {
  /// Returns the first objects of a group of changes, with the values that the file still has.
  ///
  /// The history has no values but those of deleted objects that their program preserves. A value after a transaction
  /// is the present one if no later transaction of the history has changed it. Changes that have no entry in the
  /// history, such as those of a migration or of another tool, are not noticed.
  ///
  /// ```swift
  /// guard let transaction = try store.transactions(limit: 1)?.first else { return }
  /// for group in transaction.groups {
  ///   let objects = try store.changedObjects(of: group, in: transaction, limit: 100)
  ///   print(group.entity ?? "", objects.map(\.key))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - group: A group of insertions, updates or deletions. Other groups have no values.
  ///   - transaction: The transaction of the group.
  ///   - limit: The largest number of objects.
  /// - Throws: `SwiftDataError.storeFailure`.
  public func changedObjects(
    of group: InspectedTransaction.Group, in transaction: InspectedTransaction, limit: Int
  ) throws -> [ChangedObject] {
    guard let entity = group.entity, group.targets.isEmpty else { return [] }
    let keys = Array(group.keys.prefix(max(0, limit)))
    // The entity may have been removed since.
    let shape = try? shape(ofEntity: entity)
    var present: [Int64: RowExcerpt] = [:]
    if let shape {
      let (condition, bindings) = shape.isOfEntity
      let rows = try excerpts(
        shape, length: 200,
        clauses: "WHERE \(SQLName.primaryKey) IN (SELECT value FROM json_each(?))\(condition)",
        bindings: [.keys(keys)] + bindings)
      for row in rows { present[row.key] = row }
    }
    let preserved = try preservedValues(of: entity, shape, keys, from: transaction.number)
    let later = try laterChanges(of: entity, keys, after: transaction.number)
    let names =
      group.kind == .insert ? (shape?.properties ?? []).map(\.name) : group.properties
    return keys.map { key in
      if group.kind == .delete {
        let values = preserved[Preserved(transaction: transaction.number, key: key)] ?? []
        return ChangedObject(
          key: key, exists: present[key] != nil,
          changes: values.map { .init(property: $0.name, before: .known($0), after: .noObject) })
      }
      let changes = names.map { name in
        ChangedObject.Change(
          property: name, before: group.kind == .insert ? .noObject : .notStored,
          after: after(name, later: later[key] ?? [], present: present[key]) { number in
            preserved[Preserved(transaction: number, key: key)]?.first { $0.name == name }
          })
      }
      return ChangedObject(key: key, exists: present[key] != nil, changes: changes)
    }
  }

  /// Returns the value of a property after a transaction.
  ///
  /// - Parameters:
  ///   - later: The later changes of the object, the first one first.
  ///   - present: The object; nil if it does not exist.
  ///   - preserved: A closure that returns the value that a deletion has preserved.
  private func after(
    _ property: String, later: [LaterChange], present: RowExcerpt?,
    preserved: (Int64) -> RowExcerpt.Cell?
  ) -> ChangedObject.Value {
    let next = later.first { $0.kind != .update || $0.properties.contains(property) }
    if let next {
      if next.kind == .delete, let cell = preserved(next.transaction) { return .known(cell) }
      return .changedBy(transaction: next.transaction)
    }
    guard let cell = present?.cells.first(where: { $0.name == property }) else {
      return .notStored
    }
    return .known(cell)
  }

  // MARK: Reading

  /// A change of an object after a transaction.
  private struct LaterChange {
    let transaction: Int64
    let kind: RowChange.Kind
    let properties: [String]
  }

  /// A deletion of an object.
  private struct Preserved: Hashable {
    let transaction: Int64
    let key: Int64
  }

  /// Returns the changes of objects after a transaction, by key, in the order of the transactions.
  private func laterChanges(
    of entity: String, _ keys: [Int64], after number: Int64
  ) throws -> [Int64: [LaterChange]] {
    let wanted = Set(keys)
    var changes: [Int64: [LaterChange]] = [:]
    try database.rows(
      """
      SELECT id, changes FROM _perennial_history WHERE id > ? AND (instr(changes, ?) > 0 \
      OR instr(changes, '"erase"') > 0 OR instr(changes, '"restore"') > 0) ORDER BY id
      """, [.integer(number), .text("\"\(entity)\"")]
    ) { row in
      let number = row.int64()
      let record = try HistoryRecord(text: row.string(), transaction: number, path: url.path)
      for group in InspectedTransaction.Group.groups(of: record) {
        let change = LaterChange(
          transaction: number, kind: group.kind, properties: group.properties)
        switch group.kind {
        case .erase, .restore: for key in wanted { changes[key, default: []].append(change) }
        case .insert, .update, .delete:
          if group.entity != entity { continue }
          for key in group.keys where wanted.contains(key) {
            changes[key, default: []].append(change)
          }
        case .link, .unlink, .order: break
        }
      }
    }
    return changes
  }

  /// Returns the values of deleted objects that their program preserves, from a transaction on.
  private func preservedValues(
    of entity: String, _ shape: RowShape?, _ keys: [Int64], from number: Int64
  ) throws -> [Preserved: [RowExcerpt.Cell]] {
    guard try hasTable("_perennial_tombstones") else { return [:] }
    var values: [Preserved: [RowExcerpt.Cell]] = [:]
    try database.rows(
      """
      SELECT history, pk, property, value FROM _perennial_tombstones WHERE history >= ? \
      AND entity = ? AND pk IN (SELECT value FROM json_each(?)) ORDER BY history, pk, property
      """, [.integer(number), .text(entity), .keys(keys)]
    ) { row in
      let place = Preserved(transaction: row.int64(), key: row.int64())
      let name = row.string()
      let stored = Result { try row.exactValue() }
      let field = shape?.properties.last { $0.name == name }
      let value: InspectedValue =
        if let field {
          field.readableValue(stored, in: database)
        } else {
          (try? stored.get()).map { InspectedValue.stored(SQLResultValue($0)) }
            ?? .unreadable("the value isn't a valid text")
        }
      values[place, default: []].append(.beginning(of: name, value))
    }
    return values
  }
}

extension RowExcerpt.Cell {
  /// Returns a cell with at most 200 characters or bytes of a value.
  fileprivate static func beginning(of name: String, _ value: InspectedValue) -> RowExcerpt.Cell {
    let length = 200
    switch value {
    case .text(let text) where text.count > length:
      return RowExcerpt.Cell(
        name: name, value: .text(String(text.prefix(length))), fullSize: text.count)
    case .json(let text) where text.count > length:
      return RowExcerpt.Cell(
        name: name, value: .json(String(text.prefix(length))), fullSize: text.count)
    case .data(let data) where data.count > length:
      return RowExcerpt.Cell(name: name, value: .data(data.prefix(length)), fullSize: data.count)
    default: return RowExcerpt.Cell(name: name, value: value, fullSize: nil)
    }
  }
}
