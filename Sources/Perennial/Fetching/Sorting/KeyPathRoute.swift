/// The route of a key path through to-one relationships to a property, such as `\.owner?.name`.
struct KeyPathRoute {
  enum End {
    case identifier
    case property(PropertyLayout)
  }

  var relationships: [PropertyLayout] = []
  let end: End

  /// Creates the route of a key path from a model.
  ///
  /// Key paths cannot be decomposed. But the description of a longer key path consists of the
  /// descriptions of its components (Swift Evolution 369). A component is described by its name or
  /// by the address of its getter, which distinguishes it from all others. A description of another
  /// shape has no route. Then the initialiser throws an error, and callers proceed without a route.
  init(_ keyPath: AnyKeyPath, from layout: ModelLayout) throws(Untranslatable) {
    if let property = layout.property(at: keyPath) {
      guard !property.isRelationship else { throw Untranslatable("an order by relationship") }
      end = .property(property)
      return
    }
    if layout.type.isIdentifier(keyPath) {
      end = .identifier
      return
    }
    let names = KeyPathComponents(keyPath).names
    var properties: [PropertyLayout] = []
    var model = names.count <= 8 ? layout : nil
    for name in names {
      let next = model?.properties.first { KeyPathComponents($0.keyPath).names == [name] }
      guard let next else { break }
      properties.append(next)
      model = next.isToOne ? next.destination.map(ModelLayout.of) : nil
    }
    guard properties.count == names.count, let last = properties.popLast(), !last.isRelationship
    else {
      throw Untranslatable("\(layout.entityName)’s \(keyPath), which is not a stored property")
    }
    relationships = properties
    end = .property(last)
  }
}

extension PersistentModel {
  /// Returns `true` if a key path refers to the model's identifier: `\.persistentModelID`, or
  /// `\.id` unless the model has an `id` of its own.
  static func isIdentifier(_ keyPath: AnyKeyPath) -> Bool {
    guard Swift.type(of: keyPath).valueType == PersistentIdentifier.self else { return false }
    if keyPath == \Self.persistentModelID { return true }
    // A concrete model's key path refers to the default `id`, a generic function's to the
    // requirement.
    let defaultID: KeyPath<Self, PersistentIdentifier> = \Self.id
    let requirement: KeyPath<Self, Self.ID> = \Self.id
    return keyPath == defaultID || keyPath == requirement
  }
}

/// The components of a key path, by their names in its description.
struct KeyPathComponents {
  let names: [String]

  /// Reads a description such as `\Recipe.<computed 0x1f (Owner?)>?.name`.
  init(_ keyPath: AnyKeyPath) {
    var names: [String] = []
    var current = ""
    var depth = 0
    for character in keyPath.debugDescription {
      switch character {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case "." where depth == 0:
        names.append(current)
        current = ""
        continue
      case "?" where depth == 0: continue
      default: break
      }
      current.append(character)
    }
    names.append(current)
    // The first name is the type of the root.
    self.names = Array(names.dropFirst())
  }
}
