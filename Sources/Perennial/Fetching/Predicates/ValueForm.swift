import Foundation

/// How values of a Swift type look in SQL, and so which questions SQL can answer about them.
enum ValueForm: Equatable {
  case truth
  /// Signed, or unsigned and narrower than 64 bits, within bounds.
  case integer(ClosedRange<Int64>)
  /// `UInt` and `UInt64`: 64 bits that SQLite takes for a signed number.
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
  /// The raw value of something; how such things are ordered only their type knows.
  case rawValue
  /// The primary key of a model's row, which is of one of some entities.
  case identity(ModelLayout, entities: [String])
  /// A JSON text that is not compared in SQL.
  case json
  /// What only the property's slot can read: a transformer's data, external storage.
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

  /// Whether `<` in SQL is `<` in Swift.
  var isOrdered: Bool {
    switch self {
    case .integer, .real, .single, .date, .text, .uuid, .decimal, .identity: true
    case .truth, .unsigned, .data, .url, .rawValue, .json, .opaque, .pattern: false
    }
  }

  /// Whether `=` in SQL is `==` in Swift.
  var isComparable: Bool { self != .json && self != .opaque }

  /// Whether a value may be a NaN, for which SQL has NULL.
  var isFloatingPoint: Bool {
    switch self {
    case .real, .single, .date: true
    default: false
    }
  }
}

extension ValueForm {
  /// The form of a type that has a column of its own kind, or of an optional of one.
  init?(_ type: any Any.Type) {
    guard let form = Self.known[ObjectIdentifier(type)] else { return nil }
    self = form
  }

  /// The form of a property's column.
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
