import Foundation

/// What a property does, besides how it is kept: what a program that lacks the classes has to know to delete
/// as they do. No migration depends on it.
///
/// The metadata have it as JSON under the key `rules`, by entities and the properties that they declare.
/// Only what is not as it is without being said is there.
package struct PropertyRule: Codable, Hashable, Sendable {
  /// What becomes of related objects; nil for nullify.
  package var deleteRule: Schema.Relationship.DeleteRule?
  /// How many related objects there must be, and may be; nil for no limit.
  package var minimumModelCount: Int?
  package var maximumModelCount: Int?
  /// Whether the value outlives the object, in the history; nil for no.
  package var isPreserved: Bool?

  /// The rules of entities, by their names.
  package typealias Table = [String: [String: PropertyRule]]

  init(_ property: PropertyLayout) {
    deleteRule =
      property.isRelationship && property.deleteRule != .nullify ? property.deleteRule : nil
    func limit(_ count: Int?) -> Int? { count == 0 ? nil : count }
    minimumModelCount = limit(property.relationship?.minimumModelCount)
    maximumModelCount = limit(property.relationship?.maximumModelCount)
    let isPreserved = property.attribute?.options.contains(.preserveValueOnDeletion) == true
    self.isPreserved = isPreserved ? true : nil
  }

  private init() {}

  static func table(of layouts: [ModelLayout]) -> Table {
    var table: Table = [:]
    for layout in layouts {
      let rules = layout.ownProperties.map { ($0.name, PropertyRule($0)) }
      table[layout.entityName] = Dictionary(
        rules.filter { $0.1 != PropertyRule() }, uniquingKeysWith: { first, _ in first })
    }
    return table
  }

  static func text(of table: Table) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(table), as: UTF8.self)
  }

  /// The table of a text; nil if it is none.
  static func table(of text: String) -> Table? {
    try? JSONDecoder().decode(Table.self, from: Data(text.utf8))
  }
}
