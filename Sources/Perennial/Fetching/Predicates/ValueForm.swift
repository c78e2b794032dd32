import Foundation

/// The representation of a Swift type's values in SQL. It determines the comparisons that SQL can
/// evaluate.
enum ValueForm: Equatable {
  case truth
  /// Integers within bounds. Signed, or unsigned and narrower than 64 bits.
  case integer(ClosedRange<Int64>)
  /// `UInt` and `UInt64`: 64 bits that SQLite treats as a signed number.
  case unsigned
  case real
  /// `Float`: REAL, but arithmetic in SQL would be more precise than Swift's.
  case single
  /// Seconds since 2001.
  case date
  case text
  case data
  case uuid
  case decimal
  case url
  /// The raw value of a type. Only the type itself defines an order of its values.
  case rawValue
  /// The primary key of a model's row. The row is of one of the entities.
  case identity(ModelLayout, entities: [String])
  /// A JSON text that is not compared in SQL.
  case json
  /// A value that only the property's slot can read: a transformer's data, external storage.
  case opaque
  /// The text of a ``_TextPattern``.
  case pattern(TextRelation)

  static func == (lhs: ValueForm, rhs: ValueForm) -> Bool {
    switch (lhs, rhs) {
    case (.truth, .truth), (.unsigned, .unsigned), (.real, .real), (.single, .single),
      (.date, .date), (.text, .text), (.data, .data), (.uuid, .uuid), (.decimal, .decimal),
      (.url, .url), (.rawValue, .rawValue), (.json, .json),
      (.opaque, .opaque):
      true
    case (.integer(let left), .integer(let right)): left == right
    case (.identity(let left, _), .identity(let right, _)): left.root === right.root
    default: false
    }
  }

  /// `true` if `<` in SQL has the result of `<` in Swift.
  var isOrdered: Bool {
    switch self {
    case .integer, .real, .single, .date, .text, .uuid, .decimal, .identity: true
    case .truth, .unsigned, .data, .url, .rawValue, .json, .opaque, .pattern: false
    }
  }

  /// `true` if `=` in SQL has the result of `==` in Swift.
  var isComparable: Bool { self != .json && self != .opaque }
}

extension ValueForm {
  /// Creates the form of a type with its own kind of column, or of an optional of such a type. The
  /// result is nil for other types.
  init?(_ type: any Any.Type) {
    guard let form = Self.known[ObjectIdentifier(type)] else { return nil }
    self = form
  }

  /// Creates the form of a property's column.
  init(_ property: PropertyLayout) {
    if property.isJSON {
      self = .json
    } else if !property.isComparable {
      self = .opaque
    } else {
      self = ValueForm(property.valueType) ?? .rawValue
    }
  }

  private static let known: [ObjectIdentifier: ValueForm] = {
    var forms: [ObjectIdentifier: ValueForm] = [:]
    func add<Value>(_ type: Value.Type, _ form: ValueForm) {
      forms[ObjectIdentifier(type)] = form
      forms[ObjectIdentifier(Value?.self)] = form
    }
    func addInteger<Value: FixedWidthInteger>(_ type: Value.Type) {
      add(type, .integer(Int64(Value.min)...Int64(Value.max)))
    }
    add(Bool.self, .truth)
    addInteger(Int.self)
    addInteger(Int8.self)
    addInteger(Int16.self)
    addInteger(Int32.self)
    addInteger(Int64.self)
    addInteger(UInt8.self)
    addInteger(UInt16.self)
    addInteger(UInt32.self)
    add(UInt.self, .unsigned)
    add(UInt64.self, .unsigned)
    add(Double.self, .real)
    add(CGFloat.self, .real)
    add(Float.self, .single)
    add(Date.self, .date)
    add(String.self, .text)
    add(Data.self, .data)
    add(UUID.self, .uuid)
    add(Decimal.self, .decimal)
    add(URL.self, .url)
    return forms
  }()
}
