import Foundation

extension _Storage.Binder {
  /// Binds a property's column value. A large value that may be in a file is written to one.
  ///
  /// - Parameter value: The value; one with external storage has the form of a value in its row.
  package mutating func bind(_ value: SQLValue, of property: PropertyLayout) {
    if property.isExternal, case .blob(let data) = value {
      bind(external: Data(data.dropFirst()))
    } else {
      bind(exactly: value)
    }
  }
}
