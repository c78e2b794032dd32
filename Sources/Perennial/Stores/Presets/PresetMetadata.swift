import Foundation
import PerennialRecords

/// The preset metadata of a row, in the column `_preset`: the name of the preset, and its edited fields.
///
/// JSON without spaces: `["cookbook/pasta"]`, or with stamps
/// `["cookbook/pasta",{"title":[118340403200000,21,"Pasta"]}]`. If the preset was renamed, its first ID is the
/// second element: `["cookbook/pasta","noodles"]`. There is one column and not two, because SQLite
/// copies every column of a row that it writes. That includes rows that aren't presets, where the column is
/// NULL.
package struct PresetMetadata: Sendable, Equatable {
  /// The catalog and the ID, with a slash between them; empty if the row does not contain them.
  package var name: String
  /// The first ID that the preset had, if it has another one now. The key and the record name of the preset
  /// are derived from the first ID.
  package var firstID: String?
  package var stamps: FieldStamps

  package init(name: String, firstID: String? = nil, stamps: FieldStamps = FieldStamps()) {
    self.name = name
    self.firstID = firstID
    self.stamps = stamps
  }

  // MARK: Writing

  /// The column's text. It is bound verbatim, because normalisation would break the JSON.
  package var text: String {
    let pristine = Self.pristine(name, firstID: firstID)
    guard !stamps.cells.isEmpty, var text = PresetMetadataEncoder(pristine.utf8) else {
      return pristine
    }
    for (field, cell) in stamps.cells.sorted(by: { $0.key < $1.key }) {
      text.append(field, time: cell.time, device: cell.device) { cell.json }
    }
    return text.finished
  }

  /// Returns the name of a preset: the catalog and the ID, with a slash between them.
  package static func name(of id: String, in catalog: String) -> String {
    "\(catalog)/\(id)".storedForm
  }

  /// Returns the text of a preset without edited fields.
  package static func pristine(_ name: String, firstID: String?) -> String {
    let first = firstID.map { ",\"\(JSONColumn.escaped($0))\"" } ?? ""
    return "[\"\(JSONColumn.escaped(name))\"\(first)]"
  }

  /// Returns the SQL condition that metadata, given as an SQL expression, contains stamps.
  static func isStamped(_ mark: String) -> String { "substr(\(mark), -2) = '}]'" }

  // MARK: Reading

  /// Parses a text in the form of ``text``.
  ///
  /// - Throws: `DecodingError`.
  package init(text: String) throws {
    var text = text
    self = try text.withUTF8(Self.init)
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard bytes.starts(with: "[\"".utf8), bytes.last == UInt8(ascii: "]"),
      let end = Self.end(ofTextIn: bytes, from: 2)
    else { throw Self.damage("the metadata does not begin with a name") }
    name = try Self.text(UnsafeBufferPointer(rebasing: bytes[2..<end]))
    var rest = bytes[(end + 1)...].dropLast()
    if rest.starts(with: ",\"".utf8) {
      guard let end = Self.end(ofTextIn: bytes, from: end + 3) else {
        throw Self.damage("the first ID does not end")
      }
      firstID = try Self.text(UnsafeBufferPointer(rebasing: bytes[(rest.startIndex + 2)..<end]))
      rest = bytes[(end + 1)...].dropLast()
    } else {
      firstID = nil
    }
    if rest.isEmpty {
      stamps = FieldStamps()
    } else if rest.first == UInt8(ascii: ",") {
      stamps = try FieldStamps(json: UnsafeBufferPointer(rebasing: rest.dropFirst()))
    } else {
      throw Self.damage("the metadata has another value after the name")
    }
  }

  /// Returns the index of the quotation mark that ends a text.
  private static func end(
    ofTextIn bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < bytes.count ? index : nil
  }

  /// Returns the text that stands between two quotation marks in JSON.
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) throws -> String {
    if bytes.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    let mark = Data("\"".utf8)
    return try JSONDecoder().decode(String.self, from: mark + Data(bytes) + mark)
  }

  private static func damage(_ reason: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: reason))
  }
}

extension PresetMetadata {
  /// Parses the column of a row.
  ///
  /// - Parameters:
  ///   - row: The description of the row for an error message.
  ///   - column: The column's name.
  /// - Throws: ``SwiftDataError/storeFailure`` if the text is damaged.
  package init(
    _ text: String, of row: @autoclosure () -> String, column: String = SQLName.preset,
    in connection: Connection
  ) throws {
    do {
      try self.init(text: text)
    } catch {
      throw SwiftDataError.storeFailure.because(
        """
        \(connection.path): the column \(column) of \(row()) is damaged: \(error). Restore a \
        backup of the store
        """)
    }
  }
}
