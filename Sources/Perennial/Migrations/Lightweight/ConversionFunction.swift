import Foundation
import PerennialSQLite

/// SQL functions for the conversions that SQL itself cannot express. Each returns NULL for a value that it
/// cannot convert without loss.
enum ConversionFunction: String {
  case uuid = "perennial_uuid"
  case uuidText = "perennial_uuid_text"
  case url = "perennial_url"
  case float = "perennial_float"
  case decimal = "perennial_decimal"
  case decimalReal = "perennial_decimal_real"
  case decimalInteger = "perennial_decimal_integer"
  /// Converts a value to the form that external storage has in a row.
  case external = "perennial_external"
  /// Returns the value of external storage.
  case inline = "perennial_inline"

  /// Returns an SQL expression that calls the function.
  func callAsFunction(_ argument: String) -> String { "\(rawValue)(\(argument))" }

  /// Adds the functions to a connection that is used for a migration.
  static func install(on connection: OpaquePointer) {
    add(.uuid, on: connection) { context, value in
      guard let text = value.text(0)?.string, let uuid = UUID(uuidString: text) else { return }
      withUnsafeBytes(of: uuid.uuid) { context.set($0) }
    }
    add(.uuidText, on: connection) { context, value in
      let uuid = value.bytes(0) { bytes in
        bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
      }
      if let uuid { context.set(uuid.uuidString) }
    }
    add(.url, on: connection) { context, value in
      guard let text = value.text(0)?.string, URL(string: text)?.absoluteString == text else {
        return
      }
      context.set(text)
    }
    add(.float, on: connection) { context, value in
      let number = value.double(0)
      if value.isNull(0) || Double(Float(number)) != number { return }
      context.set(number)
    }
    addDecimals(on: connection)
    addExternal(on: connection)
  }

  private static func addExternal(on connection: OpaquePointer) {
    add(.external, on: connection) { context, value in
      if value.isNull(0) { return }
      let data = value.bytes(0) { Data($0) } ?? Data()
      ExternalColumn.inlined(data).withUnsafeBytes { context.set($0) }
    }
    add(.inline, on: connection) { context, value in
      let database = sqlite3_context_db_handle(context.pointer)
      let data = value.bytes(0) { ExternalColumn.value($0, of: database) }
      data?.withUnsafeBytes { context.set($0) }
    }
  }

  private static func addDecimals(on connection: OpaquePointer) {
    add(.decimal, on: connection) { context, value in
      if value.isNull(0) { return }
      let decimal: Decimal?
      if value.isInteger(0) {
        decimal = Decimal(value.int64(0))
      } else {
        // The shortest decimal text that denotes this number.
        let number = value.double(0)
        decimal = number.isFinite ? Self.decimal("\(number)") : nil
        if let decimal, Double("\(decimal)") != number { return }
      }
      if let decimal { OrderedDecimal.encode(decimal).withUnsafeBytes { context.set($0) } }
    }
    add(.decimalReal, on: connection) { context, value in
      guard let decimal = value.bytes(0, OrderedDecimal.decode), let number = Double("\(decimal)"),
        Self.decimal("\(number)") == decimal
      else { return }
      context.set(number)
    }
    add(.decimalInteger, on: connection) { context, value in
      guard let decimal = value.bytes(0, OrderedDecimal.decode), let number = Int64("\(decimal)")
      else { return }
      context.set(number)
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  private static func add(
    _ function: ConversionFunction,
    on connection: OpaquePointer,
    _ body: @escaping @Sendable (SQLFunctionContext, SQLFunctionArguments) -> Void
  ) {
    SQLFunctions.add(named: function.rawValue, 1, on: connection, body)
  }
}

extension SQLFunctionContext {
  fileprivate func set(_ bytes: UnsafeRawBufferPointer) {
    sqlite3_result_blob64(
      pointer, bytes.baseAddress, UInt64(bytes.count), _Storage.Binder.transient)
  }
}

extension SQLFunctionArguments {
  fileprivate func isInteger(_ index: Int) -> Bool {
    sqlite3_value_type(values[index]) == SQLITE_INTEGER
  }

  fileprivate func bytes<Result>(
    _ index: Int,
    _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    guard let start = sqlite3_value_blob(values[index]) else { return nil }
    let count = Int(sqlite3_value_bytes(values[index]))
    return body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
