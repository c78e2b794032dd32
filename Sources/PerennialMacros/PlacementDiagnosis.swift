import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An attribute `@Model` on a declaration that isn't a class.
struct WrongKindOfModel {
  let attribute: AttributeSyntax
  let declaration: any DeclGroupSyntax

  func diagnose(in context: some MacroExpansionContext) {
    let keyword = declaration.introducer
    var fixIts: [FixIt] = []
    if keyword.tokenKind == .keyword(.struct) {
      fixIts = [declaration.replacing(keyword, with: "final class")]
    }
    context.diagnose(
      Diagnostic(
        node: Syntax(attribute),
        message: ModelMessage.notAClass(keyword: keyword.text),
        highlights: [Syntax(keyword)],
        fixIts: fixIts
      )
    )
  }
}

/// An attribute `@ModelActor` on a declaration that isn't an actor.
struct ModelActorPlacement {
  let attribute: AttributeSyntax
  let declaration: any DeclGroupSyntax

  var diagnostic: Diagnostic {
    let keyword = declaration.introducer
    let replaceable: [TokenKind] = [.keyword(.class), .keyword(.struct)]
    return Diagnostic(
      node: Syntax(attribute),
      message: ModelMessage.notAnActor(keyword: keyword.text),
      highlights: [Syntax(keyword)],
      fixIts: replaceable.contains(keyword.tokenKind)
        ? [declaration.replacing(keyword, with: "actor")] : []
    )
  }
}

/// A property marker and the declaration that it is attached to.
struct MarkerPlacement {
  let marker: AttributeSyntax
  let declaration: any DeclSyntaxProtocol

  /// Reports a misplaced marker only if there is no doubt. A class may get its `@Model` from a macro of
  /// another module.
  func diagnose(in context: some MacroExpansionContext) {
    if let message = message(enclosedBy: context.lexicalContext.first) {
      context.diagnose(Diagnostic(node: marker, message: message))
    }
  }

  private func message(enclosedBy surroundings: Syntax?) -> ModelMessage? {
    guard declaration.is(VariableDeclSyntax.self) else { return .notAProperty(marker: marker.name) }
    guard let surroundings, let group = surroundings.asProtocol((any DeclGroupSyntax).self) else {
      return nil
    }
    if group.is(ExtensionDeclSyntax.self) { return nil }
    if group.is(ClassDeclSyntax.self) {
      let mayBeModel = group.attributes.flattened.contains { $0.name.first?.isUppercase == true }
      if mayBeModel { return nil }
    }
    return .outsideModel(marker: marker.name, kind: group.introducer.text)
  }
}

extension DeclGroupSyntax {
  /// Returns a fix-it that replaces one token of the declaration.
  fileprivate func replacing(_ keyword: TokenSyntax, with replacement: String) -> FixIt {
    FixIt(
      message: ModelFix.replace(keyword.text, with: replacement),
      changes: [
        .replace(
          oldNode: Syntax(keyword),
          newNode: Syntax(keyword.with(\.tokenKind, .identifier(replacement)))
        )
      ]
    )
  }
}
