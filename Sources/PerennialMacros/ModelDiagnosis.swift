import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension ModelDeclaration {
  /// Reports the parts of the class that cannot be persisted: first the problems of declarations, then those
  /// of properties, then those of the class.
  func diagnose(in context: some MacroExpansionContext) {
    let findings =
      declarationFindings + properties.flatMap(findings(of:)) + storageClashes + missingInitialiser
    findings.forEach(context.diagnose)
  }

  /// The names of the properties that every model has.
  private static let reserved: Set = [
    "persistentModelID", "modelContext", "hasChanges", "isDeleted", "persistentBackingData",
    "schemaMetadata",
  ]

  /// Names that mean something else behind a dot, also in backticks.
  private static let unnameable: Set = ["Type", "Protocol", "self"]

  /// The problems of declarations that aren't stored properties of one name.
  private var declarationFindings: [Diagnostic] {
    variables.flatMap { variable -> [Diagnostic] in
      guard variable.storesInInstances else { return [] }
      if variable.bindings.count > 1 {
        return [
          Diagnostic(
            node: variable.bindings,
            message: ModelMessage.severalBindings,
            fixIts: variable.separated.map { [$0] } ?? []
          )
        ]
      }
      if let pattern = variable.bindings.first?.pattern, !pattern.is(IdentifierPatternSyntax.self) {
        return [Diagnostic(node: pattern, message: ModelMessage.pattern)]
      }
      return []
    }
  }

  private var variables: [VariableDeclSyntax] {
    node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
  }

  private func findings(of property: StoredProperty) -> [Diagnostic] {
    if Self.reserved.contains(property.name) {
      let message = ModelMessage.reserved(property: property.name)
      return [Diagnostic(node: property.binding.pattern, message: message)]
    }
    if property.isColumn || property.hasSlot, Self.unnameable.contains(property.name) {
      let message = ModelMessage.unnameable(property: property.name)
      return [Diagnostic(node: property.binding.pattern, message: message)]
    }
    return property.storageFindings + property.markerFindings
  }

  /// The problems of properties whose storage has the name of another declaration.
  private var storageClashes: [Diagnostic] {
    let names = variables.flatMap(\.bindings).compactMap {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
    }
    return properties.filter { $0.hasSlot && names.contains("_\($0.name)") }.map {
      Diagnostic(
        node: $0.binding.pattern,
        message: ModelMessage.storageTaken(property: $0.name, storage: $0.marker)
      )
    }
  }

  private var missingInitialiser: [Diagnostic] {
    guard !mayDeclareInitialiser,
      let property = properties.first(where: { !$0.hasDefault && $0.fault == nil })
    else { return [] }
    return [
      Diagnostic(
        node: node.name,
        message: ModelMessage.noInitialiser(className: name, property: property.name)
      )
    ]
  }
}
