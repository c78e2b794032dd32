/// The stored form of one entity in a store's file. The file has these descriptions, and a migration
/// compares them.
///
/// In contrast to a ``ModelLayout``, a description needs no Swift types. So the description of a schema
/// that the program no longer has can be read from the file.
package struct EntityDescription: Codable, Hashable, Sendable {
  package let name: String
  /// The first name that the entity ever had. It never changes, and is the name of its records.
  package internal(set) var firstName: String
  package let table: String
  /// The name of the entity that this one inherits from.
  package let superentity: String?
  /// The stored properties that the entity declares itself, in the order of their declaration.
  package internal(set) var properties: [PropertyDescription]
  /// The names of the properties of each uniqueness constraint.
  package let uniquenessConstraints: [[String]]
  /// The names of the properties of each index.
  package let indices: [[String]]

  /// The classes that share the table; only in a description of the shared table. See ``tables(of:)``.
  private(set) var sharing: TableSharing?

  private enum CodingKeys: String, CodingKey {
    case name, firstName, table, superentity, properties, uniquenessConstraints, indices
  }

  package init(_ layout: ModelLayout) {
    name = layout.entityName
    firstName = layout.entityName
    table = layout.tableName
    superentity = layout.superlayout?.entityName
    properties = layout.ownProperties.compactMap { PropertyDescription($0, of: layout) }
    uniquenessConstraints = layout.ownUniquenessConstraints.map { $0.map(\.name) }
    indices = layout.ownIndices.map { $0.map(\.name) }
    keepFirstNames { _ in nil }
  }

  /// Creates the description of a table that several classes share.
  init(
    sharedTableOf root: EntityDescription, properties: [PropertyDescription],
    uniquenessConstraints: [[String]], indices: [[String]], _ sharing: TableSharing
  ) {
    name = root.name
    firstName = root.firstName
    table = root.table
    superentity = nil
    self.properties = properties
    self.uniquenessConstraints = uniquenessConstraints
    self.indices = indices
    self.sharing = sharing
  }

  /// Creates a copy of a description with other descriptions of its properties.
  init(_ entity: EntityDescription, properties: [PropertyDescription]) {
    name = entity.name
    firstName = entity.firstName
    table = entity.table
    superentity = entity.superentity
    self.properties = properties
    uniquenessConstraints = entity.uniquenessConstraints
    indices = entity.indices
  }

  package func property(named name: String) -> PropertyDescription? {
    properties.first { $0.name == name }
  }

  /// Returns the columns of the properties that have one.
  func columns(_ names: [String]) -> [String] {
    names.compactMap { property(named: $0)?.column?.name }
  }

  /// The columns of the texts that full-text search finds.
  var searchedColumns: [String] {
    properties.compactMap { $0.value?.isSearched == true ? $0.column?.name : nil }
  }

  /// Returns `true` if the entity's table has a column of this name, as SQLite compares names.
  func hasColumn(_ name: String) -> Bool {
    let name = name.lowercased()
    return properties.contains {
      $0.column?.name.lowercased() == name
        || $0.relationship?.position?.lowercased() == name
    }
  }
}

// MARK: - Checksum

extension EntityDescription {
  /// A number that differs between descriptions that store objects differently, or that a program has
  /// marked as different by a `hashModifier`.
  ///
  /// The order of the properties and their original names do not affect it.
  package var checksum: String {
    var text = Checksum()
    text.add(name)
    if let superentity {
      text.add("inherits")
      text.add(superentity)
    }
    if let sharing { for entity in sharing.entities.sorted() { text.add("of \(entity)") } }
    for property in properties.sorted(by: { $0.name < $1.name }) { property.add(to: &text) }
    for list in uniquenessConstraints.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      text.add("unique")
      list.forEach { text.add($0) }
    }
    for list in indices.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      text.add("index")
      list.forEach { text.add($0) }
    }
    return text.description
  }
}

extension PropertyDescription {
  fileprivate func add(to text: inout Checksum) {
    text.add(name)
    text.add(isOptional ? "optional" : "required")
    text.add(hashModifier)
    text.add(column?.name)
    text.add(column?.type.rawValue)
    text.add(value?.form.rawValue)
    text.add(value?.type)
    if value?.isExternal == true { text.add("external") }
    if value?.isSearched == true { text.add("searched") }
    text.add(relationship?.destination)
    text.add(relationship?.inverse)
    text.add(relationship.map { $0.isToMany ? "many" : "one" })
    text.add(relationship?.position)
    text.add(relationship?.join?.table)
  }
}

/// A 64-bit Fowler–Noll–Vo hash (FNV-1a), which has the same value on every machine.
package struct Checksum: CustomStringConvertible {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Adds a text, or its absence. A terminator separates it from the next text.
  package mutating func add(_ text: String?) {
    if let text {
      for byte in text.utf8 { add(byte) }
      add(0xFF)
    } else {
      add(0xFE)
    }
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  package var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
