import Foundation
import Perennial

extension AppleStore {
  /// Summarizes the store. Reads no object, but counts the rows of each table.
  ///
  /// ```swift
  /// let summary = try appleStore.summary()
  /// print(summary.modelVersions, summary.history?.authors ?? [])
  /// ```
  ///
  /// - Throws: ``AppleStoreError``.
  public func summary() throws -> AppleStoreSummary {
    try snapshot {
      AppleStoreSummary(
        path: url.path, identifier: identifier, frameworkVersion: frameworkVersion,
        modelVersions: model.versionIdentifiers, hasModel: model.source == .cache,
        entities: try model.entities.map(summary), sizes: sizes,
        history: try historySummary(), otherTables: otherTables)
    }
  }

  private func summary(of entity: StoredModel.Entity) throws -> AppleStoreSummary.Entity {
    let inherited = entity.superentity.flatMap { model[$0] }
    let inheritedNames = Set(
      (inherited?.attributes ?? []).map(\.name) + (inherited?.relationships ?? []).map(\.name))
    let attributes = entity.attributes.filter { !inheritedNames.contains($0.name) }
    let relationships = entity.relationships.filter { !inheritedNames.contains($0.name) }
    let former = entity.renamingIdentifier
    return AppleStoreSummary.Entity(
      name: entity.name, className: entity.className, superentity: entity.superentity,
      isAbstract: entity.isAbstract, formerName: former == entity.name ? nil : former,
      versionHash: entity.versionHash.map(Self.hexadecimal),
      count: layout.entities[entity.name] == nil ? nil : try count(of: entity.name),
      properties: attributes.map(AppleStoreSummary.Property.init)
        + relationships.map(AppleStoreSummary.Property.init),
      uniquenessConstraints: entity.uniqueness)
  }

  private func historySummary() throws -> AppleStoreSummary.History? {
    guard hasHistory else { return nil }
    let counts = try database.map(
      "SELECT count(*), min(Z_PK), max(Z_PK), (SELECT count(*) FROM ACHANGE) FROM ATRANSACTION"
    ) { row in (count: row.int64(), first: row.int64(), last: row.int64(), changes: row.int64()) }
    guard let found = counts.first, found.count > 0 else {
      return AppleStoreSummary.History(
        transactions: 0, changes: 0, first: nil, last: nil, begin: nil, end: nil, authors: [])
    }
    let begin = try transactions(limit: 1).first
    let end = try transactions(after: found.last &- 1, limit: 1).first
    return AppleStoreSummary.History(
      transactions: Int(found.count), changes: Int(found.changes), first: found.first,
      last: found.last, begin: begin?.date, end: end?.date, authors: try authors(limit: 100))
  }

  private static func hexadecimal(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private var sizes: AppleStoreSummary.Sizes {
    func size(_ suffix: String) -> Int {
      let attributes = try? FileManager.default.attributesOfItem(atPath: database.path + suffix)
      return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
    return AppleStoreSummary.Sizes(file: size(""), log: size("-wal"))
  }
}

extension AppleStoreSummary.Property {
  fileprivate init(_ attribute: StoredModel.Attribute) {
    let former = attribute.renamingIdentifier
    self.init(
      name: attribute.name, type: attribute.typeName, isOptional: attribute.isOptional,
      formerName: former == attribute.name ? nil : former, isTransient: attribute.isTransient,
      isDerived: attribute.isDerived, transformer: attribute.transformerName,
      elements: attribute.elements.map(Self.init), relationship: nil)
  }

  fileprivate init(_ relationship: StoredModel.Relationship) {
    let former = relationship.renamingIdentifier
    let rule =
      switch relationship.deleteRule {
      case .noAction: "noAction"
      case .nullify: "nullify"
      case .cascade: "cascade"
      case .deny: "deny"
      case .other(let number): "\(number)"
      }
    self.init(
      name: relationship.name, type: relationship.destination,
      isOptional: !relationship.isToMany && relationship.isOptional,
      formerName: former == relationship.name ? nil : former, isTransient: false,
      isDerived: false, transformer: nil, elements: [],
      relationship: AppleStoreSummary.Relationship(
        destination: relationship.destination, inverse: relationship.inverse,
        isToMany: relationship.isToMany, isOrdered: relationship.isOrdered, deleteRule: rule))
  }
}

extension StoredModel.Attribute {
  /// The type of the values, as Swift writes it. Of an enumeration without raw values, its cases.
  fileprivate var typeName: String {
    switch type {
    case .integer(let bits): bits == 64 ? "Int" : "Int\(bits)"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Bool"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .objectID: "object key"
    case .transformable: className ?? "transformable"
    case .composite: enumerationCases.map { "enum \($0.joined(separator: "|"))" } ?? "struct"
    case .other(let number): "type \(number)"
    }
  }
}
