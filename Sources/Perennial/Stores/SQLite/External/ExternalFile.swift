package import Foundation
import PerennialSQLite

/// A value that lies in a file beside the store, and is read when it is first asked for.
///
/// Copies of a slot share it, so that the file is read once.
final class ExternalFile<Value> {
  let location: ExternalLocation
  /// The value, once it was read.
  private(set) var value: Value?
  /// Whether the context was told that the value cannot be read.
  var isReported = false

  init(_ location: ExternalLocation) { self.location = location }

  /// Reads the file, unless that was done.
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

/// Where a value lies that is not in its row.
struct ExternalLocation: Equatable {
  /// The directory of the store's files.
  let directory: String
  /// The name of the file, a UUID.
  let name: String

  var path: String { "\(directory)/\(name)" }

  /// - Throws: ``SwiftDataError/missingExternalFile``.
  func read() throws -> Data {
    // What the column says is not trusted to stay in the directory.
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

/// What the column of an attribute with external storage holds: one byte that tells what follows.
package enum ExternalColumn {
  /// The value's bytes follow.
  static let inline: UInt8 = 1
  /// The name of a file follows.
  static let file: UInt8 = 2
  /// Values with more bytes than this are put into files.
  static let threshold = 100 * 1024

  package static func inlined(_ data: Data) -> Data { Data([inline]) + data }

  static func reference(_ name: String) -> Data { Data([file]) + Data(name.utf8) }

  /// The directory of the files of the database that a connection has open; empty for one in memory.
  static func directory(of connection: OpaquePointer?) -> String {
    guard let connection, let name = sqlite3_db_filename(connection, "main") else { return "" }
    let path = String(cString: name)
    return path.isEmpty ? "" : "\(path)-external"
  }

  // In SQL.

  /// Whether a column holds the name of a file.
  static func isFile(_ column: String) -> String { "substr(\(column), 1, 1) = x'02'" }
  /// The name in a column.
  static func name(_ column: String) -> String { "CAST(substr(\(column), 2) AS TEXT)" }

  /// The value that a column of a database has, wherever it is; nil if it is not to be had.
  static func value(_ bytes: UnsafeRawBufferPointer, of connection: OpaquePointer?) -> Data? {
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
