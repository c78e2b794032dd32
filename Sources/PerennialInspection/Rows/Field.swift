import Foundation
import Perennial
import PerennialRecords

/// A column of an entity's table, and the meaning of its values.
struct Field {
  enum Kind: Equatable {
    case attribute(StoredForm)
    /// The primary key of another object.
    case reference
    /// The order key of an object among those that refer to the same object.
    case orderKey
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
}

// MARK: - From the column

extension Field {
  /// Returns the value of a column, or the reason why the column or its file cannot be read.
  func readableValue(
    _ stored: Result<SQLValue, any Error>, in database: StoreDatabase
  ) -> InspectedValue {
    do {
      return try value(stored.get(), in: database)
    } catch {
      return .unreadable((error as? SwiftDataError)?.explanation ?? "\(error)")
    }
  }

  /// Returns the value of a property from the value of its column.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile``, if the value's file is missing.
  func value(_ stored: SQLValue, in database: StoreDatabase) throws -> InspectedValue {
    if case .null = stored {
      guard nullMeansNaN else { return isNullable ? .null : .stored(.null) }
      return kind == .attribute(.float) ? .float(.nan) : .double(.nan)
    }
    guard isExternal else { return value(stored) ?? .stored(StoredValue(stored)) }
    guard case .blob(let column) = stored else { return .stored(StoredValue(stored)) }
    guard let content = try database.externalValue(column) else {
      return .unreadable("the column has neither a value nor a file name")
    }
    return externalValue(content) ?? .stored(.blob(content))
  }

  /// Returns the value of the bytes in external storage; nil if they do not have the property's form.
  private func externalValue(_ content: Data) -> InspectedValue? {
    switch kind {
    case .attribute(.data): return .data(content)
    case .attribute(.text): return String(validating: content, as: UTF8.self).map { .text($0) }
    case .attribute(.json):
      return String(validating: content, as: UTF8.self).flatMap { Self.json($0) }
    default: return nil
    }
  }

  /// Returns the value of a column; nil if it does not have the property's form.
  private func value(_ stored: SQLValue) -> InspectedValue? {
    switch (kind, stored) {
    case (.reference, .integer(let key)), (.orderKey, .integer(let key)): return .key(key)
    case (.attribute(let form), .integer(let integer)): return Self.value(integer, form)
    case (.attribute(.double), .real(let real)): return .double(real)
    case (.attribute(.float), .real(let real)):
      return Double(Float(real)) == real ? .float(Float(real)) : nil
    case (.attribute(.date), .real(let real)):
      return .date(Date(timeIntervalSinceReferenceDate: real))
    case (.attribute(.text), .text(let text)): return Self.isStoredForm(text) ? .text(text) : nil
    case (.attribute(.url), .text(let text)):
      return Self.isStoredForm(text) && URL(string: text) != nil ? .url(text) : nil
    case (.attribute(.json), .text(let text)): return Self.json(text)
    case (.attribute(.data), .blob(let data)): return .data(data)
    case (.attribute(.uuid), .blob(let data)):
      return data.count == 16
        ? .uuid(data.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) }) : nil
    case (.attribute(.decimal), .blob(let data)):
      return data.withUnsafeBytes(OrderedDecimal.decode).flatMap { decimal in
        Data(OrderedDecimal.encode(decimal)) == data ? .decimal(decimal) : nil
      }
    default: return nil
    }
  }

  private static func value(_ integer: Int64, _ form: StoredForm) -> InspectedValue? {
    switch form {
    case .bool: integer == 0 || integer == 1 ? .bool(integer == 1) : nil
    case .uint64: .unsigned(UInt64(bitPattern: integer))
    default: form.range?.contains(integer) == true ? .integer(integer) : nil
    }
  }

  /// Returns `true` if a text is in the normalisation form that columns use.
  private static func isStoredForm(_ text: String) -> Bool {
    text.storedForm.utf8.elementsEqual(text.utf8)
  }

  /// Returns the value of JSON text that documents can contain unchanged. Nil for text that an import would
  /// read as nil, or as a stored value of another form.
  private static func json(_ text: String) -> InspectedValue? {
    guard JSONReader.isValue(text), text != "null" else { return nil }
    let isTaken = text.utf8.contains(UInt8(ascii: "$")) && (try? StoredValue(json: text)) != nil
    return isTaken ? nil : .json(text)
  }
}

extension StoredForm {
  /// The whole numbers of the form; nil for other values, and for UInt64, whose columns have other numbers.
  package var range: ClosedRange<Int64>? { self == .bool || self == .uint64 ? nil : integers }
}

// MARK: - To the column

/// A value of a document that does not fit its property, and the reason.
struct ImportIssue: Error {
  let reason: String
}

extension Field {
  /// Returns the column value for a value of a document. A large value may be written to a file.
  ///
  /// - Throws: ``ImportIssue``, ``SwiftDataError/storeFailure``.
  func column(_ value: PlainValue, in database: StoreDatabase) throws -> SQLValue {
    let content = try content(value)
    guard isExternal, case .blob(let data) = content else { return content }
    return .blob(try database.externalColumn(of: data))
  }

  /// Returns the column value for a value of a document; with external storage, the bytes of the value.
  ///
  /// - Throws: ``ImportIssue``.
  func content(_ value: PlainValue) throws -> SQLValue {
    let content = try uncheckedContent(value)
    if let cases, let recorded = RecordedCase(content), !cases.all.contains(recorded) {
      throw ImportIssue(reason: "\(content) is not one of the recorded cases: \(cases.list)")
    }
    return content
  }

