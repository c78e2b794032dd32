import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that `@Model` attaches to a stored property, after it has read the declaration. It adds the
/// storage of the property.
protocol StorageMacro: PeerMacro, PreformattedMacro {}

extension StorageMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    StoredProperty(expanding: declaration)?.storage ?? []
  }
}

extension StoredProperty {
  /// The stored properties behind the accessors: the slot, and the marker through which Swift checks that
  /// every initialiser sets the property.
  ///
  /// A setter re-enters its object when it updates the inverse of a relationship. Therefore the slot
  /// has unchecked exclusivity: no access to a slot lasts longer than one call of its own. The slot of a
  /// constant takes no space, because the constant stores the value itself.
  fileprivate var storage: [DeclSyntax] {
    if role == .constant {
      return [
        DeclSyntax(
          verbatim:
            "nonisolated private let \(slot) = Perennial._Storage.constantSlot(\(emptySlot))")
      ]
    }
    let value = role == .transient ? emptyTransientSlot : emptySlot
    return [
      "@exclusivity(unchecked) nonisolated(unsafe) private var \(slot) = \(value)",
      "nonisolated(unsafe) private var \(marker): Perennial._Model.Marker",
    ].map { DeclSyntax(verbatim: $0) }
  }

  /// The accessor that initialises the slot and the marker in an initialiser of the class.
  var initAccessor: AccessorDeclSyntax {
    accessor(
      "@storageRestrictions(accesses: \(slot), initializes: \(marker))\ninit(initialValue)",
      ["\(slot).initialize(initialValue)", "\(marker) = Perennial._Model.Marker()"]
    )
  }

  /// Returns a getter with these statements.
  func getter(_ statements: [String]) -> AccessorDeclSyntax { accessor("get", statements) }

  /// Returns a setter that makes a change between the property's observers.
  func setter(_ change: [String], after settling: [String] = []) -> AccessorDeclSyntax {
    accessor("set", settling + observing(change))
  }

  /// Returns the accessor for changes in place.
  func modifier(_ statements: [String]) -> AccessorDeclSyntax { accessor("_modify", statements) }

  /// Returns an accessor, indented as its place in the source requires.
  ///
  /// If the property has no accessor block, the compiler adds the braces of one at the margin. If it has observers, the
  /// accessor is added to their block.
  private func accessor(_ head: String, _ statements: [String]) -> AccessorDeclSyntax {
    let text = (["\(head) {"] + statements.map(\.indented) + ["}"]).joined(separator: "\n")
    return AccessorDeclSyntax(verbatim: binding.accessorBlock == nil ? text.indented : text)
  }

  var keyPath: String { "\\.\(token.text)" }
  var index: String { "_$Properties.\(token.text)" }
}
