import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@_TransientProperty`, which adds the storage of a property that is observed but not
/// persisted.
struct ObservedTransientPropertyMacro {}

extension ObservedTransientPropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = StoredProperty(expanding: declaration) else { return [] }
    return [property.initAccessor, getter(of: property), setter(of: property)]
  }

  /// Returns the getter, which evaluates the default when the property is first read. An object from the
  /// store runs no initialiser.
  private static func getter(of property: StoredProperty) -> AccessorDeclSyntax {
    let (slot, initialValue) = (property.slot, property.initialValue)
    let annotation = property.type.map { ": \($0.source)" } ?? ""
    return """
      get {
        Perennial._Model.willRead(self, \(raw: property.keyPath))
        if let value = \(raw: slot).value { return value }
        let value\(raw: annotation) = \(raw: initialValue?.source ?? "nil")
        \(raw: slot).value = value
        return value
      }
      """
  }

  /// Returns the setter, which reports the change to observers alone.
  private static func setter(of property: StoredProperty) -> AccessorDeclSyntax {
    let change = """
      Perennial._Model.willSetTransient(self, \(property.keyPath))
      \(property.slot).value = newValue
      Perennial._Model.didSetTransient(self, \(property.keyPath))
      """
    return """
      set {
        \(raw: PropertyObservers(of: property).surround(change, index: property.index))
      }
      """
  }
}

extension ObservedTransientPropertyMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = StoredProperty(expanding: declaration) else { return [] }
    return property.peers(slot: property.emptyTransientSlot)
  }
}
