import SwiftSyntax
import SwiftSyntaxMacros

/// A macro that adds no declaration: it exists to be read by `@Model`, from the source.
protocol PropertyMarkerMacro: PeerMacro {}

extension PropertyMarkerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    MarkerPlacement(marker: node, declaration: declaration).diagnose(in: context)
    return []
  }
}

/// `@Attribute(…)`.
struct AttributePropertyMacro: PropertyMarkerMacro {}

/// `@Relationship(…)`.
struct RelationshipPropertyMacro: PropertyMarkerMacro {}

/// `@Transient`.
struct TransientPropertyMacro: PropertyMarkerMacro {}

/// A freestanding macro that declares nothing, for the same reason.
protocol ClassMarkerMacro: DeclarationMacro {}

extension ClassMarkerMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}

/// `#Unique<T>(…)`.
struct UniqueConstraintsMacro: ClassMarkerMacro {}

/// `#Index<T>(…)`.
struct IndexMacro: ClassMarkerMacro {}
