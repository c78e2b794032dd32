import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@_PersistedProperty`, which adds the storage of a column and its accessors.
///
/// `@_SharedPersistedProperty` is for a column whose storage is also initialised by init accessors of
/// other properties. Their values are in `_$backingData` until a property is read or set.
struct PersistedPropertyMacro: StorageMacro {}

extension PersistedPropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = StoredProperty(expanding: declaration) else { return [] }
    let settling =
      node.name == "_SharedPersistedProperty"
      ? "Perennial._Model.assign(self, &_$backingData)\n" : ""
    let getter: AccessorDeclSyntax = """
      get {
        \(raw: settling)Perennial._Model.willRead(self, \(raw: property.keyPath))
        return \(raw: property.slot).get(self, \(raw: property.index))
      }
      """
    return [property.initAccessor, getter, property.setter(after: settling)]
  }
}

/// The macro `@_PersistedStorage`, which adds only the storage: for a constant, and for a column with
/// handwritten accessors.
struct PersistedStorageMacro: StorageMacro {}

extension StoredProperty {
  /// Returns the setter. It announces the change, makes it, and reports it afterwards, because the
  /// upkeep of a relationship sets other properties, also of this object.
  fileprivate func setter(after settling: String) -> AccessorDeclSyntax {
    setter(
      """
      Perennial._Model.willSet(self, \(keyPath), \(index))
      Perennial._Model.didSet(self, \(keyPath), \(index), \(slot).replace(newValue))
      """, after: settling)
  }
}
