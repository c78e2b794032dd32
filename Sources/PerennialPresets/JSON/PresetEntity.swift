import Perennial

/// A model and its properties, as a catalog file can describe presets of it.
struct PresetEntity {
  let layout: ModelLayout
  /// The properties, in their order.
  let fields: [PresetField]
  /// The numbers of the fields that are relationships.
  let relationships: [Int]
  /// The numbers of the fields by their names.
  private let numbers: [String: Int]

  /// The name of the member with the ID of a preset. A property cannot have this name.
  static let id = "$id"
  /// The name of the member with the former IDs of a preset.
  static let formerly = "$formerly"

  /// Creates the entity of a model.
  ///
  /// - Throws: The errors of encoding the defaults of properties.
  init(_ layout: ModelLayout) throws {
    self.layout = layout
    let fields = try layout.properties.compactMap { try PresetField($0) }
    self.fields = fields
    relationships = fields.indices.filter { fields[$0].property.isRelationship }
    numbers = Dictionary(
      fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var name: String { layout.entityName }

  func number(ofFieldNamed name: String) -> Int? { numbers[name] }

  /// The names of the fields, sorted.
  var fieldNames: [String] { numbers.keys.sorted() }

  /// The members that an object of a file may have.
  var members: [String] { [Self.id, Self.formerly] + fieldNames }
}
