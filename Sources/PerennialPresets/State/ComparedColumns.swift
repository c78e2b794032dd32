import Perennial

/// The columns in which the rows of presets are compared with the catalog.
///
/// Bits are the sets of columns, if there are at most 64. So equal sets are found without a list of them.
struct ComparedColumns {
  let properties: [PropertyLayout]
  /// `false` for the properties that belong to the user, by column.
  let isCompared: [Bool]
  private let indices: [Int]
  /// The columns whose differences do not count.
  private let ignored: UInt64
  /// The columns in which different bytes are not always different values, or are a reference.
  private let special: UInt64

  /// - Parameters:
  ///   - properties: The properties with a column, in the order of a query.
  ///   - userProperties: The names of those that are not compared.
  init(_ properties: [PropertyLayout], besides userProperties: Set<String>) {
    self.properties = properties
    isCompared = properties.map { !userProperties.contains($0.name) }
    indices = properties.map(\.index)
    func bits(_ isIncluded: (PropertyLayout) -> Bool) -> UInt64 {
      zip(0..., properties.prefix(64)).reduce(0) { isIncluded($1.1) ? $0 | 1 << $1.0 : $0 }
    }
    ignored = bits { userProperties.contains($0.name) }
    special = bits { $0.isToOne || $0.isExternal || $0.isJSON }
  }

  /// Returns the columns in which a row differs from a preset. Reads the columns of the query from the current one on.
  ///
  /// - Returns: Nil if the bytes of the columns do not tell.
  func differences(of row: inout _Storage.Row, from values: PackedRow) -> UInt64? {
    guard properties.count <= 64 else { return nil }
    let flags = row.differences(from: values, at: indices) & ~ignored
    return flags & special == 0 ? flags : nil
  }

  /// Returns the bits of some columns; nil if there are too many columns.
  func flags(of numbers: [Int]) -> UInt64? {
    properties.count <= 64 ? numbers.reduce(0) { $0 | 1 << UInt64($1) } : nil
  }

  /// Returns the numbers of the columns that have a bit.
  func numbers(of flags: UInt64) -> [Int] {
    properties.indices.filter { flags & 1 << UInt64($0) != 0 }
  }
}
