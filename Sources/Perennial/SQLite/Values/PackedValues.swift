import Foundation

/// The values of many rows, packed into two arrays.
///
/// Values of type ``SQLValue`` are scattered in memory, and each copy of one counts references. Here the values
/// of a row are neighbours, and they are compared and bound where they are.
package final class PackedValues {
  /// The largest number of bytes of a value that is packed.
  fileprivate static let largestValue = 4096

  fileprivate enum Cell {
    case null
    case integer(Int64)
    case real(Double)
    case text(start: Int, count: UInt32)
    case blob(start: Int, count: UInt32)
    /// A value that is too large to be copied, by its index.
    case large(Int)
  }

  // No callback changes the arrays, so there is nothing for the check to find.
  @exclusivity(unchecked) fileprivate var cells: [Cell] = []
  @exclusivity(unchecked) fileprivate var largeValues: [SQLValue] = []
  /// The contents of the texts and blobs.
  @exclusivity(unchecked) private var bytes: [UInt8] = []

  package init() {}

  package func reserveCapacity(_ count: Int) { cells.reserveCapacity(count) }

  fileprivate func append(utf8: UnsafeRawBufferPointer) {
    if utf8.count > Self.largestValue {
      return append(large: .text(String(decoding: utf8, as: UTF8.self)))
    }
    cells.append(.text(start: bytes.count, count: UInt32(utf8.count)))
    bytes.append(contentsOf: utf8)
  }

  fileprivate func append(_ blob: UnsafeRawBufferPointer) {
    if blob.count > Self.largestValue { return append(large: .blob(Data(blob))) }
    cells.append(.blob(start: bytes.count, count: UInt32(blob.count)))
    bytes.append(contentsOf: blob)
  }

  fileprivate func append(large value: SQLValue) {
    cells.append(.large(largeValues.count))
    largeValues.append(value)
  }

  fileprivate func withBytes<Result>(
    at start: Int, count: UInt32, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<start + Int(count)])) }
  }
}

/// One row of packed values. Values are appended to the last row only.
package struct PackedRow {
  fileprivate let values: PackedValues
  /// The position of the row among the values.
  package let start: Int

  /// Begins a new row. The values before it belong to other rows.
  package init(in values: PackedValues) { self.init(in: values, at: values.cells.count) }

  /// Finds the row at a position.
  package init(in values: PackedValues, at start: Int) {
    self.values = values
    self.start = start
  }

  func appendNull() { values.cells.append(.null) }
  func append(_ integer: Int64) { values.cells.append(.integer(integer)) }
  /// Appends a number. SQLite has no NaN, and stores NULL.
  func append(_ real: Double) { values.cells.append(real.isNaN ? .null : .real(real)) }
  func append(utf8: UnsafeRawBufferPointer) { values.append(utf8: utf8) }
  func append(_ blob: UnsafeRawBufferPointer) { values.append(blob) }

  package func append(_ value: SQLValue) {
    switch value {
    case .null: appendNull()
    case .integer(let integer): append(integer)
    case .real(let real): append(real)
    case .text(var text): text.withUTF8 { append(utf8: UnsafeRawBufferPointer($0)) }
    case .blob(let data) where data.count > PackedValues.largestValue: values.append(large: value)
    case .blob(let data): data.withUnsafeBytes { append($0) }
    }
  }

  /// Returns a copy of a value.
  package subscript(index: Int) -> SQLValue {
    switch cell(index) {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let start, let count):
      .text(values.withBytes(at: start, count: count) { String(decoding: $0, as: UTF8.self) })
    case .blob(let start, let count): .blob(values.withBytes(at: start, count: count) { Data($0) })
    case .large(let number): values.largeValues[number]
    }
  }

  /// Returns a value if it is an integer; nil for another one.
  package func integer(_ index: Int) -> Int64? {
    if case .integer(let integer) = cell(index) { integer } else { nil }
  }

  /// Replaces a value with an integer.
  package func set(_ index: Int, to integer: Int64) {
    values.cells[start + index] = .integer(integer)
  }

  fileprivate func cell(_ index: Int) -> PackedValues.Cell { values.cells[start + index] }
}

extension _Storage.Row {
  /// Returns `true` if the current column has a value of a packed row, and advances to the next column.
  package mutating func has(_ index: Int, of row: PackedRow) -> Bool {
    switch row.cell(index) {
    case .null: hasNull()
    case .integer(let integer): has(integer)
    case .real(let real): has(real)
    case .text(let start, let count):
      row.values.withBytes(at: start, count: count) { has(utf8: $0) }
    case .blob(let start, let count): row.values.withBytes(at: start, count: count) { has($0) }
    case .large(let number): has(row.values.largeValues[number])
    }
  }
}

extension _Storage.Binder {
  /// Binds a value of a packed row unchanged.
  package mutating func bind(_ index: Int, of row: PackedRow) {
    switch row.cell(index) {
    case .null: bindNull()
    case .integer(let integer): bind(integer)
    case .real(let real): bind(real)
    case .text(let start, let count):
      row.values.withBytes(at: start, count: count) { bind(utf8: $0) }
    case .blob(let start, let count): row.values.withBytes(at: start, count: count) { bind($0) }
    case .large(let number): bind(exactly: row.values.largeValues[number])
    }
  }
}
