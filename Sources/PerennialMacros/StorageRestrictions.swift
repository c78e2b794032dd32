import SwiftSyntax

/// The stored properties that an init accessor initialises and accesses, by `@storageRestrictions`.
struct StorageRestrictions {
  private(set) var initialised: Set<String> = []
  private(set) var accessed: Set<String> = []

  init(of accessor: AccessorDeclSyntax) {
    guard let attribute = accessor.attributes.first(named: "storageRestrictions") else { return }
    var label = ""
    for token in attribute.tokens(viewMode: .sourceAccurate) {
      let text = token.identifierText
      if ["initializes", "accesses"].contains(text) {
        label = text
      } else if label == "initializes" {
        initialised.insert(text)
      } else if label == "accesses" {
        accessed.insert(text)
      }
    }
  }

  /// `true` if the accessor writes to `_$backingData`, like accessors that are written for the
  /// expansion of `@Model`.
  var accessesBackingData: Bool { accessed.contains("_$backingData") }
}

extension VariableDeclSyntax {
  /// The restrictions of the variable's init accessor, if it has one.
  var storageRestrictions: StorageRestrictions? {
    guard case .initialised(let restrictions) = PropertyAccessors(bindings.first?.accessorBlock)
    else { return nil }
    return restrictions
  }
}

extension ClassDeclSyntax {
  /// The init accessors of the class body that write to `_$backingData`.
  var accessorsOfBackingData: [StorageRestrictions] {
    memberBlock.members.compactMap {
      $0.decl.as(VariableDeclSyntax.self)?.storageRestrictions
    }.filter(\.accessesBackingData)
  }

  /// A Boolean value that indicates whether an init accessor of another property initialises the
  /// storage of a persisted property.
  func sharesStorage(of property: StoredProperty) -> Bool {
    property.role == .persisted
      && accessorsOfBackingData.contains { $0.initialised.contains("_\(property.name)") }
  }
}
