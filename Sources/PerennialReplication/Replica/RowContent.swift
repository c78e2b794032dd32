public import PerennialRecords

/// The content of a row, as the merge rules know it: values by the first names of the properties, and the
/// targets of relationships with a join table.
public struct RowContent: Equatable, Sendable {
  /// The values of attributes and to-one relationships.
  public var values: [String: RecordValue]
  /// The targets of to-many relationships that are stored in join tables.
  public var links: [String: Set<RecordName>]
  /// The order keys of these links, as far as they are known.
  public var orders: [String: [RecordName: LinkOrder]] = [:]

  /// Creates the content of a row.
  public init(values: [String: RecordValue] = [:], links: [String: Set<RecordName>] = [:]) {
    self.values = values
    self.links = links
  }

  /// Returns `true` if a value or a link references a record.
  package func references(_ name: RecordName) -> Bool {
    values.values.contains { $0.target == name } || links.values.contains { $0.contains(name) }
  }

  /// Returns the content with other values for some of its properties.
  public func updated(by other: RowContent) -> RowContent {
    var content = self
    content.values.merge(other.values) { $1 }
    content.links.merge(other.links) { $1 }
    for (field, keys) in other.orders {
      content.orders[field, default: [:]].merge(keys) { $0.updated(by: $1) }
    }
    for (field, targets) in other.links {
      let keys = content.orders[field]?.filter { targets.contains($0.key) } ?? [:]
      content.orders[field] = keys.isEmpty ? nil : keys
    }
    return content
  }
}

/// Returns `true` if the row of a record shows a reference to another one in a field.
typealias ReferenceFilter = (_ target: RecordName, _ field: String) throws -> Bool

extension RecordReading<RecordValue> {
  /// Returns the content of the record's row; nil if the record has none, because it was deleted, merged
  /// into another, or retired.
  ///
  /// - Parameter isShown: Returns `true` if a field shows a reference to a record. Others are shown as no value: the
  ///   record may arrive later.
  func content(isShown: ReferenceFilter) rethrows -> RowContent? {
    guard isVisible(hasInboundReferences: false) else { return nil }
    var content = RowContent()
    for field in fields {
      guard let value = value(of: field) else { continue }
      content.values[field] = try value.showing(in: field, isShown)
    }
    for field in linkFields {
      let targets = Set(try links(of: field).filter { try isShown($0, field) })
      content.links[field] = targets
      let keys = orderKeys(of: field).filter { targets.contains($0.key) }
      if !keys.isEmpty { content.orders[field] = keys }
    }
    return content
  }
}

extension RecordValue {
  /// Returns the value, without a reference that the field does not show.
  func showing(in field: String, _ isShown: ReferenceFilter) rethrows -> RecordValue {
    guard let target, try !isShown(target, field) else { return self }
    return .null
  }
}
