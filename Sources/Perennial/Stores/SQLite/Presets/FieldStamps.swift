import Foundation
import GRDBSQLite

/// Which fields of a preset its user has written, when, and what the catalog gives in their place.
///
/// In the column `_stamps`, a JSON object: `{"title":[118340403200000,"Pasta"]}`. Each value is a
/// list of the stamp's time (see ``Stamp``) and the default: `null`, an integer, a text, or
/// `{"real":"0.5"}`, `{"blob":"00FF"}`. What is kept in a file beside the store has no default there.
/// Behind it may be what a later version of the catalog says, and behind that what the user has written,
/// if by a rule of the app something else shows.
package struct FieldStamps: Sendable {
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

  /// Reads what ``text`` writes.
  ///
  /// - Throws: `DecodingError`.
  package init(text: String) throws {
    cells = try JSONDecoder().decode([String: Stored].self, from: Data(text.utf8)).mapValues {
      Cell(time: $0.time, base: $0.base, theirs: $0.theirs, mine: $0.mine)
    }
  }

  /// The column's text; nil if there are no cells.
  package var text: String? {
    if cells.isEmpty { return nil }
    var bytes = StampText()
    for (name, cell) in cells.sorted(by: { $0.key < $1.key }) {
      bytes.append(name, time: cell.time) { cell.json }
    }
    return bytes.finished
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
  fileprivate var json: String? {
    guard let base else { return nil }
    return [base, theirs ?? mine.map { _ in base }, mine].compactMap { $0 }
      .map(StampText.json).joined(separator: ",")
  }
}

/// The text of ``FieldStamps`` while it is written.
///
/// Every edit of a preset comes by here, so this looks at bytes. A property is found by the bytes
/// `"name":[`, which are nowhere else: inside a JSON string a quotation mark has a backslash before it.
struct StampText {
  private var bytes: [UInt8]

  init(_ bytes: UnsafeBufferPointer<UInt8>? = nil) {
    self.bytes = bytes.map(Array.init) ?? []
    if self.bytes.isEmpty { self.bytes = Array("{}".utf8) }
  }

  var finished: String { String(decoding: bytes, as: UTF8.self) }

  /// Notes that a field was written.
  ///
  /// - Parameters:
  ///   - time: The stamp's time; a later one that is there already is outdone by the least.
  ///   - base: The default as JSON, if the field has not been written before.
  mutating func append(_ name: String, time: Int64, base: () -> String?) {
    let key = "\"\(Self.escaped(name))\":["
    if let start = bytes.firstRange(of: Array(key.utf8))?.upperBound {
      let parts = elements(from: start)
      guard let first = parts.first, let last = parts.last else { return }
      let former = Int64(String(decoding: bytes[first], as: UTF8.self)) ?? 0
      var cell = Array(String(max(time, former + 1)).utf8)
      // Who writes again has seen what the catalog says now.
      if parts.count > 2 { cell += [0x2C] + bytes[parts[2]] }
      let end = parts.count > 2 ? last.upperBound : first.upperBound
      bytes.replaceSubrange(start..<end, with: cell)
      return
    }
    bytes.removeLast()
    var cell = bytes.count > 1 ? "," : ""
    cell += key + String(time)
    if let base = base() { cell += "," + base }
    bytes += Array((cell + "]}").utf8)
  }

  /// Where the elements of the list are that begins at an offset.
  private func elements(from start: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (first, isInText, isEscaped) = (start, false, false)
    for index in start..<bytes.count {
      let byte = bytes[index]
      if isEscaped {
        isEscaped = false
      } else if isInText {
        if byte == 0x5C { isEscaped = true } else if byte == 0x22 { isInText = false }
      } else if byte == 0x22 {
        isInText = true
      } else if byte == 0x2C || byte == 0x5D {
        found.append(first..<index)
        if byte == 0x5D { break }
        first = index + 1
      }
    }
    return found
  }

  // MARK: Values

  static func json(_ value: SQLValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let integer): String(integer)
    case .real(let real): "{\"real\":\"\(real)\"}"
    case .text(let text): "\"\(escaped(text))\""
    case .blob(let data):
      "{\"blob\":\"\(data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())\"}"
    }
  }

  /// A text within the quotation marks of JSON.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        escaped.unicodeScalars.append("\\")
        escaped.unicodeScalars.append(scalar)
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The function by which a statement that changes rows stamps the presets among them:
/// `perennial_stamp(stamps, time, name, old, new, name, old, new, …)` gives the new stamps. What is
/// as it was is not stamped.
enum StampFunction {
  static let name = "perennial_stamp"

  static func install(on connection: OpaquePointer) {
    SQLFunctions.add(named: name, -1, on: connection) { context, arguments in
      stamp(context, arguments)
    }
  }

  private static func stamp(_ context: SQLFunctionContext, _ arguments: SQLFunctionArguments) {
    var text: StampText?
    var number = 2
    while number + 2 < arguments.count {
      defer { number += 3 }
      if arguments.areSame(number + 1, number + 2) { continue }
      guard let name = arguments.text(number)?.string else { continue }
      if text == nil { text = StampText(arguments.text(0)?.bytes) }
      text?.append(name, time: arguments.int64(1)) {
        StampText.json(arguments.value(number + 1))
      }
    }
    if let text { context.set(text.finished) } else { context.set(arguments, 0) }
  }
}
