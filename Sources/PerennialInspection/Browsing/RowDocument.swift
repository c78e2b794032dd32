public import Foundation
import Perennial
import PerennialJSON

/// A part of a document with the objects of a query, in full.
public struct RowDocument: Sendable {
  /// The lines of the objects: comma-separated values, or JSON objects separated by commas.
  public let data: Data
  /// The key after which the next part begins; nil if there are no more objects.
  public let next: Int64?
}

extension InspectedStore {
  /// Returns a part of a document with the objects of a query.
  ///
  /// The values have the form that exports use; see Documentation/CommandLine.md. A CSV document begins with
  /// ``csvHeader(of:)``. In a JSON document, the parts are the elements of one list.
  ///
  /// ```swift
  /// var document = try store.csvHeader(of: "Recipe")
  /// var start: RowWindow.Start? = .first
  /// while let place = start {
  ///   let part = try store.document(of: RowQuery(entity: "Recipe"), place, limit: 500, as: .csv)
  ///   document += part.data
  ///   start = part.next.map { .after($0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The entity, the condition and the order of the objects.
  ///   - start: The place of the part.
  ///   - limit: The largest number of objects.
  ///   - format: The form of the document.
  /// - Throws: ``InspectionError`` if there is no such entity, or if its objects cannot be sorted by the
  ///   property; `SwiftDataError.storeFailure`.
  public func document(
    of query: RowQuery, _ start: RowWindow.Start = .first, limit: Int, as format: DocumentFormat
  ) throws -> RowDocument {
    let shape = try shape(ofEntity: query.entity)
    return try read(query, from: start, limit: limit) { keyset, clauses, bindings in
      let columns = SQLName.list([SQLName.primaryKey] + shape.fields.map(\.column))
      let rows = try rows(
        shape, sql: "SELECT \(columns) FROM \(SQLName.quoted(shape.table)) \(clauses)",
        bindings: bindings)
      let page = keyset.page(rows)
      let data =
        switch format {
        case .json: Data(page.elements.map(\.json).joined(separator: ",\n").utf8)
        case .csv: Self.csv(page.elements, shape.properties)
        }
      return RowDocument(data: data, next: page.hasNext ? page.elements.last?.key : nil)
    }
  }

  /// Returns the first line of a CSV document with the objects of an entity.
  ///
  /// ```swift
  /// let names = try String(decoding: store.csvHeader(of: "Recipe"), as: UTF8.self)
  /// ```
  ///
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func csvHeader(of entity: String) throws -> Data {
    var text = CSVText()
    text.add(SQLName.primaryKey)
    for field in try shape(ofEntity: entity).properties { text.add(field.name) }
    text.endLine()
    return Data(text.bytes)
  }

  private static func csv(_ rows: [InspectedRow], _ fields: [Field]) -> Data {
    var text = CSVText()
    for row in rows {
      text.add("\(row.key)")
      for (value, field) in zip(row.values, fields) { text.add(value.value.plain.cell(field)) }
      text.endLine()
    }
    return Data(text.bytes)
  }
}
