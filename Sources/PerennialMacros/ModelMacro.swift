import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Model`, which turns a class into a persistent model.
///
/// The three roles divide the work. `memberAttribute` adds accessors to the stored properties, `member`
/// adds the members that the runtime calls, and `extension` adds the conformances. Only the member role
/// reports problems of the class, so that each is reported once.
struct PersistentModelMacro: PreformattedMacro {}

extension PersistentModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let classNode = declaration.as(ClassDeclSyntax.self) else {
      // The compiler requests the conformances of an enumeration, but not its members.
      if !declaration.is(EnumDeclSyntax.self) {
        context.diagnose(declaration.notAClass(node))
      }
      return []
    }
    let model = ModelDeclaration(
      classNode,
      isSubclass: !protocols.contains { $0.unqualifiedName == "PersistentModel" },
      in: context
    )
    model.diagnose(in: context)
    return ModelMembers(model: model).all
  }
}

extension PersistentModelMacro: MemberAttributeMacro {
  /// The macros for stored properties. A property that already has one gets no other.
  private static let storageMacros: Set = [
    "_PersistedProperty", "_TransformablePersistedProperty", "_SharedPersistedProperty",
    "_PersistedStorage", "_TransientProperty",
  ]

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let classNode = declaration.as(ClassDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self),
      !variable.attributes.flattened.contains(where: { storageMacros.contains($0.name) }),
      classNode.declaresDirectly(variable),
      let property = StoredProperty(variable)
    else { return [] }
    switch property.role {
    case .persisted where classNode.sharesStorage(of: property):
      return ["@_SharedPersistedProperty"]
    case .persisted where property.transformation != nil:
      return ["@_TransformablePersistedProperty"]
    case .persisted: return ["@_PersistedProperty"]
    case .transient: return ["@_TransientProperty"]
    case .persistedByHand, .constant: return ["@_PersistedStorage"]
    case .untouched: return []
    }
  }
}

extension PersistentModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let classNode = declaration.as(ClassDeclSyntax.self) else {
      if declaration.is(EnumDeclSyntax.self) {
        context.diagnose(declaration.notAClass(node))
      }
      // The compiler reports another error if the announced conformance is missing.
      guard declaration.is(ActorDeclSyntax.self) else { return [] }
      return [try ExtensionDeclSyntax("extension \(type.trimmed): Swift.Sendable {}")]
    }
    let availability = context.availability(of: classNode.attributes)
    return try protocols.compactMap { conformance in
      switch conformance.unqualifiedName {
      case "PersistentModel":
        try ExtensionDeclSyntax(
          "\(raw: availability)extension \(type.trimmed): nonisolated Perennial.PersistentModel {}"
        )
      case "Observable":
        try ExtensionDeclSyntax(
          "\(raw: availability)extension \(type.trimmed): nonisolated Observation.Observable {}"
        )
      case "Sendable":
        try ExtensionDeclSyntax(
          """
          @available(*, unavailable, message: "A model belongs to its context: pass its \
          persistentModelID to another actor instead.")
          extension \(type.trimmed): Swift.Sendable {}
          """
        )
      default: nil
      }
    }
  }
}

extension ClassDeclSyntax {
  /// Returns `true` if the variable is declared in the class body itself, outside any `#if`.
  ///
  /// The compiler passes the member without its surroundings, so it is looked up by its name.
  fileprivate func declaresDirectly(_ variable: VariableDeclSyntax) -> Bool {
    let name = variable.declaredName
    return memberBlock.members.contains {
      $0.decl.as(VariableDeclSyntax.self)?.declaredName == name
    }
  }
}

extension VariableDeclSyntax {
  fileprivate var declaredName: String? {
    bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }
}

extension TypeSyntax {
  /// The type's last name, without a module.
  var unqualifiedName: String {
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    return self.as(IdentifierTypeSyntax.self)?.name.text ?? source
  }
}

extension MacroExpansionContext {
  /// Returns the `@available` attributes of a type and of the types that contain it, each on a line.
  ///
  /// An extension of the type is declared at file scope, where none of these attributes applies.
  func availability(of attributes: AttributeListSyntax) -> String {
    let surroundings = lexicalContext.compactMap { $0.asProtocol((any WithAttributesSyntax).self) }
    let attributes = attributes.flattened + surroundings.flatMap { $0.attributes.flattened }
    var lines: [String] = []
    for attribute in attributes where attribute.name == "available" {
      if !lines.contains(attribute.source) { lines.append(attribute.source) }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
