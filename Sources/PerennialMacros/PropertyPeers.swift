import SwiftSyntax
import SwiftSyntaxBuilder

extension StoredProperty {
  /// The stored properties behind the accessors: the slot, and the marker that lets Swift check
  /// every initialiser for the assignment.
  func peers(slot emptySlot: String) -> [DeclSyntax] {
    [
      DeclSyntax(stringLiteral: slotDeclaration(emptySlot)),
      DeclSyntax(stringLiteral: "nonisolated(unsafe) private var \(marker): Perennial._Marker"),
    ]
  }

  /// A setter re-enters its object when it keeps the other side of a relationship in step, hence
  /// the unchecked exclusivity: no access to a slot lasts longer than one call of its own.
  func slotDeclaration(_ emptySlot: String) -> String {
    "@exclusivity(unchecked) nonisolated(unsafe) private var \(slot) = \(emptySlot)"
  }

  /// The accessor that initialises slot and marker, in an initialiser of the author's.
  var initAccessor: AccessorDeclSyntax {
    """
    @storageRestrictions(accesses: \(raw: slot), initializes: \(raw: marker))
    init(initialValue) {
      \(raw: slot).initialize(initialValue)
      \(raw: marker) = Perennial._Marker()
    }
    """
  }

  var keyPath: String { "\\.\(token.text)" }
  var index: String { "_$Properties.\(token.text)" }
}
