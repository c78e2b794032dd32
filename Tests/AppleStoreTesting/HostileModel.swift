package import PerennialAppleStores

/// A model whose names are none in Swift, are words of the language, hide types, or would add text to a source.
package enum HostileModel {
  /// Names of entities, attributes and elements.
  package static let names = [
    "", "_", "__x", "1", "9 lives", "a b", "a-b", "a_b", "A_B", "Any", "Type", "Protocol", "Self",
    "self", "init", "class", "default", "in", "Data", "Date", "URL", "String", "Int", "Swift",
    "Foundation", "SwiftData", "Perennial", "Model", "Attribute", "Relationship", "Schema",
    "StoreSchema", "Codable", "persistentModelID", "modelContext", "isDeleted", "hasChanges",
    "hash", "hashValue", "description", "id", "backticks`", "quote\"", "back\\slash", "(\\(1 + 1))",
    "} enum Evil {", "x\n}\nprint(1)", "x\r// y", "/* open", "*/", "\u{0}", "\u{202E}abc", "🚲",
    "été", "数", "e\u{301}", String(repeating: "long", count: 100), "Book", "book", "BOOK",
  ]

  /// The model: an entity for each name, each with an attribute or relationship for each name.
  package static var model: StoredModel {
    let attributes = names.enumerated().map { index, name in
      attribute(
        name, index.isMultiple(of: 5) ? .composite : index.isMultiple(of: 3) ? .date : .string,
        isOptional: index.isMultiple(of: 2), value: .text(name),
        elements: index.isMultiple(of: 5) ? names.map { attribute($0, .string) } : [])
    }
    let entities = names.enumerated().map { index, name in
      StoredModel.Entity(
        name: name, className: name, superentity: name == "book" ? "Book" : nil,
        isAbstract: index.isMultiple(of: 7), renamingIdentifier: "\(name)\n",
        attributes: (index == 3 || ["Book", "book"].contains(name) ? attributes : [])
          .sorted { $0.name < $1.name },
        relationships: index == 3 || ["Book", "book"].contains(name) ? [] : relationships(of: name),
        uniqueness: index == 3 ? names.map { [$0] } + [Array(names.prefix(3))] : [],
        versionHash: nil)
    }
    return StoredModel(
      entities: entities.sorted { $0.name < $1.name }, versionIdentifiers: ["1.0\n}", "x"],
      source: .cache)
  }

  private static func relationships(of entity: String) -> [StoredModel.Relationship] {
    let (index, count) = (names.firstIndex(of: entity) ?? 0, names.count)
    let (before, after) = (names[(index + count - 1) % count], names[(index + 1) % count])
    return [
      relationship("to \(after)", to: after, inverse: "from \(entity)", isToMany: true),
      relationship("from \(before)", to: before, inverse: "to \(entity)", isToMany: false),
      relationship("self", to: entity, inverse: "self", isToMany: true),
      relationship("lost", to: "An entity that is not there\n}", inverse: nil, isToMany: false),
    ].sorted { $0.name < $1.name }
  }

  private static func relationship(
    _ name: String, to destination: String, inverse: String?, isToMany: Bool
  ) -> StoredModel.Relationship {
    StoredModel.Relationship(
      name: name, destination: destination, inverse: inverse, isToMany: isToMany,
      isOrdered: false, isOptional: true, minimumCount: 0, maximumCount: isToMany ? 0 : 1,
      deleteRule: .other(9), renamingIdentifier: name)
  }

  private static func attribute(
    _ name: String, _ type: StoredModel.AttributeType, isOptional: Bool = true,
    value: AppleValue? = nil, elements: [StoredModel.Attribute] = []
  ) -> StoredModel.Attribute {
    StoredModel.Attribute(
      name: name, type: type, isOptional: isOptional, isTransient: false, isDerived: false,
      className: name, transformerName: name, renamingIdentifier: "\(name)\"",
      defaultValue: value, elements: elements, enumerationCases: nil, flags: 0)
  }
}
