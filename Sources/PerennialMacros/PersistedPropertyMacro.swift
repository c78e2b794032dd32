import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@_PersistedProperty`, which adds the storage of a column and its accessors.
///
/// `@_SharedPersistedProperty` is for a column whose storage is also initialised by init accessors of
/// other properties. Their values are in `_$backingData` until a property is read or set.
struct PersistedPropertyMacro {}

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
    return [property.initAccessor, getter, setter(of: property, after: settling)]
  }

  /// Returns the setter. It announces the change, makes it, and reports it afterwards, because the
  /// upkeep of a relationship sets other properties, also of this object.
  private static func setter(
    of property: StoredProperty, after settling: String
  ) -> AccessorDeclSyntax {
    let (keyPath, index) = (property.keyPath, property.index)
    let change = """
      Perennial._Model.willSet(self, \(keyPath), \(index))
      Perennial._Model.didSet(self, \(keyPath), \(index), \(property.slot).replace(newValue))
      """
    return """
      set {
        \(raw: settling + PropertyObservers(of: property).surround(change, index: index))
      }
      """
  }
}

extension PersistedPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = StoredProperty(expanding: declaration) else { return [] }
    return property.peers(slot: property.emptySlot)
  }
}

/// The macro `@_PersistedStorage`, which adds only the storage: for a constant, and for a column with
/// handwritten accessors.
struct PersistedStorageMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = StoredProperty(expanding: declaration) else { return [] }
    return property.role == .constant
      ? [property.constantSlot] : property.peers(slot: property.emptySlot)
  }
}
