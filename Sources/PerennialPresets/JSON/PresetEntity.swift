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

/// The models that a catalog file may name.
struct PresetModels: Sendable {
  private let own: [ModelLayout]

  /// Returns these models, and those that they are related to or inherit from, by the names of their
  /// entities.
  func layouts() -> [String: ModelLayout] {
    var found: [String: ModelLayout] = [:]
    var waiting = own[...]
    while let layout = waiting.popFirst() {
      if found[layout.entityName] != nil { continue }
      found[layout.entityName] = layout
      waiting += layout.properties.compactMap(\.destinationLayout)
      if let above = layout.superlayout { waiting.append(above) }
    }
    return found
  }
}

extension PresetModels {
  init(_ schema: Schema) { own = schema.layouts }

  init(types: [any PersistentModel.Type]) { own = types.map { ModelLayout.of($0) } }
}
