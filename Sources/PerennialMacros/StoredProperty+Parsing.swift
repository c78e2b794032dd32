import SwiftSyntax

extension StoredProperty {
  /// Reads a variable declaration; `nil` for one that stores nothing in an instance, and for one
  /// that declares anything but a single name.
  ///
  /// - Parameter isConditional: Whether it stands in an `#if`, whose branch a macro cannot know.
  init?(_ declaration: VariableDeclSyntax, isConditional: Bool = false) {
    guard declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      !declaration.modifiers.contains(.static), !declaration.modifiers.contains(.class)
    else { return nil }
    let role: Role
    var fault: PropertyFault?
    switch PropertyAccessors(binding.accessorBlock) {
    case .computed:
      return nil
    case .initialised(let restrictions):
      // An init accessor over the storage of another property does not make a column.
      guard restrictions.accessesBackingData,
        restrictions.initialised.contains("_\(pattern.identifier.identifierText)"),
        !isConditional, declaration.attributes.first(named: "Transient") == nil
      else { return nil }
      role = .persistedByHand
    case .stored:
      fault = PropertyFault(of: declaration, binding, isConditional: isConditional)
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

  /// Whether the property's `@Attribute` has an option without arguments.
  func hasOption(_ name: String) -> Bool {
    attribute?.argumentList.contains { argument in
      argument.label == nil
        && argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == name
    } ?? false
  }

  /// The `@Relationship` of the property.
  var relationship: AttributeSyntax? { declaration.attributes.first(named: "Relationship") }
}

extension StoredProperty.Role {
  /// The role of a stored property that is free of faults.
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
  /// Whether accessors would change what the declaration means: it is lazy or weak, or another
  /// attribute than ours claims the storage of a property that is not to be persisted anyhow.
  var leavesStorageAlone: Bool {
    if [.lazy, .weak, .unowned].contains(where: modifiers.contains) { return true }
    return attributes.first(named: "Transient") != nil
      && attributes.flattened.contains {
        $0.name.first?.isUppercase == true && !["Transient", "MainActor"].contains($0.name)
      }
  }
}
