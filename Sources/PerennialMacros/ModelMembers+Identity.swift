import SwiftSyntax

extension ModelMembers {
  /// The witness of `Identifiable` for a property `id` of the source.
  ///
  /// The conformance is not isolated to an actor. The property is isolated if the class is, and could
  /// not satisfy the requirement by itself. A macro sees only the attributes and protocols that may
  /// isolate the class.
  var identity: [String] {
    guard !model.isSubclass, model.mayBelongToActor, let type = model.identityType else {
      return []
    }
    return [
      """
      @_implements(Swift.Identifiable, id) @_disfavoredOverload \(access)nonisolated var _$id: \(type) {
        Perennial._Model.unisolated(self) { $0.id }
      }
      """
    ]
  }
}

extension ModelDeclaration {
  /// A Boolean value that indicates whether an attribute of the class, or a protocol that it
  /// conforms to, can name an actor.
  fileprivate var mayBelongToActor: Bool {
    node.inheritanceClause != nil
      || node.attributes.flattened.contains {
        $0.name.first?.isUppercase == true && $0.name != "Model"
      }
  }

  /// The type of the variable `id` that the class declares, if it can be derived from the source.
  fileprivate var identityType: String? {
    let variable = node.memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .first { variable in
        let pattern = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)
        return pattern?.identifier.identifierText == "id" && variable.isVariable
          && ![.static, .class, .nonisolated].contains(where: variable.modifiers.contains)
      }
    guard let binding = variable?.bindings.first else { return nil }
    if let type = binding.typeAnnotation?.type { return type.source }
    // The type of an initial value such as `UUID()`.
    let called = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression
    guard let name = called?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name.first?.isUppercase == true
    else { return nil }
    return name
  }
}
