import Foundation

/// The behaviour of a property besides its stored form. A program without the classes needs it to
/// delete objects as the classes do. Migrations do not depend on it.
///
/// The metadata contain the rules as JSON under the key `rules`, by entities and the properties that
/// they declare. Default values are left out.
package struct PropertyRule: Codable, Hashable, Sendable {
  /// The delete rule of a relationship; nil for nullify.
  package var deleteRule: Schema.Relationship.DeleteRule?
  /// The minimum and maximum number of related objects; nil for no limit.
  package var minimumModelCount: Int?
  package var maximumModelCount: Int?
  /// `true` if the history preserves the value when the object is deleted; nil for no.
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
      table[layout.entityName] = Dictionary(first: rules.filter { $0.1 != PropertyRule() })
    }
    return table
  }

  static func text(of table: Table) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(table), as: UTF8.self)
  }

  /// Returns the table of a JSON text; nil if the text is not a table of rules.
  static func table(of text: String) -> Table? {
    try? JSONDecoder().decode(Table.self, from: Data(text.utf8))
  }
}
