import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Query(…)`: adds a `Query` with the same arguments, and a getter that returns its value.
struct QueryMacro {}

extension QueryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard case .success(let property) = QueriedProperty.read(declaration, node) else { return [] }
    return ["get { _\(raw: property.name).wrappedValue }"]
  }
}

extension QueryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    switch QueriedProperty.read(declaration, node) {
    case .failure(let fault):
      context.diagnose(Diagnostic(node: fault.node, message: fault.message))
      return []
    case .success(let property):
      let arguments = node.arguments?.trimmedDescription ?? ""
      return [
        """
        private var _\(raw: property.name): PerennialUI.Query<\(raw: property.element), \
        \(property.type)> = .init(\(raw: arguments))
        """
      ]
    }
  }
}

/// A property with the results of a query.
private struct QueriedProperty {
  struct Fault: Error {
    let node: Syntax
    let message: ModelMessage
  }

  let name: String
  let type: TypeSyntax

  static func read(
    _ declaration: some DeclSyntaxProtocol,
    _ attribute: AttributeSyntax
  ) -> Result<QueriedProperty, Fault> {
    func fault(_ node: some SyntaxProtocol, _ message: ModelMessage) -> Result<Self, Fault> {
      .failure(Fault(node: Syntax(node), message: message))
    }
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.var),
      let binding = variable.bindings.first, variable.bindings.count == 1,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self), binding.accessorBlock == nil
    else { return fault(attribute, .queryOutsideType) }
    let name = pattern.identifier.trimmed.text.filter { $0 != "`" }
    let shared = variable.modifiers.first {
      [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains($0.name.tokenKind)
    }
    if let shared { return fault(shared, .queryShared(property: name, modifier: shared.name.text)) }
    if let value = binding.initializer { return fault(value, .queryWithValue(property: name)) }
    guard let type = binding.typeAnnotation?.type.storable else {
      return fault(pattern, .queryWithoutType(property: name))
    }
    return .success(QueriedProperty(name: name, type: type))
  }

  /// The model type, if the source shows it, or else `_`, which the compiler infers.
  var element: String {
    if let array = type.as(ArrayTypeSyntax.self) { return array.element.trimmedDescription }
    guard let type = type.as(IdentifierTypeSyntax.self),
      ["Array", "SectionedResults"].contains(type.name.text),
      case .type(let element) = type.genericArgumentClause?.arguments.first?.argument
    else { return "_" }
    return element.trimmedDescription
  }
}
