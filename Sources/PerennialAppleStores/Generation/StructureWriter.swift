import Perennial

/// Writes the Codable types of composite attributes.
struct StructureWriter {
  /// The declarations, in the order in which they are needed.
  private(set) var declarations: [String] = []
  /// The elements that the declarations do not have.
  private(set) var remarks: [String] = []

  /// Returns the type of an attribute's values, without a question mark; nil if there is none.
  ///
  /// - Parameter base: The name for a composite type, without the name of the attribute.
  mutating func type(
    of attribute: StoredModel.Attribute, _ base: String, _ names: inout ModelNames
  ) -> String? {
    switch attribute.type {
    case .integer(let bits): bits == 64 ? "Int" : "Int\(bits)"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Bool"
    case .date: "Date"
    case .data: "Data"
    case .uuid: "UUID"
    case .url: "URL"
    case .transformable: attribute.recordedType?.text ?? "Data"
    case .composite: composite(attribute, base: base, &names)
    case .objectID, .other: nil
    }
  }

  private mutating func composite(
    _ attribute: StoredModel.Attribute, base: String, _ names: inout ModelNames
  ) -> String? {
    guard !attribute.elements.isEmpty else { return nil }
    let part = SwiftText.identifier(attribute.name, prefix: "Value")
    let name = names.type(base + part.prefix(1).uppercased() + part.dropFirst(), "Value")
    let place = declarations.count
    let text =
      attribute.enumerationCases == nil
      ? structure(name, of: attribute, &names) : enumeration(name, of: attribute, &names)
    guard let text else { return nil }
    // Before the types of its elements.
    declarations.insert(text, at: place)
    return name
  }

  private mutating func structure(
    _ name: String, of attribute: StoredModel.Attribute, _ names: inout ModelNames
  ) -> String? {
    let members = ModelNames.members(attribute.elements.map(\.name))
    let hasRawValue = attribute.rawElement != nil
    var lines = [
      "struct \(name): \(hasRawValue ? "RawRepresentable, " : "")Codable, Hashable {"
    ]
    var keys: [String] = []
    var missing: [String] = []
    for (member, element) in zip(members, attribute.elements) {
      guard let type = type(of: element, name, &names) else {
        missing.append(element.name)
        continue
      }
      let isOptional = element.isOptional && !hasRawValue
      lines.append("  var \(SwiftText.escaped(member)): \(type)\(isOptional ? "?" : "")")
      let key = SwiftText.escaped(member)
      keys.append(
        member == element.name ? key : "\(key) = \(SwiftText.literal(element.name))")
    }
    guard lines.count > 1 else { return nil }
    remarks += missing.map { element in
      "\(name) has no property for the element \(SwiftText.literal(element)), which has a type that Swift cannot "
        + "express."
    }
    if keys.contains(where: { $0.contains(" = ") }) {
      lines += ["", "  enum CodingKeys: String, CodingKey {"]
      lines += keys.map { "    case \($0)" } + ["  }"]
    }
    return (lines + ["}"]).joined(separator: "\n")
  }

  /// Writes an enumeration without raw values. An element of the composite is a case: a text, or a composite with the
  /// values of the case.
  private mutating func enumeration(
    _ name: String, of attribute: StoredModel.Attribute, _ names: inout ModelNames
  ) -> String? {
    let members = ModelNames.members(attribute.elements.map(\.name))
    var lines = ["enum \(name): Codable, Hashable {"]
    for (member, element) in zip(members, attribute.elements) {
      // The file's name is the key by which the case is decoded.
      guard member == element.name else { return nil }
      guard element.type == .composite else {
        lines.append("  case \(SwiftText.escaped(member))")
        continue
      }
      var values: [String] = []
      for (index, value) in element.elements.enumerated() {
        guard let type = type(of: value, name, &names) else { return nil }
        let label = SwiftText.identifier(value.name, prefix: "value")
        // The only value of a case tells that it is this case. The file says of each other one that it may be nil.
        let mark = value.isOptional && element.elements.count > 1 ? "?" : ""
        if value.name == "_\(index)" {
          values.append(type + mark)
        } else if label == value.name {
          values.append("\(SwiftText.escaped(label)): \(type)\(mark)")
        } else {
          return nil
        }
      }
      let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
      lines.append("  case \(SwiftText.escaped(member))\(list)")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}

extension StoredModel.Attribute {
  /// The type of a transformable attribute's values without a question mark; nil if it is not known.
  var recordedType: SwiftTypeName? {
    guard type == .transformable else { return nil }
    let type = className.flatMap(SwiftTypeName.init)
    return type?.wrapped ?? type
  }

  /// `true` if an object may lack a value, by the attribute or by its recorded type.
  var mayBeNil: Bool {
    isOptional || type == .transformable && className.flatMap(SwiftTypeName.init)?.wrapped != nil
  }

  /// `false` if a structure cannot have the attribute, because Swift has no type for its values.
  var isExpressible: Bool {
    switch type {
    case .objectID, .other: false
    case .composite: enumerationCases != nil || elements.contains { $0.isExpressible }
    default: true
    }
  }

  /// The element of a composite that stands for a type with a raw value; nil for other attributes.
  var rawElement: StoredModel.Attribute? {
    guard type == .composite, enumerationCases == nil, elements.count == 1,
      elements[0].name == "rawValue"
    else { return nil }
    return elements[0]
  }

  /// `true` if Swift encodes a type whose raw value is the attribute as that value alone.
  ///
  /// The standard library does so for texts, numbers and Boolean values. A type with another raw value is encoded as a
  /// structure, which has the member `rawValue`.
  var isEncodedAlone: Bool {
    if type == .composite { return false }
    switch storedForm {
    case .bool, .text, .double, .float: return true
    case let form?: return form.integers != nil
    case nil: return false
    }
  }
}
