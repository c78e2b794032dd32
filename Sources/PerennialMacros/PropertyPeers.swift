import SwiftSyntax
import SwiftSyntaxBuilder

extension StoredProperty {
  /// Returns the stored properties behind the accessors: the slot, and the marker through which Swift
  /// checks that every initialiser sets the property.
  ///
  /// A setter re-enters its object when it updates the inverse of a relationship. Therefore the slot
  /// has unchecked exclusivity: no access to a slot lasts longer than one call of its own.
  func peers(slot emptySlot: String) -> [DeclSyntax] {
    [
      """
      @exclusivity(unchecked) nonisolated(unsafe) private var \(raw: slot) = \(raw: emptySlot)
      """,
      "nonisolated(unsafe) private var \(raw: marker): Perennial._Model.Marker",
    ]
  }

  /// The stored property that provides the slot type of a constant. It takes no space, because the
  /// constant stores the value itself.
  var constantSlot: DeclSyntax {
    """
    nonisolated private let \(raw: slot) = Perennial._Storage.constantSlot(\(raw: emptySlot))
    """
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

  var keyPath: String { "\\.\(token.text)" }
  var index: String { "_$Properties.\(token.text)" }
}
