import Foundation
import PerennialSQLite

/// The functions and collations that conditions and orders use, in SQLite.
///
/// Each returns exactly the result of Swift. Most texts are ASCII, and for these the result is
/// computed without creating a `String`.
enum SQLFunctions {
  /// Adds the functions to a connection. They have no state.
  static func install(on connection: OpaquePointer) {
    add(.contains, arguments: 2, on: connection) { context, arguments in
      guard let (text, part) = arguments.texts else { return }
      context.set(text.contains(part))
    }
    add(.starts, arguments: 2, on: connection) { context, arguments in
      guard let (text, prefix) = arguments.texts else { return }
      context.set(text.starts(with: prefix))
    }
    add(.characterCount, arguments: 1, on: connection) { context, arguments in
      guard let text = arguments.text(0) else { return }
      context.set(Int64(text.characterCount))
    }
    add(.localizedContains, arguments: 2, on: connection) { context, arguments in
      guard let (text, part) = arguments.texts else { return }
      context.set(text.localizedStandardContains(part))
    }
    add(.caseInsensitiveCompare, arguments: 2, on: connection) { context, arguments in
      guard let (left, right) = arguments.texts else { return }
      context.set(Int64(left.string.caseInsensitiveCompare(right.string).rawValue))
    }
    add(.localizedCompare, arguments: 2, on: connection) { context, arguments in
      guard let (left, right) = arguments.texts else { return }
      context.set(Int64(left.string.localizedCompare(right.string).rawValue))
    }
    add(.matches, arguments: 2, on: connection) { context, arguments in
      guard let text = arguments.text(0), let regex = CachedRegex.of(context, arguments) else {
        return
      }
      context.set(text.string.contains(regex))
    }
    add(.divide, arguments: 2, on: connection) { context, arguments in
      guard !arguments.isNull(0), !arguments.isNull(1) else { return }
      context.set(arguments.double(0) / arguments.double(1))
    }
    add(.arrayContains, arguments: 2, on: connection) { context, arguments in
      guard let (array, element) = arguments.texts else { return }
      context.set(JSONTexts(array).contains(element))
    }
    addDecoders(on: connection)
    sqlite3_create_collation_v2(
      connection, SQLCollation.localizedStandard.rawValue, SQLITE_UTF8, nil,
      { _, leftCount, left, rightCount, right in
        Int32(
          LocalizedStandardOrder.compare(
            SQLTextValue(left, Int(leftCount)), SQLTextValue(right, Int(rightCount))))
      }, nil)
  }

  /// Adds the functions that decode values for which JSON has no form.
  private static func addDecoders(on connection: OpaquePointer) {
    add(.real, arguments: 1, on: connection) { context, arguments in
      context.set(Double(bitPattern: UInt64(bitPattern: arguments.int64(0))))
    }
    add(.blob, arguments: 1, on: connection) { context, arguments in
      guard let text = arguments.text(0) else { return }
      let bytes = text.hexadecimalBytes
      sqlite3_result_blob64(context.pointer, bytes, UInt64(bytes.count), _Storage.Binder.transient)
    }
    add(.text, arguments: 1, on: connection) { context, arguments in
      guard let text = arguments.text(0) else { return }
      let bytes = text.hexadecimalBytes.map { CChar(bitPattern: $0) }
      sqlite3_result_text64(
        context.pointer, bytes, UInt64(bytes.count), _Storage.Binder.transient, UInt8(SQLITE_UTF8))
    }
  }

  private static func add(
    _ function: SQLFunction, arguments: Int32, on connection: OpaquePointer,
    _ body: @escaping @Sendable (SQLFunctionContext, SQLFunctionArguments) -> Void
  ) {
    add(named: function.rawValue, arguments, on: connection, body)
  }

  /// Adds a function, which must return equal results for equal arguments.
  static func add(
    named name: String,
    _ arguments: Int32,
    on connection: OpaquePointer,
    _ body: @escaping @Sendable (SQLFunctionContext, SQLFunctionArguments) -> Void
  ) {
    let closure = Unmanaged.passRetained(SQLFunctionBody(body))
    sqlite3_create_function_v2(
      connection, name, arguments,
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, closure.toOpaque(),
      { context, count, values in
        guard let context, let values, let data = sqlite3_user_data(context) else { return }
        let closure = Unmanaged<SQLFunctionBody>.fromOpaque(data).takeUnretainedValue()
        closure.body(
          SQLFunctionContext(pointer: context),
          SQLFunctionArguments(values: values, count: Int(count)))
      }, nil, nil,
      { data in
        if let data { Unmanaged<SQLFunctionBody>.fromOpaque(data).release() }
      })
  }
}

/// The closure of a function, which SQLite retains.
private final class SQLFunctionBody: Sendable {
  let body: @Sendable (SQLFunctionContext, SQLFunctionArguments) -> Void

  init(_ body: @escaping @Sendable (SQLFunctionContext, SQLFunctionArguments) -> Void) {
    self.body = body
  }
}
