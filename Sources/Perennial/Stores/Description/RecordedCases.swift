import Foundation

/// The stored values of an enumeration's cases, as a store's file records them.
///
/// The metadata contain the cases as JSON under the key `cases`, by entities and the properties that
/// they declare. Migrations do not depend on them: a program that opens the file for writing records
/// its own cases.
package struct RecordedCases: Codable, Hashable, Sendable {
  /// The cases of the last program that opened the file for writing, in their order.
  package var known: [RecordedCase]
  /// The cases that other versions of the program have recorded and the last one does not have, and
  /// values of imported objects; nil for none.
  package var others: [RecordedCase]?

  package init(known: [RecordedCase], others: [RecordedCase] = []) {
    self.known = known
    self.others = others.isEmpty ? nil : others
  }

  /// Creates the cases of a property; nil if its type does not list them.
  init?(_ property: PropertyLayout) {
    guard let cases = property.cases else { return nil }
    let recorded = cases.compactMap(RecordedCase.init)
    guard recorded.count == cases.count else { return nil }
    self.init(known: recorded)
  }

  /// All recorded values.
  package var all: [RecordedCase] { known + (others ?? []) }

  /// Returns these cases, with further values of the former ones as cases of other versions.
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

  /// Returns the cases of the properties of models.
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

  /// Returns the table of a JSON text; nil if the text is not a table of cases.
  package static func table(of text: String) -> Table? {
    try? JSONDecoder().decode(Table.self, from: Data(text.utf8))
  }
}

/// The stored value of a case: a text or an integer.
package enum RecordedCase: Codable, Hashable, Sendable {
  case text(String)
  case integer(Int64)

  /// Creates a case from a stored value; nil for a value of another type.
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
