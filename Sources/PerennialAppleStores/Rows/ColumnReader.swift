import Foundation
import Perennial

/// Makes values of the columns of an attribute.
struct ColumnReader {
  private let layout: AttributeLayout
  /// Tells whether the values begin with a byte that says where the rest is.
  private let storage: ExternalStorage
  private let files: ExternalFolder
  private let elements: [ColumnReader]

  init(
    _ layout: AttributeLayout, files: ExternalFolder,
    storage: (AttributeLayout) throws -> ExternalStorage
  ) rethrows {
    self.layout = layout
    self.files = files
    self.storage = try storage(layout)
    elements = try layout.elements.map {
      try ColumnReader($0, files: files, storage: storage)
    }
  }

  /// Reads the attribute's columns of a row, and advances behind them.
  func value(in row: inout _Storage.Row) -> AppleValue {
    guard layout.attribute.type == .composite else {
      guard layout.column != nil else { return .null }
      do {
        return leaf(try row.exactValue())
      } catch {
        return .invalid(
          AppleValue.Invalid(reason: "the text is not UTF-8", stored: "text"))
      }
    }
    let fields = elements.map {
      AppleValue.Field(name: $0.layout.attribute.name, value: $0.value(in: &row))
    }
    // A composite that is nil has no value in any column. So has one whose elements are nil.
    if layout.attribute.isOptional, fields.allSatisfy(\.value.isWithoutValues) { return .null }
    return .composite(fields)
  }

  private func leaf(_ stored: SQLValue) -> AppleValue {
    if stored == .null { return .null }
    return fitting(stored)
      ?? .invalid(
        AppleValue.Invalid(
          reason:
            "the value does not fit an attribute of the type \(layout.attribute.type.description)",
          stored: stored.description))
  }

  /// Returns the value of the attribute's type; nil if the stored value does not fit it.
  private func fitting(_ stored: SQLValue) -> AppleValue? {
    switch (layout.attribute.type, stored) {
    case (.integer(let bits), .integer(let integer)):
      let bound: Int64 = bits >= 64 ? .max : (1 << (bits - 1)) - 1
      return (-bound - 1...bound).contains(integer) ? .integer(integer) : nil
    case (.integer, .real(let real)):
      return Int64(exactly: real).flatMap { fitting(.integer($0)) }
    case (.boolean, .integer(let integer)):
      return integer == 0 || integer == 1 ? .bool(integer == 1) : nil
    case (.double, .integer(let integer)), (.float, .integer(let integer)):
      return .real(Double(integer))
    case (.double, .real(let real)), (.float, .real(let real)): return .real(real)
    case (.decimal, .integer(let integer)): return .decimal(Decimal(integer))
    case (.decimal, .real(let real)):
      // The shortest text that makes this number: the digits of the decimal number, if it had 15 or fewer.
      return real.isFinite ? Decimal(string: "\(real)").map { .decimal($0) } : nil
    case (.decimal, .text(let text)):
      // Decimal reads the digits at the beginning of any text.
      guard text.wholeMatch(of: /[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/) != nil else {
        return nil
      }
      return Decimal(string: text).map { .decimal($0) }
    case (.date, .integer(let integer)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(integer)))
    case (.date, .real(let real)):
      return real.isFinite ? .date(Date(timeIntervalSinceReferenceDate: real)) : nil
    case (.string, .text(let text)): return .text(text)
    case (.url, .text(let text)): return .url(text)
    case (.url, .blob(let data)):
      guard case .url(let url)? = try? ArchivedValueReader.value(in: data) else { return nil }
      return .url(url)
    case (.uuid, .blob(let data)): return UUID(bytes: data).map { .uuid($0) }
    case (.data, .blob(let data)): return contents(of: data) { .data($0) }
    case (.transformable, .blob(let data)): return contents(of: data) { transformed($0) }
    case (.other, let stored), (.objectID, let stored): return plain(stored)
    default: return nil
    }
  }

  /// Returns the value of the bytes behind a stored value: in it, or in a file.
  private func contents(of data: Data, _ value: (Data) -> AppleValue) -> AppleValue {
    if storage == .none { return value(data) }
    if let name = ExternalFolder.fileName(in: data) {
      do {
        return value(try files.contents(of: name))
      } catch {
        return .invalid(
          AppleValue.Invalid(reason: "\(error)", stored: SQLValue.blob(data).description))
      }
    }
    if data.first == 1 { return value(Data(data.dropFirst())) }
    if storage == .certain { return value(data) }
    return .invalid(
      AppleValue.Invalid(
        reason: "the value has neither its bytes nor the name of a file",
        stored: SQLValue.blob(data).description))
  }

  /// Returns what a value transformer has written: the value of an archive or a property list, or else the bytes.
  private func transformed(_ data: Data) -> AppleValue {
    guard PropertyList.isPropertyList(data) else { return .data(data) }
    do {
      return try ArchivedValueReader.value(in: data)
    } catch {
      return .invalid(
        AppleValue.Invalid(
          reason: "the archive cannot be read: \(error)", stored: SQLValue.blob(data).description))
    }
  }

  private func plain(_ stored: SQLValue) -> AppleValue {
    switch stored {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text)
    case .blob(let data): .data(data)
    }
  }
}

extension StoredModel.AttributeType: CustomStringConvertible {
  /// The name of the type, as Core Data's editor has it.
  public var description: String {
    switch self {
    case .integer(let bits): "Integer \(bits)"
    case .decimal: "Decimal"
    case .double: "Double"
    case .float: "Float"
    case .string: "String"
    case .boolean: "Boolean"
    case .date: "Date"
    case .data: "Binary Data"
    case .uuid: "UUID"
    case .url: "URI"
    case .objectID: "Object ID"
    case .transformable: "Transformable"
    case .composite: "Composite"
    case .other(let number): "\(number)"
    }
  }
}
