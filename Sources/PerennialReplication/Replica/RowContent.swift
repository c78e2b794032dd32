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

extension RecordReading<RecordValue> {
  /// Returns the content of the record's row; nil if the record has none, because it was deleted, merged
  /// into another, or retired.
  ///
  /// - Parameter isPresent: Returns `true` if a record has a row. A reference to a record without a row is
  ///   shown as no value: its target may arrive later.
  func content(isPresent: (RecordName) throws -> Bool) rethrows -> RowContent? {
    guard isVisible(hasInboundReferences: false) else { return nil }
    var content = RowContent()
    for field in fields {
      guard let value = value(of: field) else { continue }
      content.values[field] = try value.showing(isPresent)
    }
    for field in linkFields {
      let targets = Set(try links(of: field).filter(isPresent))
      content.links[field] = targets
      let keys = orderKeys(of: field).filter { targets.contains($0.key) }
      if !keys.isEmpty { content.orders[field] = keys }
    }
    return content
  }
}

extension RecordValue {
  /// Returns the value, without a reference to a record that has no row.
  func showing(_ isPresent: (RecordName) throws -> Bool) rethrows -> RecordValue {
    guard let target, try !isPresent(target) else { return self }
    return .null
  }
}
