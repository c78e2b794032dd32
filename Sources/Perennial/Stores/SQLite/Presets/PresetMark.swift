import Foundation

/// What a preset's row says of itself, in the column `_preset`: which preset it is, and what its user
/// has written.
///
/// JSON without spaces: `["cookbook/pasta"]`, or with stamps
/// `["cookbook/pasta",{"title":[118340403200000,"Pasta"]}]`. One column and not two, because SQLite copies
/// every column of a row that it writes, also of rows that are no presets and have NULL there.
package struct PresetMark: Sendable, Equatable {
  /// The catalog and the ID, with a slash between them; empty if the row does not say it.
  package var name: String
  package var stamps: FieldStamps

  package init(name: String, stamps: FieldStamps = FieldStamps()) {
    self.name = name
    self.stamps = stamps
  }

  // MARK: Writing

  /// The column's text. It is bound verbatim: what normalises JSON breaks it.
  package var text: String {
    let pristine = Self.pristine(name)
    guard !stamps.cells.isEmpty, var text = StampText(pristine.utf8) else { return pristine }
    for (field, cell) in stamps.cells.sorted(by: { $0.key < $1.key }) {
      text.append(field, time: cell.time) { cell.json }
    }
    return text.finished
  }

  /// The text of a preset that nobody has written to.
  static func pristine(_ name: String) -> String { "[\"\(StampText.escaped(name))\"]" }

  /// The condition that a mark, given in SQL, has stamps.
  static func isStamped(_ mark: String) -> String { "substr(\(mark), -2) = '}]'" }

  // MARK: Reading

  /// Reads what ``text`` writes.
  ///
  /// - Throws: `DecodingError`.
  package init(text: String) throws {
    var text = text
    self = try text.withUTF8(Self.init)
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard bytes.starts(with: Array("[\"".utf8)), bytes.last == UInt8(ascii: "]"),
      let end = Self.end(ofTextIn: bytes, from: 2)
    else { throw Self.damage("it does not begin with a name") }
    name = try Self.text(UnsafeBufferPointer(rebasing: bytes[2..<end]))
    let rest = bytes[(end + 1)...].dropLast()
    if rest.isEmpty {
      stamps = FieldStamps()
    } else if rest.first == UInt8(ascii: ",") {
      stamps = try FieldStamps(json: Data(rest.dropFirst()))
    } else {
      throw Self.damage("there is something else behind the name")
    }
  }

  /// Where the quotation mark is that ends a text.
  private static func end(
    ofTextIn bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index < bytes.count ? index : nil
  }

  /// A text that JSON has between quotation marks.
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

extension PresetMark {
  /// Reads the column of a row.
  ///
  /// - Parameters:
  ///   - row: What the row is called in an error.
  ///   - column: The column's name.
  /// - Throws: ``SwiftDataError/storeFailure`` if it is damaged.
  init(
    _ text: String, of row: @autoclosure () -> String, column: String = SQLName.preset,
    in connection: Connection
  ) throws {
    do {
      try self.init(text: text)
    } catch {
      throw SwiftDataError.storeFailure.because(
        """
        \(connection.path): the column \(column) of \(row()) is damaged: \(error). A backup of \
        the store has it whole
        """)
    }
  }
}
