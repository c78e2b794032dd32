package import Foundation
import PerennialSQLite

/// A value in a file beside the store, which is read on first access.
///
/// Copies of a slot share it, so that the file is read once.
final class ExternalFile<Value> {
  let location: ExternalLocation
  /// The value; nil before the file was read.
  private(set) var value: Value?
  /// A Boolean value that indicates whether the failure to read the value was reported to the context.
  var isReported = false

  init(_ location: ExternalLocation) { self.location = location }

  /// Returns the value. Reads the file on the first call.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile``.
  func load(_ decode: (Data) throws -> Value) throws -> Value {
    if let value { return value }
    let data = try location.read()
    do {
      let value = try decode(data)
      self.value = value
      return value
    } catch {
      throw SwiftDataError.missingExternalFile.because(
        "\(location.path) has no value: \((error as? SwiftDataError)?.explanation ?? "\(error)")")
    }
  }
}

/// The location of a value that is not in its row.
struct ExternalLocation: Equatable {
  /// The directory of the store's files.
  let directory: String
  /// The name of the file, a UUID.
  let name: String

  var path: String { "\(directory)/\(name)" }

  /// Reads the file.
  ///
  /// - Throws: ``SwiftDataError/missingExternalFile``.
  func read() throws -> Data {
    // The column is not trusted: any other name might be a path out of the directory.
    guard UUID(uuidString: name) != nil else {
      throw SwiftDataError.missingExternalFile.because(
        "“\(name.prefix(80))” is not the name of a file in \(directory)")
    }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      // A copy of a store has a link to the directory.
      let directory =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: directory)) ?? directory
      throw SwiftDataError.missingExternalFile.because(
        "the file \(directory)/\(name) cannot be read: \(error.localizedDescription)")
    }
  }
}

/// The content of a column with external storage: one byte for the form, and the value or the name of a
/// file.
package enum ExternalColumn {
  /// The value's bytes follow.
  static let inline: UInt8 = 1
  /// The name of a file follows.
  static let file: UInt8 = 2
  /// The largest number of bytes that a row holds. Larger values are stored in files.
  static let threshold = 100 * 1024

  package static func inlined(_ data: Data) -> Data { Data([inline]) + data }

  static func reference(_ name: String) -> Data { Data([file]) + Data(name.utf8) }

  /// Returns the directory of the files of the database that a connection has open; an empty text for a
  /// database in memory.
  package static func directory(of connection: OpaquePointer?) -> String {
    guard let connection, let name = sqlite3_db_filename(connection, "main") else { return "" }
    let path = String(cString: name)
    return path.isEmpty ? "" : "\(path)-external"
  }

  // SQL expressions.

  /// Returns the condition that a column holds the name of a file.
  static func isFile(_ column: String) -> String { "substr(\(column), 1, 1) = x'02'" }
  /// Returns the expression for the name of the file in a column.
  static func name(_ column: String) -> String { "CAST(substr(\(column), 2) AS TEXT)" }

  /// Returns the value for the content of a column, from the row or from its file; nil if it cannot be
  /// read.
  package static func value(_ bytes: UnsafeRawBufferPointer, of connection: OpaquePointer?) -> Data?
  {
    let rest = bytes.dropFirst()
    switch bytes.first {
    case inline: return Data(rest)
    case file:
      let name = String(decoding: rest, as: UTF8.self)
      return try? ExternalLocation(directory: directory(of: connection), name: name).read()
    default: return nil
    }
  }
}

/// The content of a column with external storage, without that of its file.
package enum ExternalContent {
  /// NULL, or nothing that can be read.
  case none
  /// The bytes of the value.
  case inline(Data)
  /// The name and the path of the file that has them. No other value ever has this name.
  case file(name: String, path: String)
}

extension _Storage.Row {
  /// Returns the content of an external column, and advances to the next column.
  package mutating func externalContent(of handle: OpaquePointer) -> ExternalContent {
    bytes { bytes in
      let rest = bytes.dropFirst()
      switch bytes.first {
      case ExternalColumn.inline: return .inline(Data(rest))
      case ExternalColumn.file:
        let name = String(decoding: rest, as: UTF8.self)
        // The column is not trusted: any other name might be a path out of the directory.
        guard UUID(uuidString: name) != nil else { return .none }
        return .file(name: name, path: "\(ExternalColumn.directory(of: handle))/\(name)")
      default: return .none
      }
    }
  }

  /// Returns the value of an external column with the content of its file, in the form that it has in a row,
  /// and advances to the next column.
  package mutating func externalValue(of handle: OpaquePointer) -> SQLValue {
    bytes { $0.isEmpty ? nil : ExternalColumn.value($0, of: handle) }
      .map { .blob(ExternalColumn.inlined($0)) } ?? .null
  }
}
