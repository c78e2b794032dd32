import Perennial

/// A property as a catalog file may give it a value.
struct PresetField {
  enum Kind {
    case attribute(StoredForm)
    case toOne
    case toMany
  }

  let property: PropertyLayout
  let kind: Kind
  let declaredDefault: DeclaredDefault
  /// What people call the type.
  let typeName: String
  /// The values that an enumeration has, as columns have them; nil for other types.
  let choices: [SQLValue]?

  var name: String { property.name }

  /// Nil for a property that is not stored.
  ///
  /// - Throws: What encoding its default throws.
  init?(_ property: PropertyLayout) throws {
    self.property = property
    if property.isRelationship {
      kind = property.isToOne ? .toOne : .toMany
      typeName = property.destination.map { ModelLayout.of($0).entityName } ?? ""
      declaredDefault = .none
      choices = nil
      return
    }
    guard let column = property.column else { return nil }
    let description = ValueDescription(property, column.type)
    kind = .attribute(description.form)
    typeName = description.name
    declaredDefault = try property.declaredDefault()
    choices = property.isJSON ? nil : property.cases ?? Self.choices(property.wrappedType)
  }

  /// Whether every preset needs a value in the file.
  ///
  /// A relationship that must not be empty may be given from its other end, and a property whose default
  /// is another one each time may be left to the user.
  var isRequired: Bool {
    guard case .attribute = kind, case .none = declaredDefault else { return false }
    return !property.isOptional
  }

  private static func choices(_ type: any Any.Type) -> [SQLValue]? {
    func open<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> [SQLValue] {
      type.allCases.compactMap { ($0.rawValue as? any _ColumnValue)?._sqlValue.value }
    }
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
    let choices = open(type)
    return choices.isEmpty ? nil : choices
  }
}

extension SQLValue {
  /// The value as a file has it.
  var text: String {
    switch self {
    case .text(let text): "“\(text)”"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .null, .blob: description
    }
  }
}
