import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@_PersistedProperty`: the storage of a column and the accessors in front of it.
///
/// `@_SharedPersistedProperty` is a column whose storage init accessors of other properties
/// initialise too. Their values are in `_$backingData` until a property is read or set.
struct PersistedPropertyMacro {}

extension PersistedPropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = StoredProperty(expanding: declaration) else { return [] }
    let settling =
      node.name == "_SharedPersistedProperty" ? "Perennial._settle(self, &_$backingData)\n" : ""
    let getter: AccessorDeclSyntax = """
      get {
        \(raw: settling)Perennial._willRead(self, \(raw: property.keyPath))
        return \(raw: property.slot).get(self, \(raw: property.index))
      }
      """
    return [property.initAccessor, getter, property.setter(after: settling)]
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

/// `@_PersistedStorage`: the storage alone, for a constant, and for a column whose accessors are
/// written by hand.
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

extension StoredProperty {
  /// The property a macro was attached to.
  ///
  /// Only `@Model` attaches it, and has read the declaration before.
  init?(expanding declaration: some DeclSyntaxProtocol) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else { return nil }
    self.init(variable)
  }

  /// The setter tells the change beforehand, makes it, and tells it afterwards, because a
  /// relationship's upkeep sets other properties, of this object too.
  fileprivate func setter(after settling: String) -> AccessorDeclSyntax {
    let change = """
      Perennial._willSet(self, \(keyPath), \(index))
      Perennial._didSet(self, \(keyPath), \(index), \(slot).replace(newValue))
      """
    return """
      set {
        \(raw: settling + PropertyObservers(of: self).surround(change, index: index))
      }
      """
  }
}
