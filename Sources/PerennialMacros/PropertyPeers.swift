import SwiftSyntax
import SwiftSyntaxBuilder

extension StoredProperty {
  /// The stored properties behind the accessors: the slot, and the marker that lets Swift check
  /// every initialiser for the assignment.
  ///
  /// A setter re-enters its object when it keeps the other side of a relationship in step, hence
  /// the unchecked exclusivity: no access to a slot lasts longer than one call of its own.
  func peers(slot emptySlot: String) -> [DeclSyntax] {
    [
      """
      @exclusivity(unchecked) nonisolated(unsafe) private var \(raw: slot) = \(raw: emptySlot)
      """,
      "nonisolated(unsafe) private var \(raw: marker): Perennial._Marker",
    ]
  }

  /// The stored property beside a constant, for its type. It takes no space: the constant holds the
  /// value itself.
  var constantSlot: DeclSyntax {
    """
    nonisolated private let \(raw: slot) = Perennial._constantSlot(\(raw: emptySlot))
    """
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
