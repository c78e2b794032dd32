import Foundation

/// The stored values of the cases of an enumeration, as a store's file records them.
///
/// The metadata have them as JSON under the key `cases`, by entities and the properties that they declare.
/// No migration depends on them: whenever a program opens the file to write, they become its own.
package struct RecordedCases: Codable, Hashable, Sendable {
  /// The cases of the program that opened the file to write last, in their order.
  package var known: [RecordedCase]
  /// The cases that other versions of the program have recorded and the last one does not have, and values
  /// that came with an import; nil for none.
  package var others: [RecordedCase]?

  package init(known: [RecordedCase], others: [RecordedCase] = []) {
    self.known = known
    self.others = others.isEmpty ? nil : others
  }

  /// The cases of a property; nil if its type does not list them.
  init?(_ property: PropertyLayout) {
    guard let cases = property.cases else { return nil }
    let recorded = cases.compactMap(RecordedCase.init)
    guard recorded.count == cases.count else { return nil }
    self.init(known: recorded)
  }

  /// All values that are recorded.
  package var all: [RecordedCase] { known + (others ?? []) }

  /// The same cases; what only the other ones have counts as another version's.
  package func adding(_ former: RecordedCases?) -> RecordedCases {
    guard let former else { return self }
    var others: [RecordedCase] = []
    for value in (self.others ?? []) + former.all
    where !known.contains(value) && !others.contains(value) {
      others.append(value)
    }
    return RecordedCases(known: known, others: others)
  }

  /// The cases of entities, by their names.
  package typealias Table = [String: [String: RecordedCases]]

  /// The cases that classes have.
  static func table(of layouts: [ModelLayout]) -> Table {
    var table: Table = [:]
    for layout in layouts {
      for property in layout.ownProperties {
        if let cases = RecordedCases(property) {
          table[layout.entityName, default: [:]][property.name] = cases
        }
      }
    }
    return table
  }

  package static func text(of table: Table) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(table), as: UTF8.self)
  }

  /// The table of a text; nil if it is none.
  package static func table(of text: String) -> Table? {
    try? JSONDecoder().decode(Table.self, from: Data(text.utf8))
  }
}

/// The stored value of a case: a text or an integer.
package enum RecordedCase: Codable, Hashable, Sendable {
  case text(String)
  case integer(Int64)

  /// Nil for a value of another kind.
  package init?(_ value: SQLValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .integer(let integer): self = .integer(integer)
    case .null, .real, .blob: return nil
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let integer): try container.encode(integer)
    }
  }

  package var value: SQLValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let integer): .integer(integer)
    }
  }
}
