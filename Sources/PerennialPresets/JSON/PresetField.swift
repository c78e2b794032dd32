import Perennial

/// A property that a catalog file can give a value.
// A class, because each preset of a file uses all fields of its entity, and a reference is copied faster.
final class PresetField {
  enum Kind {
    case attribute(StoredForm)
    case toOne
    case toMany
  }

  let property: PropertyLayout
  let kind: Kind
  let declaredDefault: DeclaredDefault
  /// The name of the type in messages.
  let typeName: String
  /// The values of an enumeration, as columns have them; nil for other types.
  let choices: [SQLValue]?
  /// `true` if the type of the property checks and converts the values; see ``ColumnDecoder``.
  let needsCheck: Bool

  var name: String { property.name }

  /// Creates the field of a property; nil if the property isn't stored.
  ///
  /// - Throws: The errors of encoding its default.
  init?(_ property: PropertyLayout) throws {
    self.property = property
    needsCheck = ColumnDecoder.needsCheck(property)
    if property.isRelationship {
      kind = property.isToOne ? .toOne : .toMany
      typeName = property.destinationLayout?.entityName ?? ""
      declaredDefault = .none
      choices = nil
      return
    }
    guard let column = property.column else { return nil }
    let description = ValueDescription(property, column.type)
    kind = .attribute(description.form)
    typeName = description.name
    declaredDefault = try DeclaredDefault(of: property)
    choices = property.isJSON ? nil : property.cases ?? Self.choices(property.wrappedType)
  }

  /// `true` if every preset needs a value in the file.
  ///
  /// A relationship is never required here: the file can specify it at its other end. A default that
  /// differs each time does not make a property required, because the property may be left to the user.
  var isRequired: Bool {
    guard case .attribute = kind, case .none = declaredDefault else { return false }
    return !property.isOptional
  }

  private static func choices(_ type: any Any.Type) -> [SQLValue]? {
    func open<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> [SQLValue] {
      type.allCases.compactMap { ($0.rawValue as? any _Storage.ColumnValue)?._sqlValue.value }
    }
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    let choices = open(type)
    return choices.isEmpty ? nil : choices
  }
}

extension SQLValue {
  /// The value as error messages show it.
  var text: String {
    switch self {
    case .text(let text): "“\(text)”"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .null, .blob: description
    }
  }
}
