import Foundation

/// One row of packed values. It is valid as long as the values that it belongs to, which it does not retain.
package struct PackedRow {
  private let cells: UnsafeMutableBufferPointer<PackedValues.Cell>
  private unowned(unsafe) let values: PackedValues

  /// - Parameter cells: A part of a block of the values.
  init(_ cells: UnsafeMutableBufferPointer<PackedValues.Cell>, in values: PackedValues) {
    (self.cells, self.values) = (cells, values)
  }

  fileprivate func large(_ number: Int) -> SQLValue { values.largeValue(number) }

  // MARK: Reading

  /// Returns a copy of a value.
  package subscript(index: Int) -> SQLValue {
    switch cell(index) {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let start, let count):
      .text(
        String(
          decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self))
    case .blob(let start, let count): .blob(Data(bytes: start, count: Int(count)))
    case .large(let number): large(number)
    }
  }

  /// Returns a value if it is an integer; nil for another one.
  package func integer(_ index: Int) -> Int64? {
    if case .integer(let integer) = cell(index) { integer } else { nil }
  }

  // The index is that of a property in the layout for which the row was made, which no data decides. The check, as that of
  // an array, keeps a wrong layout from reading other memory.
  fileprivate func cell(_ index: Int) -> PackedValues.Cell {
    precondition(index < cells.count)
    return cells[index]
  }

  // MARK: Writing

  /// Replaces a value with an integer.
  package func set(_ index: Int, to integer: Int64) { set(index, .integer(integer)) }

  /// Replaces a value with a number. SQLite has no NaN, and stores NULL.
  func set(_ index: Int, to real: Double) { set(index, real.isNaN ? .null : .real(real)) }

  func set(_ index: Int, toUTF8 utf8: UnsafeRawBufferPointer) { set(index, values.text(utf8)) }

  func set(_ index: Int, toBlob blob: UnsafeRawBufferPointer) { set(index, values.blob(blob)) }

  package func set(_ index: Int, to value: SQLValue) {
    switch value {
    case .null: set(index, .null)
    case .integer(let integer): set(index, to: integer)
    case .real(let real): set(index, to: real)
    case .text(var text): text.withUTF8 { set(index, toUTF8: UnsafeRawBufferPointer($0)) }
    case .blob(let data) where data.count > BoundBytes.largestValue:
      set(index, values.large(value))
    case .blob(let data): data.withUnsafeBytes { set(index, toBlob: $0) }
    }
  }

  private func set(_ index: Int, _ cell: PackedValues.Cell) {
    precondition(index < cells.count)
    cells[index] = cell
  }
}

extension _Storage.Row {
  /// Returns `true` if the current column has a value of a packed row, and advances to the next column.
  package mutating func has(_ index: Int, of row: PackedRow) -> Bool {
    switch row.cell(index) {
    case .null: hasNull()
    case .integer(let integer): has(integer)
    case .real(let real): has(real)
    case .text(let start, let count):
      has(utf8: UnsafeRawBufferPointer(start: start, count: Int(count)))
    case .blob(let start, let count):
      has(UnsafeRawBufferPointer(start: start, count: Int(count)))
    case .large(let number): has(row.large(number))
    }
  }

  /// Compares the columns from the current one on with values of a packed row, and advances after them.
  ///
  /// - Parameter indices: The indices of at most 64 values.
  /// - Returns: A bit for each column with another value, that of the first column being the lowest one.
  package mutating func differences(from row: PackedRow, at indices: [Int]) -> UInt64 {
    var (flags, bit): (UInt64, UInt64) = (0, 1)
    for index in indices {
      if !has(index, of: row) { flags |= bit }
      bit <<= 1
    }
    return flags
  }
}

extension _Storage.Binder {
  /// Binds values of a packed row unchanged, and does not copy them. The packed values must exist until the
  /// statement is reset.
  package mutating func bind(_ indices: [Int], of row: PackedRow) {
    for index in indices { bind(index, of: row) }
  }

  /// Binds a value of a packed row unchanged, and does not copy it.
  package mutating func bind(_ index: Int, of row: PackedRow) {
    switch row.cell(index) {
    case .null: bindNull()
    case .integer(let integer): bind(integer)
    case .real(let real): bind(real)
    case .text(let start, let count): bind(keptUTF8: start, Int32(count))
    case .blob(let start, let count): bind(keptBlob: start, Int32(count))
    case .large(let number): bind(exactly: row.large(number))
    }
  }
}
