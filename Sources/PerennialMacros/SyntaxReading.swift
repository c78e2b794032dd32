import SwiftSyntax

extension AttributeListSyntax {
  /// The attributes of the list, including those in all branches of an `#if`.
  var flattened: [AttributeSyntax] {
    flatMap { element -> [AttributeSyntax] in
      switch element {
      case .attribute(let attribute):
        [attribute]
      case .ifConfigDecl(let condition):
        condition.clauses.flatMap { clause -> [AttributeSyntax] in
          guard case .attributes(let attributes) = clause.elements else { return [] }
          return attributes.flattened
        }
      }
    }
  }

  /// Returns the first attribute with a name, with or without a module before it.
  func first(named name: String) -> AttributeSyntax? {
    flattened.first { $0.name == name }
  }
}

extension AttributeSyntax {
  /// The attribute's name, without a module.
  var name: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? ""
  }

  /// The arguments between the parentheses, as written.
  var argumentList: LabeledExprListSyntax {
    guard case .argumentList(let list) = arguments else { return [] }
    return list
  }

  /// Returns the argument without a label that is an option, `.unique` or `.transformable(by: …)`.
  func option(_ name: String) -> ExprSyntax? {
    argumentList.first { argument in
      let called = argument.expression.as(FunctionCallExprSyntax.self)?.calledExpression
      let member = (called ?? argument.expression).as(MemberAccessExprSyntax.self)
      return argument.label == nil && member?.declName.baseName.text == name
    }?.expression
  }
}

extension DeclModifierListSyntax {
  /// Returns `true` if the list contains the modifier, with or without a detail such as `(set)`.
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }

  /// The access level of the declaration itself, not that of its setter.
  var accessLevel: Keyword? {
    let levels: [Keyword] = [.open, .public, .package, .internal, .fileprivate, .private]
    for modifier in self where modifier.detail == nil {
      if case .keyword(let keyword) = modifier.name.tokenKind, levels.contains(keyword) {
        return keyword
      }
    }
    return nil
  }
}

extension SyntaxProtocol {
  /// The node's text, without the comments and spaces around it.
  var source: String { trimmedDescription }
}

extension Keyword? {
  /// The modifier of members that are as accessible as their type, with a space after it.
  var modifierOfMembers: String {
    switch self {
    case .open, .public: "public "
    case .package: "package "
    default: ""
    }
  }
}

extension DeclGroupSyntax {
  /// Returns `true` if the body declares an initialiser with the labels.
  func declaresInitialiser(labels: [String]) -> Bool {
    memberBlock.members.contains { member in
      guard let initialiser = member.decl.as(InitializerDeclSyntax.self) else { return false }
      return initialiser.signature.parameterClause.parameters.map(\.firstName.text) == labels
    }
  }
}
