import Perennial

/// A model and its properties, as a catalog file can describe presets of it.
struct PresetEntity {
  let layout: ModelLayout
  /// The properties by their names.
  let fields: [String: PresetField]

  /// The name of the member with the ID of a preset. A property cannot have this name.
  static let id = "$id"
  /// The name of the member with the former IDs of a preset.
  static let formerly = "$formerly"

  /// Creates the entity of a model.
  ///
  /// - Throws: The errors of encoding the defaults of properties.
  init(_ layout: ModelLayout) throws {
    self.layout = layout
    var fields: [String: PresetField] = [:]
    for property in layout.properties {
      if let field = try PresetField(property) { fields[property.name] = field }
    }
    self.fields = fields
  }

  var name: String { layout.entityName }

  /// The members that an object of a file may have.
  var members: [String] { [Self.id, Self.formerly] + fields.keys.sorted() }
}
