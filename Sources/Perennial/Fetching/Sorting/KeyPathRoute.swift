/// The route of a key path through to-one relationships to a property, such as `\.owner?.name`.
struct KeyPathRoute {
  enum End {
    case identifier
    case property(PropertyLayout)
  }

  var relationships: [PropertyLayout] = []
  let end: End
}

extension ModelLayout {
  /// Returns the route of a key path from this model.
  ///
  /// Key paths cannot be decomposed. But the description of a longer key path consists of the
  /// descriptions of its components (Swift Evolution 369). A component is described by its name or
  /// by the address of its getter, which distinguishes it from all others. A description of another
  /// shape has no route. Then the function throws an error, and callers proceed without a route.
  func route(_ keyPath: AnyKeyPath) throws(Untranslatable) -> KeyPathRoute {
    if let property = property(at: keyPath) {
      guard !property.isRelationship else { throw Untranslatable("an order by relationship") }
      return KeyPathRoute(end: .property(property))
    }
    if isIdentifier(keyPath) { return KeyPathRoute(end: .identifier) }
    guard let route = route(KeyPathComponents(keyPath).names[...], maximumDepth: 8) else {
      throw Untranslatable("\(entityName)’s \(keyPath), which is not a stored property")
    }
    return route
  }

  private func route(_ names: ArraySlice<String>, maximumDepth: Int) -> KeyPathRoute? {
    guard let name = names.first, maximumDepth > 0,
      let property = properties.first(where: { KeyPathComponents($0.keyPath).names == [name] })
    else { return nil }
    let rest = names.dropFirst()
    if rest.isEmpty {
      return property.isRelationship ? nil : KeyPathRoute(end: .property(property))
    }
    guard property.isToOne, let destination = property.destination else { return nil }
    var route = ModelLayout.of(destination).route(rest, maximumDepth: maximumDepth - 1)
    route?.relationships.insert(property, at: 0)
    return route
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
