import Foundation

/// Which fields of a preset its user has written, when, and what the catalog gives in their place.
///
/// A JSON object: `{"title":[118340403200000,"Pasta"]}`; see ``PresetMark``. Each value is a
/// list of the stamp's time (see ``Stamp``) and the default: `null`, an integer, a text, or
/// `{"real":"0.5"}`, `{"blob":"00FF"}`. What is kept in a file beside the store has no default there.
/// Behind it may be what a later version of the catalog says, and behind that what the user has written,
/// if by a rule of the app something else shows.
package struct FieldStamps: Sendable, Equatable {
  package struct Cell: Sendable, Equatable {
    package var time: Int64
    /// What the field would be, had nobody written it; nil if that is not known.
    package var base: SQLValue?
    /// What the catalog has said since, if that is something else.
    package var theirs: SQLValue?
    /// What the user has written, if something else shows.
    package var mine: SQLValue?

    package init(
      time: Int64, base: SQLValue? = nil, theirs: SQLValue? = nil, mine: SQLValue? = nil
    ) {
      self.time = time
      self.base = base
      self.theirs = theirs
      self.mine = mine
    }
  }

  package var cells: [String: Cell]

  package init(_ cells: [String: Cell] = [:]) { self.cells = cells }

  /// Reads the object.
  ///
  /// - Throws: `DecodingError`.
  init(json: Data) throws {
    cells = try JSONDecoder().decode([String: Stored].self, from: json).mapValues {
      Cell(time: $0.time, base: $0.base, theirs: $0.theirs, mine: $0.mine)
    }
  }

  private struct Stored: Decodable {
    let time: Int64
    let base: SQLValue?
    let theirs: SQLValue?
    let mine: SQLValue?

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      time = try list.decode(Int64.self)
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
  /// What is behind the time; nil if nothing is.
  var json: String? {
    guard let base else { return nil }
    return [base, theirs ?? mine.map { _ in base }, mine].compactMap { $0 }
      .map(StampText.json).joined(separator: ",")
  }
}
