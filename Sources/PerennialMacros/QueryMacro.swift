import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@Query(…)`: adds a `Query` with the same arguments, and a getter that returns its value.
struct QueryMacro: PreformattedMacro {}

extension QueryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = try? QueriedProperty(declaration, node) else { return [] }
    return ["  get { _\(raw: property.name).wrappedValue }"]
  }
}

extension QueryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do throws(DiagnosticsError) {
      let property = try QueriedProperty(declaration, node)
      let arguments = node.arguments?.trimmedDescription ?? ""
      return [
        """
        private var _\(raw: property.name): PerennialUI.Query<\(raw: property.element), \
        \(property.type)> = .init(\(raw: arguments))
        """
      ]
    } catch {
      error.diagnostics.forEach(context.diagnose)
      return []
    }
  }
}

/// A property with the results of a query.
private struct QueriedProperty {
  let name: String
  let type: TypeSyntax

  init(
    _ declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax
  ) throws(DiagnosticsError) {
    func fault(_ node: some SyntaxProtocol, _ message: ModelMessage) -> DiagnosticsError {
      DiagnosticsError(diagnostics: [Diagnostic(node: node, message: message)])
    }
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.var),
      let binding = variable.bindings.first, variable.bindings.count == 1,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self), binding.accessorBlock == nil
    else { throw fault(attribute, .queryOutsideType) }
    name = pattern.identifier.trimmed.text.filter { $0 != "`" }
    let shared = variable.modifiers.first {
      [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains($0.name.tokenKind)
    }
    if let shared { throw fault(shared, .queryShared(property: name, modifier: shared.name.text)) }
    if let value = binding.initializer { throw fault(value, .queryWithValue(property: name)) }
    guard let type = binding.typeAnnotation?.type.storable else {
      throw fault(pattern, .queryWithoutType(property: name))
    }
    self.type = type
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
