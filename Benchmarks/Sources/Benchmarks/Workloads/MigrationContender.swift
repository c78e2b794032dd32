import Foundation

/// A library that brings a file with the model of eight columns to another schema.
protocol MigrationContender {
  static var library: Library { get }

  /// Makes a file as it is before a change.
  static func fill(_ file: URL, for change: ItemChange, with values: [ItemValues]) throws

  /// Opens the file and changes it.
  ///
  /// - Returns: What keeps it open. To close it is not timed.
  static func migrate(_ file: URL, by change: ItemChange) throws -> AnyObject
}

/// A change of the schema that needs no code.
enum ItemChange: String, CaseIterable {
  /// A column more.
  case add

  /// A column less, for which SQLite writes every row.
  case drop

  /// Another type, for which the table is made anew.
  case convert

  var title: String {
    switch self {
    case .add: "add an optional integer"
    case .drop: "drop a column"
    case .convert: "make an integer a double"
    }
  }

  /// A Boolean value that indicates whether the change takes longer the more rows there are.
  var isPromised: Bool { self != .add }
}
