#if !canImport(Darwin)
@_spi(Reflection) internal import Swift
#endif

// The parts of structures, for the descriptions of composite attributes.

extension Schema.CompositeAttribute {
  /// Returns the parts of a structure, or nil for a collection. On Apple's platforms, the list is
  /// always empty. On other platforms, the result is also nil for a type that is not a structure.
  static func parts(of type: any Any.Type) -> [Schema.Attribute]? {
    let type = (type as? any OptionalValue.Type)?.wrappedType ?? type
    if type is any Sequence.Type { return nil }
    #if canImport(Darwin)
    return []
    #else
    return fields(of: type)
    #endif
  }

  #if !canImport(Darwin)
  private static func fields(of type: any Any.Type) -> [Schema.Attribute]? {
    guard isStructure(type) else { return nil }
    var parts: [Schema.Attribute] = []
    _ = _forEachField(of: type) { name, _, type, _ in
      parts.append(part(String(cString: name), type))
      return true
    }
    return parts
  }

  private struct Holder<Value> { let value: Value }

  /// Returns `true` if a type is a structure. Reflection reports the kind of a type's fields, but
  /// not the kind of the type itself. Therefore the type is examined as the field of a `Holder`.
  private static func isStructure(_ type: any Any.Type) -> Bool {
    func open<Value>(_ type: Value.Type) -> Bool {
      var isStructure = false
      _ = _forEachField(of: Holder<Value>.self) { _, _, _, kind in
        isStructure = kind == .struct
        return true
      }
      return isStructure
    }
    return _openExistential(type, do: open)
  }

  private static func part(_ name: String, _ type: any Any.Type) -> Schema.Attribute {
    // Only values of encodable types are stored, and only these types may have parts.
    guard type is any Encodable.Type, !(type is any _Storage.ColumnValue.Type),
      let parts = parts(of: type)
    else { return Schema.Attribute(name: name, valueType: type) }
    let attribute = Schema.CompositeAttribute(name: name, valueType: type)
    attribute.properties = parts
    return attribute
  }
  #endif
}
