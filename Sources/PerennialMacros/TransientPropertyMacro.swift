import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@_TransientProperty`, which adds the storage of a property that is observed but not
/// persisted.
struct ObservedTransientPropertyMacro: StorageMacro {}

extension ObservedTransientPropertyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = StoredProperty(expanding: declaration) else { return [] }
    let (keyPath, slot) = (property.keyPath, property.slot)
    let annotation = property.type.map { ": \($0.source)" } ?? ""
    // The getter evaluates the default when the property is first read. An object from the store runs
    // no initialiser.
    let read = [
      "Perennial._Model.willRead(self, \(keyPath))",
      "if let value = \(slot).value { return value }",
      "let value\(annotation) = \(property.initialValue?.source ?? "nil")",
      "\(slot).value = value",
      "return value",
    ]
    let change = [
      "Perennial._Model.willSetTransient(self, \(keyPath))",
      "\(slot).value = newValue",
      "Perennial._Model.didSetTransient(self, \(keyPath))",
    ]
    return [property.initAccessor, property.getter(read), property.setter(change)]
  }
}
