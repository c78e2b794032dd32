import Foundation

/// The edited fields of a preset: when each was edited, and the catalog's default for it.
///
/// A JSON object: `{"title":[118340403200000,21,"Pasta"]}`; see ``PresetMetadata``. Each value is a list of
/// the stamp's time and device (see ``Stamp``), and the default: `null`, an integer, a text, or `{"real":"0.5"}`,
/// `{"blob":"00FF"}`. A value that is kept in a file beside the store has no default in the list. The fourth
/// element, if present, is the value in a later version of the catalog. The fifth is the user's value, if a
/// rule of the app makes the row show another one.
package struct FieldStamps: Sendable, Equatable {
  package struct Cell: Sendable, Equatable {
    package var time: Int64
    package var device: Int64
    /// The value of the field without the edit; nil if unknown.
    package var base: SQLValue?
    /// The value in a later version of the catalog, if it differs from ``base``.
    package var theirs: SQLValue?
    /// The value that the user wrote, if the row shows another one.
    package var mine: SQLValue?

    package init(
      time: Int64, device: Int64 = 0, base: SQLValue? = nil, theirs: SQLValue? = nil,
      mine: SQLValue? = nil
    ) {
      self.time = time
      self.device = device
      self.base = base
      self.theirs = theirs
      self.mine = mine
    }
  }

  package var cells: [String: Cell]

  package init(_ cells: [String: Cell] = [:]) { self.cells = cells }

  /// Decodes the JSON object.
  ///
  /// - Throws: `DecodingError`.
  init(json: UnsafeBufferPointer<UInt8>) throws {
    var parser = FieldStampsParser(json)
    if let cells = parser.cells() {
      self.cells = cells
      return
    }
    cells = try JSONDecoder().decode([String: Stored].self, from: Data(json)).mapValues {
      Cell(time: $0.time, device: $0.device, base: $0.base, theirs: $0.theirs, mine: $0.mine)
    }
  }

  private struct Stored: Decodable {
    let time: Int64
    let device: Int64
    let base: SQLValue?
    let theirs: SQLValue?
    let mine: SQLValue?

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      time = try list.decode(Int64.self)
      device = try list.decode(Int64.self)
      base = try Self.next(&list)
      theirs = try Self.next(&list)
      mine = try Self.next(&list)
    }

    private static func next(_ list: inout any UnkeyedDecodingContainer) throws -> SQLValue? {
      if list.isAtEnd { return nil }
      if try list.decodeNil() { return .null }
      if let integer = try? list.decode(Int64.self) { return .integer(integer) }
      if let text = try? list.decode(String.self) { return .text(text) }
      return try value(try list.decode([String: String].self), in: list)
    }

    private static func value(
      _ tagged: [String: String], in list: any UnkeyedDecodingContainer
    ) throws -> SQLValue {
      if let text = tagged["real"], let real = Double(text) { return .real(real) }
      if let digits = tagged["blob"] {
        return .blob(
          Data(Array(digits.utf8).withUnsafeBufferPointer { SQLTextValue($0).hexadecimalBytes }))
      }
      throw DecodingError.dataCorruptedError(
        in: list, debugDescription: "neither a real nor a blob: \(tagged)")
    }
  }
}

extension FieldStamps.Cell {
  /// The list's elements after the device, as JSON; nil if there are none.
  var json: String? {
    guard let base else { return nil }
    return [base, theirs ?? mine.map { _ in base }, mine].compactMap { $0 }
      .map(PresetMetadataEncoder.json).joined(separator: ",")
  }
}
