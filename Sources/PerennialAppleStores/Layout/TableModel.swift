import Foundation

/// The model and the layouts of a file that has no description of its model.
struct TableModel {
  let model: StoredModel
  let layout: StoreLayout

  /// Makes entities of the rows of `Z_PRIMARYKEY`, and attributes of the columns of their tables.
  ///
  /// - Throws: ``AppleStoreError/Code/otherLayout`` if an entity inherits in a circle, or from too many.
  init(
    _ rows: [EntityNumber], _ metadata: StoreMetadata, in tables: SourceTables, path: String
  ) throws {
    let byNumber = Dictionary(rows.map { ($0.number, $0) }) { first, _ in first }
    var entities: [StoredModel.Entity] = []
    var layouts: [String: EntityLayout] = [:]
    var names: [Int64: String] = [:]
    var attributesByTable: [String: Attributes] = [:]
    for row in rows {
      var (root, steps) = (row, 0)
      while root.superentity != 0, let next = byNumber[root.superentity] {
        (root, steps) = (next, steps + 1)
        guard steps <= StoredModel.greatestDepth else {
          throw AppleStoreError(
            .otherLayout, path: path, table: "Z_PRIMARYKEY", entity: row.name,
            """
            The entity “\(row.name)” inherits in a circle, or from more than \(StoredModel.greatestDepth) entities. The \
            file is damaged.
            """)
        }
      }
      let table = "Z" + root.name.uppercased()
      // The history has numbers, too, but tables of other names.
      guard layouts[row.name] == nil, tables.has(table, all: ["Z_PK", "Z_ENT"]) else { continue }
      // The entities of a hierarchy share the columns of its table.
      let attributes = attributesByTable[table] ?? Self.attributes(of: table, in: tables)
      attributesByTable[table] = attributes
      let entity = StoredModel.Entity(
        name: row.name, className: nil, superentity: byNumber[row.superentity]?.name,
        isAbstract: false, renamingIdentifier: row.name,
        attributes: attributes.attributes, relationships: [], uniqueness: [],
        versionHash: metadata.versionHashes[row.name])
      entities.append(entity)
      names[row.number] = row.name
      layouts[row.name] = EntityLayout(
        entity: entity, number: row.number, table: table, attributes: attributes.layouts,
        relationships: [])
    }
    model = StoredModel(
      entities: entities.sorted { $0.name < $1.name },
      versionIdentifiers: metadata.versionIdentifiers, source: .tables)
    layout = StoreLayout(entities: layouts, names: names)
  }

  /// The attributes that are made of the columns of a table.
  private struct Attributes {
    let layouts: [AttributeLayout]
    let attributes: [StoredModel.Attribute]
  }

  private static func attributes(of table: String, in tables: SourceTables) -> Attributes {
    let columns = (tables.columns[table] ?? []).filter {
      $0.name.hasPrefix("Z") && !["Z_PK", "Z_ENT", "Z_OPT"].contains($0.name)
    }
    let attributes = columns.map { StoredModel.Attribute($0) }
    return Attributes(
      layouts: zip(columns, attributes).map {
        AttributeLayout(attribute: $1, column: $0.name, elements: [])
      }, attributes: attributes)
  }
}

extension StoredModel.Attribute {
  /// Makes an attribute of a column. Its name is that of the column without the `Z`.
  fileprivate init(_ column: SourceTables.Column) {
    let type: StoredModel.AttributeType =
      switch column.type {
      case let type where type.hasPrefix("INTEGER"): .integer(bits: 64)
      case let type where type.hasPrefix("DECIMAL"): .decimal
      case let type where type.hasPrefix("FLOAT"): .double
      case let type where type.hasPrefix("VARCHAR"): .string
      case let type where type.hasPrefix("TIMESTAMP"): .date
      case let type where type.hasPrefix("BLOB"): .data
      default: .other(0)
      }
    let name = String(column.name.dropFirst())
    self.init(
      name: name, type: type, isOptional: true, isTransient: false, isDerived: false,
      className: nil, transformerName: nil, renamingIdentifier: name, defaultValue: nil,
      elements: [], enumerationCases: nil, flags: 0)
  }
}
