import SwiftDiagnostics
import SwiftSyntax

extension DeclGroupSyntax {
  /// Returns the diagnostic of `@Model` on a declaration that isn't a class.
  func notAClass(_ attribute: AttributeSyntax) -> Diagnostic {
    misplaced(
      attribute, message: .notAClass(keyword: introducer.text),
      replacements: [.struct: "final class"])
  }

  /// Returns the diagnostic of `@ModelActor` on a declaration that isn't an actor.
  func notAnActor(_ attribute: AttributeSyntax) -> Diagnostic {
    misplaced(
      attribute, message: .notAnActor(keyword: introducer.text),
      replacements: [.class: "actor", .struct: "actor"])
  }

  /// Returns the diagnostic of an attribute on the wrong kind of declaration. The fix-it replaces the
  /// keyword of the declaration, if there is a replacement for it.
  private func misplaced(
    _ attribute: AttributeSyntax, message: ModelMessage, replacements: [Keyword: String]
  ) -> Diagnostic {
    let keyword = introducer
    let replacement = replacements.first { keyword.tokenKind == .keyword($0.key) }?.value
    let fixIt = replacement.map {
      FixIt(
        .replace(keyword.text, with: $0),
        replacing: keyword, with: keyword.with(\.tokenKind, .identifier($0)))
    }
    return Diagnostic(
      node: attribute, message: message, highlights: [Syntax(keyword)],
      fixIts: fixIt.map { [$0] } ?? [])
  }
}

extension AttributeSyntax {
  /// Returns the message of a property marker on the wrong declaration, only if there is no doubt. A class
  /// may get its `@Model` from a macro of another module.
  func misplacement(
    on declaration: some DeclSyntaxProtocol, enclosedBy surroundings: Syntax?
  ) -> ModelMessage? {
    guard declaration.is(VariableDeclSyntax.self) else { return .notAProperty(marker: name) }
    guard let surroundings, let group = surroundings.asProtocol((any DeclGroupSyntax).self) else {
      return nil
    }
    if group.is(ExtensionDeclSyntax.self) { return nil }
    if group.is(ClassDeclSyntax.self) {
      let mayBeModel = group.attributes.flattened.contains { $0.name.first?.isUppercase == true }
      if mayBeModel { return nil }
    }
    return .outsideModel(marker: name, kind: group.introducer.text)
  }
}
