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
    let (keyPath, index, slot) = (property.keyPath, property.index, property.slot)
    let settling =
      node.name == "_SharedPersistedProperty"
      ? ["Perennial._Model.assign(self, &_$backingData)"] : []
    let read = [
      "Perennial._Model.willRead(self, \(keyPath))", "return \(slot).get(self, \(index))",
    ]
    // The setter announces the change, makes it, and reports it afterwards, because the upkeep of a
    // relationship sets other properties, also of this object.
    let change = [
      "Perennial._Model.willSet(self, \(keyPath), \(index))",
      "Perennial._Model.didSet(self, \(keyPath), \(index), \(slot).replace(newValue))",
    ]
    var accessors = [
      property.initAccessor, property.getter(settling + read),
      property.setter(change, after: settling),
    ]
    if property.isChangedInPlace {
      accessors.append(property.modifier(settling + property.mutation))
    }
    return accessors
  }
}

extension StoredProperty {
  /// `true` if a change of the value in place must not copy it: the value may be a collection of many objects. Observers
  /// of the property see the value before the change and the value after it, which are two.
  fileprivate var isChangedInPlace: Bool {
    let isArray = type?.isArrayOfOwnType ?? initialValue?.isEmptyArray ?? false
    return isArray && PropertyAccessors(binding.accessorBlock).observers.isEmpty
  }

  /// The statements that lend the value, and assign it when the program has changed it, also if it throws an error.
  fileprivate var mutation: [String] {
    [
      "Perennial._Model.willRead(self, \(keyPath))", "var value = \(slot)._lend(self, \(index))",
      "defer {", "  Perennial._Model.willSet(self, \(keyPath), \(index))",
      "  Perennial._Model.didSet(self, \(keyPath), \(index), \(slot).replace(value))", "}",
      "yield &value",
    ]
  }
}

/// The macro `@_PersistedStorage`, which adds only the storage: for a constant, and for a column with
/// handwritten accessors.
struct PersistedStorageMacro: StorageMacro {}
