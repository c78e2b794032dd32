import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that `@Model` attaches to a stored property, after it has read the declaration. It adds the
/// storage of the property.
protocol StorageMacro: PeerMacro {}

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
        """
        nonisolated private let \(raw: slot) = Perennial._Storage.constantSlot(\(raw: emptySlot))
        """
      ]
    }
    let value = role == .transient ? emptyTransientSlot : emptySlot
    return [
      "@exclusivity(unchecked) nonisolated(unsafe) private var \(raw: slot) = \(raw: value)",
      "nonisolated(unsafe) private var \(raw: marker): Perennial._Model.Marker",
    ]
  }

  /// The accessor that initialises the slot and the marker in an initialiser of the class.
  var initAccessor: AccessorDeclSyntax {
    """
    @storageRestrictions(accesses: \(raw: slot), initializes: \(raw: marker))
    init(initialValue) {
      \(raw: slot).initialize(initialValue)
      \(raw: marker) = Perennial._Model.Marker()
    }
    """
  }

  /// Returns a setter that makes a change between the property's observers.
  func setter(_ change: String, after settling: String = "") -> AccessorDeclSyntax {
    """
    set {
      \(raw: settling + observing(change))
    }
    """
  }

  var keyPath: String { "\\.\(token.text)" }
  var index: String { "_$Properties.\(token.text)" }
}