  private func uncheckedContent(_ value: PlainValue) throws -> SQLValue {
    if case .stored(let stored) = value {
      if isExternal, stored.blob == nil { throw ImportIssue(reason: "“$blob” was expected") }
      return stored.sqlValue
    }
    if value == .null {
      if isNullable, !nullMeansNaN { return .null }
      throw ImportIssue(
        reason: nullMeansNaN ? "write “NaN” for a missing number" : "a value is required")
    }
    let stored = try column(value)
    guard isExternal else { return stored }
    switch stored {
    case .blob: return stored
    case .text(let text): return .blob(Data(text.utf8))
    default: throw issue(value, "a value that external storage can hold")
    }
  }

  private func column(_ value: PlainValue) throws -> SQLValue {
    switch kind {
    case .reference, .orderKey: .integer(try integer(value, "a key"))
    case .attribute(.bool): .integer(try bool(value) ? 1 : 0)
    case .attribute(.uint64): .integer(Int64(bitPattern: try integer(value, "a whole number")))
    case .attribute(.double), .attribute(.float): try real(value)
    case .attribute(.date): try date(value)
    case .attribute(.text):
      // Only values that SQLite compares are normalised.
      .text(isExternal ? try string(value) : try string(value).storedForm)
    case .attribute(.url): try url(value)
    case .attribute(.data):
      .blob(try expect(Data(base64Encoded: string(value)), "data in Base64", value))
    case .attribute(.uuid):
      try expect(UUID(uuidString: string(value)), "a UUID", value)._sqlValue.value
    case .attribute(.decimal): try decimal(value)
    case .attribute(.json): try json(value)
    case .attribute(let form):
      .integer(try whole(value, form.range ?? Int64.min...Int64.max))
    }
  }

  private func issue(_ value: PlainValue, _ what: String) -> ImportIssue {
    let text = value.text
    let excerpt = text.count > 80 ? "\(text.prefix(80))…" : text
    return ImportIssue(reason: "\(what) was expected, not “\(excerpt)”")
  }

  /// Returns what a value was read as.
  private func expect<Result>(
    _ result: Result?, _ what: String, _ value: PlainValue
  ) throws -> Result {
    guard let result else { throw issue(value, what) }
    return result
  }

  private func string(_ value: PlainValue) throws -> String {
    guard case .string(let text) = value else { throw issue(value, "a text") }
    return text
  }

  private func bool(_ value: PlainValue) throws -> Bool {
    switch value {
    case .bool(let bool): bool
    case .string("true"): true
    case .string("false"): false
    default: throw issue(value, "true or false")
    }
  }

  private func integer<Integer: FixedWidthInteger>(
    _ value: PlainValue, _ what: String
  ) throws -> Integer {
    guard case .number(let text) = value.numeric else { throw issue(value, what) }
    return try expect(Integer(text), what, value)
  }

  private func whole(_ value: PlainValue, _ range: ClosedRange<Int64>) throws -> Int64 {
    let what = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let integer: Int64 = try integer(value, what)
    guard range.contains(integer) else { throw issue(value, what) }
    return integer
  }

  private func real(_ value: PlainValue) throws -> SQLValue {
    switch value {
    case .string("NaN"):
      guard nullMeansNaN else {
        throw ImportIssue(reason: "an optional number cannot be NaN")
      }
      return .null
    case .string("Infinity"): return .real(.infinity)
    case .string("-Infinity"): return .real(-.infinity)
    case .number(let text), .string(let text):
      let isFloat = kind == .attribute(.float)
      guard let real = isFloat ? Float(text).map(Double.init) : Double(text), real.isFinite else {
        throw issue(value, isFloat ? "a number in the range of Float" : "a number")
      }
      return .real(real)
    default: throw issue(value, "a number")
    }
  }

  private func date(_ value: PlainValue) throws -> SQLValue {
    switch value {
    case .string("Infinity"): return .real(.infinity)
    case .string("-Infinity"): return .real(-.infinity)
    case .string(let text), .number(let text):
      guard let seconds = DateText.seconds(text) ?? Double(text), seconds.isFinite else {
        throw issue(value, "a date such as 2026-01-31T23:59:59Z, or seconds since 2001")
      }
      return .real(seconds)
    default: throw issue(value, "a date")
    }
  }

  private func url(_ value: PlainValue) throws -> SQLValue {
    let text = try string(value).storedForm
    guard URL(string: text) != nil else { throw issue(value, "a URL") }
    return .text(text)
  }

  private func decimal(_ value: PlainValue) throws -> SQLValue {
    guard case .number(let text) = value.numeric else { throw issue(value, "a decimal number") }
    if text == "NaN" { return .blob(Data(OrderedDecimal.encode(.nan))) }
    guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }),
      let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !decimal.isNaN
    else { throw issue(value, "a decimal number") }
    return .blob(Data(OrderedDecimal.encode(decimal)))
  }

  private func json(_ value: PlainValue) throws -> SQLValue {
    guard case .json(let text) = value, JSONReader.isValue(text) else {
      throw issue(value, "JSON")
    }
    return .text(text)
  }
}

extension PlainValue {
  /// The value with a text converted to a number.
  fileprivate var numeric: PlainValue {
    if case .string(let text) = self { .number(text) } else { self }
  }
}

extension RecordedCases {
  /// The first cases, for a message.
  var list: String {
    let first = all.prefix(20).map(\.value.description).joined(separator: ", ")
    return all.count > 20 ? "\(first), …" : first
  }
}

extension StoredValue {
  fileprivate var blob: Data? { if case .blob(let data) = self { data } else { nil } }
}
