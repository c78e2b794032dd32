import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@ModelActor`, which gives an actor its own context and the executor of that context.
struct PersistentModelActorMacro: PreformattedMacro {}

extension PersistentModelActorMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let actor = declaration.as(ActorDeclSyntax.self) else {
      context.diagnose(declaration.notAnActor(node))
      return []
    }
    let level = actor.modifiers.accessLevel ?? context.accessOfEnclosingExtension
    let access = level.modifierOfMembers
    var members: [DeclSyntax] = [
      "\(raw: access)nonisolated let modelExecutor: any Perennial.ModelExecutor",
      "\(raw: access)nonisolated let modelContainer: Perennial.ModelContainer",
    ]
    if !actor.declaresInitialiser(labels: ["modelContainer"]) {
      members.append(
        """
        \(raw: access)init(modelContainer: Perennial.ModelContainer) {
          let modelContext = Perennial.ModelContext(modelContainer)
          self.modelExecutor = Perennial.DefaultSerialModelExecutor(modelContext: modelContext)
          self.modelContainer = modelContainer
        }
        """
      )
    }
    return members
  }
}

extension PersistentModelActorMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let actor = declaration.as(ActorDeclSyntax.self), !protocols.isEmpty else { return [] }
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: context.availability(of: actor.attributes))extension \(type.trimmed): \
        Perennial.ModelActor {}
        """
      )
    ]
  }
}
