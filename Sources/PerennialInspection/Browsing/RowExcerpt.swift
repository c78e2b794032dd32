import Foundation
import Perennial

/// An object of a store with its values, of which long ones are shortened.
public struct RowExcerpt: Sendable {
  /// The name of the object's entity.
  public let entity: String
  /// The primary key of the object's row.
  public let key: Int64
  /// The attributes and to-one relationships, beginning with the inherited ones.
  public let cells: [Cell]
  /// `true` if the object is a preset.
  public let isPreset: Bool

  /// A property of an object, and the value or its beginning.
  public struct Cell: Sendable {
    /// The name of the property.
    public let name: String
    /// The value, or its beginning.
    public let value: InspectedValue
    /// The number of characters of a text, or of bytes of data, if ``value`` is only the beginning.
    public let fullSize: Int?
  }

  /// The value of a property; nil if the entity has no property of this name that is stored in its table.
  public subscript(_ property: String) -> InspectedValue? {
    cells.first { $0.name == property }?.value
  }
}

extension InspectedStore {
  /// Returns the object with a key; nil if there is none.
  ///
  /// ```swift
  /// for cell in try store.excerpt(of: "Letter", key: 7, length: 100)?.cells ?? [] {
  ///   print(cell.name, cell.value, cell.fullSize.map { "of \($0)" } ?? "")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - entity: The entity of the object.
  ///   - key: The object's primary key.
  ///   - length: The number of characters or bytes after which values are shortened.
  /// - Throws: ``InspectionError`` if there is no such entity; `SwiftDataError.storeFailure`.
  public func excerpt(
    of entity: String, key: Int64, length: Int = 100_000
  ) throws -> RowExcerpt? {
    let shape = try shape(ofEntity: entity)
    let (condition, bindings) = shape.isOfEntity
    return try excerpts(
      shape, length: length,
      clauses: "WHERE \(SQLName.primaryKey) = ?\(condition)", bindings: [.integer(key)] + bindings
    ).first
  }

  /// Returns the objects that the clauses after FROM find.
  func excerpts(
    _ shape: RowShape, length: Int, clauses: String, bindings: [SQLValue]
  ) throws -> [RowExcerpt] {
    // No value of SQLite is longer.
    let length = min(max(0, length), 1 << 31)
    let hasPresets = shape.hidden.contains { $0.column == SQLName.preset }
    let columns =
      [SQLName.primaryKey, hasPresets ? "\(SQLName.preset) IS NOT NULL" : "0"]
      + shape.properties.map { $0.excerptColumns(length) }
    return try database.map(
      "SELECT \(columns.joined(separator: ", ")) FROM \(SQLName.quoted(shape.table)) \(clauses)",
      bindings
    ) { row in
      let key = row.int64()
      let isPreset = row.int64() == 1
      let cells = shape.properties.map { field in field.cell(&row, length, in: database) }
      return RowExcerpt(entity: shape.entity, key: key, cells: cells, isPreset: isPreset)
    }
  }
}

extension Field {
  /// `true` if the values can be long.
  private var canBeLong: Bool {
    if isExternal { return true }
    return switch kind {
    case .attribute(.text), .attribute(.url), .attribute(.json), .attribute(.data): true
    default: false
    }
  }

  /// The columns that ``cell(_:_:in:)`` reads. A long value is not read in full.
  fileprivate func excerptColumns(_ length: Int) -> String {
    let name = SQLName.quoted(column)
    guard canBeLong else { return name }
    // The first byte of external storage is not a part of the value. The name of a file is read in full.
    let count = isExternal ? max(length + 1, 64) : length + 1
    return "substr(\(name), 1, \(count)), length(\(name))"
  }

  /// Reads a value, or its beginning.
  fileprivate func cell(
    _ row: inout _Storage.Row, _ length: Int, in database: StoreDatabase
  ) -> RowExcerpt.Cell {
    let stored = Result { try row.exactValue() }
    guard canBeLong else { return cell(readableValue(stored, in: database)) }
    let size = Int(row.int64())
    if isExternal { return externalCell(stored, size: size, length: length, in: database) }
    guard size > length else { return cell(readableValue(stored, in: database)) }
    switch stored {
    case .success(.text(let text)): return cell(.text(String(text.prefix(length))), size)
    case .success(.blob(let data)): return cell(.data(data.prefix(length)), size)
    default: return cell(readableValue(stored, in: database))
    }
  }

  private func externalCell(
    _ stored: Result<SQLValue, any Error>, size: Int, length: Int, in database: StoreDatabase
  ) -> RowExcerpt.Cell {
    guard case .success(.blob(let column)) = stored else {
      return cell(readableValue(stored, in: database))
    }
    if let name = database.externalName(column) {
      let path = "\(database.externalDirectory)/\(name)"
      guard let file = FileHandle(forReadingAtPath: path) else {
        return cell(.unreadable("the file \(path) is missing"))
      }
      defer { try? file.close() }
      guard let fileSize = try? file.seekToEnd(), (try? file.seek(toOffset: 0)) != nil,
        let start = try? file.read(upToCount: length)
      else { return cell(.unreadable("the file \(path) cannot be read")) }
      return beginning(start, of: Int(fileSize))
    }
    guard size - 1 > length else { return cell(readableValue(stored, in: database)) }
    return beginning(column.dropFirst().prefix(length), of: size - 1)
  }

  private func beginning(_ data: Data, of size: Int) -> RowExcerpt.Cell {
    let full = size > data.count ? size : nil
    if kind == .attribute(.data) { return cell(.data(Data(data)), full) }
    // The last character may be cut.
    return cell(.text(String(decoding: data, as: UTF8.self)), full)
  }

  private func cell(_ value: InspectedValue, _ size: Int? = nil) -> RowExcerpt.Cell {
    RowExcerpt.Cell(name: name, value: value, fullSize: size)
  }
}
