import Foundation
import PerennialAppleStores

/// Objects of a file of SwiftData or Core Data with their references, for people or as JSON.
struct AppleObjects {
  private typealias Links = [(name: String, links: [AppleLink])]

  private let rows: [(row: AppleRow, links: Links)]

  /// Reads objects of an entity.
  ///
  /// - Parameter key: The key of the only object to read; nil for those of a page.
  /// - Throws: ``MissingObject``, `AppleStoreError`.
  init(of entity: String, key: Int64?, limit: Int, offset: Int, in store: AppleStore) throws {
    rows = try store.snapshot {
      let rows: [AppleRow]
      if let key {
        guard let row = try store.row(AppleReference(entity: entity, key: key)) else {
          throw MissingObject(entity: entity, key: key, path: store.url.path)
        }
        rows = [row]
      } else {
        rows = try store.rows(of: entity, offset: offset, limit: limit)
      }
      let relationships = (store.model[entity]?.relationships ?? []).filter {
        $0.isToMany && store.hasLinks(of: $0.name, from: entity)
      }
      return try rows.map { row in
        let reference = AppleReference(entity: entity, key: row.key)
        return (
          row, try relationships.map { ($0.name, try store.links(of: $0.name, from: reference)) }
        )
      }
    }
  }

  /// A line for each object.
  var json: [String] { rows.map { $0.row.json(links: $0.links) } }

  /// A line for each property.
  var text: [String] {
    rows.flatMap { row, links in
      var columns = Columns([.left, .left], indent: "  ")
      for field in row.values + row.references {
        let value = field.value == .null ? "" : field.value.description
        columns.add(field.name, RowText.line(value))
      }
      for (name, links) in links {
        let list = links.map { "\($0.target.key)" }.joined(separator: ", ")
        columns.add(name, RowText.line(links.isEmpty ? "0" : "\(links.count): \(list)"))
      }
      return ["\(row.entity) \(row.key)"] + columns.text
    }
  }
}
