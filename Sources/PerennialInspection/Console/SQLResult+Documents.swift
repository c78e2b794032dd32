public import Foundation
import PerennialJSON

extension SQLResult {
  /// The result as comma-separated values, with the names of the columns in the first line. Data are written
  /// in Base64.
  ///
  /// ```swift
  /// let result = try store.query("SELECT title FROM Recipe", limit: 1000, time: .seconds(5))
  /// try result.csv.write(to: directory.appending(path: "titles.csv"))
  /// ```
  public var csv: Data {
    var text = CSVText()
    for column in columns { text.add(column) }
    text.endLine()
    for row in rows {
      for value in row { text.add(value == .null ? "" : value.tagged.text) }
      text.endLine()
    }
    return Data(text.bytes)
  }

  /// The result as a JSON list with an object for each row.
  public var json: Data {
    var text = JSONText()
    text.add("[")
    for row in rows {
      text.addComma("\n")
      text.add(
        zip(columns, row).map { name, value -> (name: String, value: PlainValue) in
          (name, value.plain)
        })
    }
    text.add("\n]\n")
    return Data(text.bytes)
  }
}

extension SQLResultValue {
  /// The value in the form that documents use for values of the same type.
  fileprivate var plain: PlainValue {
    switch self {
    case .null: .null
    case .integer(let integer): InspectedValue.integer(integer).plain
    case .real(let real): InspectedValue.double(real).plain
    case .text(let text): .string(text)
    case .blob: .string(tagged.text)
    }
  }
}
