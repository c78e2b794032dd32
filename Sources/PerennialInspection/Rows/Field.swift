import Perennial

/// A column of an entity's table, and the meaning of its values.
struct Field {
  enum Kind: Equatable {
    case attribute(StoredForm)
    /// The primary key of another object.
    case reference
    /// The order key of an object among those that refer to the same object.
    case orderKey

    /// The name of the form in messages.
    var name: String {
      switch self {
      case .attribute(let form): form.rawValue
      case .reference: "reference"
      case .orderKey: "order key"
      }
    }
  }

  /// The name of the property, or of a column without a property.
  let name: String
  let column: String
  let kind: Kind
  var isNullable = true
  /// `true` if the value may be in a file beside the store.
  var isExternal = false
  /// `true` if NULL means NaN.
  var nullMeansNaN = false
  /// The recorded cases of an enumeration; nil for other types.
  var cases: RecordedCases?

  /// `true` if documents have the value as JSON.
  var isJSON: Bool { kind == .attribute(.json) }

  /// `true` if the order of the column's values is the order of the property's values.
  var isOrdered: Bool {
    if isExternal { return false }
    return switch kind {
    case .attribute(.json), .attribute(.data), .attribute(.uint64): false
    default: true
    }
  }

  /// `false` if the column has a NOT NULL constraint.
  var canBeNull: Bool {
    switch kind {
    case .attribute(.double), .attribute(.float): true
    default: isNullable
    }
  }
}

extension Field {
  /// Creates the field of an attribute or of a to-one relationship; nil for other properties.
  ///
  /// - Parameter cases: The recorded cases of an enumeration; nil for other types.
  init?(_ property: PropertyDescription, _ cases: RecordedCases?) {
    guard let column = property.column else { return nil }
    name = property.name
    self.column = column.name
    self.cases = cases
    if property.isToOne {
      kind = .reference
    } else {
      kind = .attribute(property.columnForm)
      isNullable = property.isOptional
      isExternal = property.value?.isExternal == true
      nullMeansNaN = property.nullMeansNaN
    }
  }

  /// Creates the field of a column without a property.
  init(hidden column: ColumnDescription, as form: StoredForm? = nil) {
    name = column.name
    self.column = column.name
    kind = .attribute(form ?? StoredForm(columnOf: column.type))
  }
}

extension StoredForm {
  /// The whole numbers of the form; nil for other values, and for UInt64, whose columns have other numbers.
  var range: ClosedRange<Int64>? { self == .bool || self == .uint64 ? nil : integers }
}

extension [ColumnDescription] {
  /// The fields of columns without properties.
  var hiddenFields: [Field] {
    // Preset metadata is JSON.
    map { Field(hidden: $0, as: $0.name == SQLName.preset && $0.type == .text ? .json : nil) }
  }
}
