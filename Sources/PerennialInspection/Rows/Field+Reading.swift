import Foundation
import Perennial
import PerennialJSON
import PerennialRecords

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
    guard isExternal else { return value(stored) ?? .stored(SQLResultValue(stored)) }
    guard case .blob(let column) = stored else { return .stored(SQLResultValue(stored)) }
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
    let isTaken = text.utf8.contains(UInt8(ascii: "$")) && (try? SQLResultValue(json: text)) != nil
    return isTaken ? nil : .json(text)
  }
}
