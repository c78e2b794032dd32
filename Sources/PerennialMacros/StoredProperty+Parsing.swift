import SwiftSyntax

extension StoredProperty {
  /// Reads a variable declaration; `nil` if it stores nothing in an instance, or does not declare a
  /// single name.
  ///
  /// - Parameter isConditional: `true` if it is in an `#if`, whose active branch a macro cannot know.
  init?(_ declaration: VariableDeclSyntax, isConditional: Bool = false) {
    guard declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      !declaration.modifiers.contains(.static), !declaration.modifiers.contains(.class)
    else { return nil }
    let role: Role
    var fault: ModelMessage?
    switch PropertyAccessors(binding.accessorBlock) {
    case .computed:
      return nil
    case .initialised(let restrictions):
      // An init accessor for the storage of another property does not make a column.
      guard restrictions.accessesBackingData,
        restrictions.initialised.contains("_\(pattern.identifier.identifierText)"),
        !isConditional, declaration.attributes.first(named: "Transient") == nil
      else { return nil }
      role = .persistedByHand
    case .stored:
      fault = ModelMessage(
        faultOf: pattern.identifier.identifierText, declaration, binding,
        isConditional: isConditional)
      role = fault == nil && !isConditional ? Role(of: declaration) : .untouched
    }
    self.init(
      declaration: declaration,
      binding: binding,
      token: pattern.identifier.trimmed,
      role: role,
      fault: fault
    )
  }

  /// The `@Attribute` of the property.
  var attribute: AttributeSyntax? { declaration.attributes.first(named: "Attribute") }

  /// Returns `true` if the property's `@Attribute` has an option.
  func hasOption(_ name: String) -> Bool { attribute?.option(name) != nil }

  /// The `@Relationship` of the property.
  var relationship: AttributeSyntax? { declaration.attributes.first(named: "Relationship") }
}

extension StoredProperty.Role {
  /// Creates the role of a stored property without faults.
  fileprivate init(of declaration: VariableDeclSyntax) {
    let isTransient = declaration.attributes.first(named: "Transient") != nil
    switch (isTransient, declaration.isVariable) {
    case _ where declaration.leavesStorageAlone: self = .untouched
    case (false, true): self = .persisted
    case (false, false): self = .constant
    case (true, true): self = .transient
    case (true, false): self = .untouched
    }
  }
}

extension VariableDeclSyntax {
  /// `true` if accessors would change the meaning of the declaration. It is lazy or weak, or it is
  /// transient and another attribute manages its storage.
  var leavesStorageAlone: Bool {
    if [.lazy, .weak, .unowned].contains(where: modifiers.contains) { return true }
    return attributes.first(named: "Transient") != nil
      && attributes.flattened.contains {
        $0.name.first?.isUppercase == true && !["Transient", "MainActor"].contains($0.name)
      }
  }
}
