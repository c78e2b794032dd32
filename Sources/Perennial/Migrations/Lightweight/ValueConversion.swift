/// The conversion of an attribute's values to another type, in SQL.
///
/// A conversion never loses information. If some values cannot be converted, ``refusal`` finds them.
struct ValueConversion {
  /// Returns the SQL expression of the new value from that of the old one.
  private(set) var expression: (String) -> String = { $0 }
  /// Returns an SQL condition that is true for old values that cannot be converted; nil if all can.
  private(set) var refusal: ((String) -> String)?
  /// `true` if the new type must decode each value as a check: it has a raw value, or is stored as JSON.
  private(set) var isChecked = false
  /// `true` if the stored values do not change.
  private(set) var isIdentity = true

  /// Creates the conversion between two types; nil if there is none.
  init?(from old: ValueDescription, to new: ValueDescription) {
    isChecked = new.type != nil && new != old
    if old.isExternal == true || new.isExternal == true {
      guard convertExternal(from: old, to: new) else { return nil }
      return
    }
    if old.form == new.form { return }
    switch (old.form, new.form) {
    case (.float, .double), (.url, .text): return
    case (.text, .url): refuse { "\(ConversionFunction.url($0)) IS NULL" }
    case (.double, .float): refuse { "\(ConversionFunction.float($0)) IS NULL" }
    case (.text, .uuid): convert(by: .uuid)
    case (.uuid, .text): convert(by: .uuidText)
    case (.double, .decimal): convert(by: .decimal)
    case (.decimal, .double): convert(by: .decimalReal)
    default:
      if let source = old.form.integers {
        guard convertIntegers(source, isUnsigned: old.form == .uint64, to: new.form) else {
          return nil
        }
      } else if let target = new.form.integers {
        guard convertToIntegers(old.form, target) else { return nil }
      } else {
        return nil
      }
    }
  }

  /// Plans a move to or from external storage. Values move to external storage unchanged, and become files
  /// when they are next changed.
  private mutating func convertExternal(
    from old: ValueDescription, to new: ValueDescription
  ) -> Bool {
    guard old.form == new.form else { return false }
    if old.isExternal == new.isExternal { return true }
    if new.isExternal == true {
      isIdentity = false
      expression = { ConversionFunction.external($0) }
      return true
    }
    convert(by: .inline)
    if new.form != .data { expression = { "CAST(\(ConversionFunction.inline($0)) AS TEXT)" } }
    return true
  }

  private mutating func refuse(_ condition: @escaping (String) -> String) { refusal = condition }

  private mutating func convert(by function: ConversionFunction) {
    isIdentity = false
    expression = { function($0) }
    refusal = { "\(function($0)) IS NULL" }
  }

  /// Plans the conversion of whole numbers.
  ///
  /// - Parameter isUnsigned: `true` if a negative number stands for a number beyond `Int64.max`.
  private mutating func convertIntegers(
    _ source: ClosedRange<Int64>,
    isUnsigned: Bool,
    to form: StoredForm
  ) -> Bool {
    if let target = form.integers {
      let least = isUnsigned ? max(0, target.lowerBound) : target.lowerBound
      let isWide = least <= source.lowerBound && target.upperBound >= source.upperBound
      if !isWide || isUnsigned {
        refuse { "\($0) NOT BETWEEN \(least) AND \(target.upperBound)" }
      }
      return true
    }
    func beyond(_ column: String) -> String { isUnsigned ? "\(column) < 0 OR " : "" }
    switch form {
    case .double:
      isIdentity = false
      expression = { "CAST(\($0) AS REAL)" }
      // A number near the end of the range becomes 2⁶³, which CAST converts back to the end.
      refuse {
        """
        \(beyond($0))CAST(CAST(\($0) AS REAL) AS INTEGER) <> \($0) \
        OR CAST(\($0) AS REAL) >= 9223372036854775808.0
        """
      }
    case .float:
      isIdentity = false
      expression = { "CAST(\($0) AS REAL)" }
      refuse { "\(beyond($0))\(ConversionFunction.float("CAST(\($0) AS REAL)")) IS NULL" }
    case .decimal:
      convert(by: .decimal)
      refuse { "\(beyond($0))\(ConversionFunction.decimal($0)) IS NULL" }
    default: return false
    }
    return true
  }

  private mutating func convertToIntegers(
    _ form: StoredForm,
    _ target: ClosedRange<Int64>
  ) -> Bool {
    let range = "BETWEEN \(target.lowerBound) AND \(target.upperBound)"
    switch form {
    case .double, .float:
      isIdentity = false
      expression = { "CAST(\($0) AS INTEGER)" }
      refuse { "CAST(\($0) AS INTEGER) <> \($0) OR CAST(\($0) AS INTEGER) NOT \(range)" }
    case .decimal:
      convert(by: .decimalInteger)
      refuse {
        let number = ConversionFunction.decimalInteger($0)
        return "\(number) IS NULL OR \(number) NOT \(range)"
      }
    default: return false
    }
    return true
  }
}
