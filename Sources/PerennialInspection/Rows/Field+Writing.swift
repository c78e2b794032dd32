import Foundation
import Perennial
import PerennialJSON
import PerennialRecords

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
      .blob(try expect(Data(base64Encoded: string(value)), as: "data in Base64", from: value))
    case .attribute(.uuid):
      try expect(UUID(uuidString: string(value)), as: "a UUID", from: value)._sqlValue.value
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
    _ result: Result?, as what: String, from value: PlainValue
  ) throws -> Result {
    guard let result else { throw issue(value, what) }
    return result
  }

  private func string(_ value: PlainValue) throws -> String {
    guard case .string(let text) = value else { throw issue(value, "a text") }
    return text
  }

  private func bool(_ value: PlainValue) throws -> Bool {
    let text: String
    switch value {
    case .bool(let bool): return bool
    case .string(let string), .number(let string): text = string
    default: throw issue(value, "true or false")
    }
    // Spreadsheets write TRUE, Python writes True, and pandas 1.0 in a column with missing values.
    switch text.lowercased() {
    case "true", "1", "1.0": return true
    case "false", "0", "0.0": return false
    default: throw issue(value, "true or false")
    }
  }

  private func integer<Integer: FixedWidthInteger>(
    _ value: PlainValue, _ what: String
  ) throws -> Integer {
    guard case .number(let text) = value.numeric else { throw issue(value, what) }
    return try expect(Integer(text), as: what, from: value)
  }

  private func whole(_ value: PlainValue, _ range: ClosedRange<Int64>) throws -> Int64 {
    let what = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    let integer: Int64 = try integer(value, what)
    guard range.contains(integer) else { throw issue(value, what) }
    return integer
  }

  private func real(_ value: PlainValue) throws -> SQLValue {
    switch value {
    case .string(let text) where text.lowercased() == "nan":
      guard nullMeansNaN else {
        throw ImportIssue(reason: "an optional number cannot be NaN")
      }
      return .null
    case .string("Infinity"), .string("inf"): return .real(.infinity)
    case .string("-Infinity"), .string("-inf"): return .real(-.infinity)
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
    case .string(let text) where DateText.lacksZone(text):
      throw ImportIssue(
        reason: "“\(text)” has no time zone; write Z after the time for UTC, or +01:00")
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

extension SQLResultValue {
  fileprivate var blob: Data? { if case .blob(let data) = self { data } else { nil } }
}
