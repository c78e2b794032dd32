import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A macro that adds no declaration. `@Model` reads it from the source.
protocol PropertyMarkerMacro: PeerMacro, PreformattedMacro {}

extension PropertyMarkerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let surroundings = context.lexicalContext.first
    if let message = node.misplacement(on: declaration, enclosedBy: surroundings) {
      context.diagnose(Diagnostic(node: node, message: message))
    }
    return []
  }
}

/// The macro `@Attribute(…)`.
struct AttributePropertyMacro: PropertyMarkerMacro {}

/// The macro `@Relationship(…)`.
struct RelationshipPropertyMacro: PropertyMarkerMacro {}

/// The macro `@Transient`.
struct TransientPropertyMacro: PropertyMarkerMacro {}

/// A freestanding macro that adds no declaration. `@Model` reads it from the source.
protocol ClassMarkerMacro: DeclarationMacro, PreformattedMacro {}

extension ClassMarkerMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}

/// The macro `#Unique<T>(…)`.
struct UniqueConstraintsMacro: ClassMarkerMacro {}

/// The macro `#Index<T>(…)`.
struct IndexMacro: ClassMarkerMacro {}

/// The macro `#Merge<T>(…)`.
struct MergeRuleMacro: ClassMarkerMacro {}
