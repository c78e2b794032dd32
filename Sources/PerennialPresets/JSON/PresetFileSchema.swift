import Perennial
import PerennialJSON

/// The JSON Schema (draft 2020-12) of the catalog files of some models.
///
/// The schema describes what the reader accepts, as far as a single file shows it. It does not know
/// which IDs exist.
struct PresetFileSchema {
  private let entities: [PresetEntity]

  /// Creates the schema of models.
  ///
  /// - Throws: The errors of encoding the defaults of properties.
  init(_ models: [ModelLayout]) throws {
    entities = try models.reachable.sorted { $0.key < $1.key }.map { try PresetEntity($0.value) }
  }

  /// The text of the schema, which is always the same.
  var text: String { JSONTemplate.text(root) }

  private var root: JSONTemplate {
    .object([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A catalog of presets",
      "type": "object",
      "additionalProperties": false,
      "required": ["catalog", "presets"],
      "properties": .object([
        "$schema": .object(["type": "string"]),
        "catalog": .object([
          "type": "string", "pattern": "^[^/]+$", "description": "The name of the catalog.",
        ]),
        "version": .object([
          "type": "integer", "minimum": 1,
          "description": """
          Counts up with every change. Without one, the file is read whenever the container opens.
          """,
        ]),
        "namespace": .object([
          "type": "string", "minLength": 1,
          "description": "A URI that belongs to the app for ever. It stands before the presets.",
        ]),
        "leavingToUser": byEntity(
          "The properties that belong to the user from the beginning."
        ) { entity in
          .object([
            "type": "array", "uniqueItems": true,
            "items": .object(["enum": .array(entity.fieldNames.map(JSONTemplate.text))]),
          ])
        },
        "presets": byEntity("The presets, by their entities.") { entity in
          .object(["type": "array", "items": reference(entity.name)])
        },
      ]),
      "$defs": .object(
        Dictionary(entities.map { ($0.name, definition($0)) }, uniquingKeysWith: { one, _ in one })),
    ])
  }

  private func byEntity(
    _ description: String, _ value: (PresetEntity) -> JSONTemplate
  ) -> JSONTemplate {
    .object([
      "type": "object", "additionalProperties": false, "description": .text(description),
      "properties": .object(
        Dictionary(entities.map { ($0.name, value($0)) }, uniquingKeysWith: { one, _ in one })),
    ])
  }

  private func reference(_ entity: String) -> JSONTemplate {
    .object(["$ref": .text("#/$defs/\(entity)")])
  }

  // MARK: Entities

  private func definition(_ entity: PresetEntity) -> JSONTemplate {
    let id = JSONTemplate.object(["type": "string", "minLength": 1])
    var properties: [String: JSONTemplate] = [
      PresetEntity.id: .object([
        "type": "string", "minLength": 1,
        "description": """
        Tells the preset, for ever the same. That of a part tells it among those of its owner.
        """,
      ]),
      PresetEntity.formerly: .object([
        "anyOf": [id, .object(["type": "array", "items": id])],
        "description": "The ID that the preset had before, or several of them, the oldest first.",
      ]),
    ]
    for field in entity.fields { properties[field.name] = field.schema(reference) }
    let required = entity.fields.filter(\.isRequired).map(\.name).sorted()
    return .object([
      "type": "object", "additionalProperties": false,
      "required": .array(([PresetEntity.id] + required).map(JSONTemplate.text)),
      "properties": .object(properties),
    ])
  }
}

extension PresetField {
  /// Returns the schema of the property's value in a file.
  fileprivate func schema(_ reference: (String) -> JSONTemplate) -> JSONTemplate {
    var schema: [String: JSONTemplate]
    switch kind {
    case .attribute(let form):
      schema = attributeSchema(form)
      if case .constant(let value) = declaredDefault, let value = JSONTemplate(value, form) {
        schema["default"] = value
      }
      schema["description"] = .text(property.isOptional ? "\(typeName), or null." : "\(typeName).")
    case .toOne, .toMany:
      let target: [JSONTemplate] = [.object(["type": "string"]), reference(typeName)]
      if property.isToMany {
        schema = [
          "type": "array", "uniqueItems": true, "items": .object(["anyOf": .array(target)]),
        ]
        schema["description"] = .text(
          "The IDs of presets of \(typeName), or parts with their values.")
      } else {
        schema = ["anyOf": .array(target)]
        schema["description"] = .text(
          "The ID of a preset of \(typeName), or a part with its values.")
      }
    }
    return .object(property.isOptional ? schema.orNull : schema)
  }

  private func attributeSchema(_ form: StoredForm) -> [String: JSONTemplate] {
    if let choices { return ["enum": .array(choices.compactMap { JSONTemplate($0, form) })] }
    switch form {
    case .bool: return ["type": "boolean"]
    case .double, .float:
      let others: JSONTemplate =
        property.isOptional ? ["Infinity", "-Infinity"] : ["Infinity", "-Infinity", "NaN"]
      var number: [String: JSONTemplate] = ["type": "number"]
      if form == .float {
        number["minimum"] = .number("-\(Float.greatestFiniteMagnitude)")
        number["maximum"] = .number("\(Float.greatestFiniteMagnitude)")
      }
      return ["anyOf": [.object(number), .object(["enum": others])]]
    case .date: return ["type": "string", "format": "date-time"]
    case .text: return ["type": "string"]
    case .url: return ["type": "string", "format": "iri-reference"]
    case .data: return ["type": "string", "contentEncoding": "base64"]
    case .uuid: return ["type": "string", "format": "uuid"]
    case .decimal:
      let digits = "^(NaN|-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?)$"
      return ["type": ["number", "string"], "pattern": .text(digits)]
    case .json: return JSONTemplate.codable(property.wrappedType)
    default:
      let (least, greatest) = form.bounds
      return ["type": "integer", "minimum": .number("\(least)"), "maximum": .number("\(greatest)")]
    }
  }
}

extension [String: JSONTemplate] {
  /// The schema, extended so that it accepts null.
  fileprivate var orNull: Self {
    var schema = self
    if case .array(let choices)? = schema["enum"] {
      schema["enum"] = .array(choices + [.null])
    } else if case .array(let types)? = schema["type"] {
      schema["type"] = .array(types + ["null"])
    } else if let type = schema["type"] {
      schema["type"] = [type, "null"]
    } else if case .array(let schemas)? = schema["anyOf"] {
      schema["anyOf"] = .array(schemas + [.object(["type": "null"])])
    }
    return schema
  }
}
