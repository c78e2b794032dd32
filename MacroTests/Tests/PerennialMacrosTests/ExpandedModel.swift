import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

/// A source file of models with all macros expanded, which compiles without the plug-in.
///
/// The expansion of a property's accessors loses its initial value, as the compiler keeps that by
/// itself. Here it is put back, with the type spelled out, which a property with accessors needs.
struct ExpandedModel {
  let source: String

  init(of original: String, named name: String) {
    let originals = InitialValues(of: original)
    let expanded = Parser.parse(source: Expansion(of: original).source)
    let complete = InitialValueRestorer(originals).rewrite(expanded).description
    let lines = complete.split(separator: "\n", omittingEmptySubsequences: false)
    let tidy = lines.map { line in
      line.allSatisfy { $0 == " " } ? "" : line
    }
    source = """
      // The expansion of Models/\(name). Do not edit; to write it anew, run
      //   make expansions
      // swift-format-ignore-file

      \(tidy.joined(separator: "\n"))

      """
  }
}

/// The bindings of the stored properties of a source, by class and name.
private final class InitialValues: SyntaxVisitor {
  private(set) var bindings: [String: PatternBindingSyntax] = [:]

  init(of source: String) {
    super.init(viewMode: .sourceAccurate)
    walk(Parser.parse(source: source))
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let key = node.propertyKey { bindings[key] = node }
    return .skipChildren
  }
}

private final class InitialValueRestorer: SyntaxRewriter {
  private let originals: InitialValues

  init(_ originals: InitialValues) {
    self.originals = originals
    super.init()
  }

  override func visit(_ node: PatternBindingSyntax) -> PatternBindingSyntax {
    guard node.hasInitAccessor, let key = node.propertyKey, let original = originals.bindings[key]
    else { return node }
    var restored = node.with(\.accessorBlock, node.accessorBlock?.withoutObservers)
    if let value = original.initializer?.value.trimmed {
      if node.typeAnnotation == nil, let type = value.evidentType {
        restored.pattern.trailingTrivia = []
        restored.typeAnnotation = TypeAnnotationSyntax(
          colon: .colonToken(trailingTrivia: .space),
          type: type
        )
      }
      restored.typeAnnotation?.trailingTrivia = .space
      restored.initializer = InitializerClauseSyntax(
        equal: .equalToken(trailingTrivia: .space),
        value: value,
        trailingTrivia: .space
      )
    }
    return restored
  }
}

extension PatternBindingSyntax {
  /// The name of the class and of the property; `nil` outside a class.
  fileprivate var propertyKey: String? {
    var ancestor = parent
    while let node = ancestor, !node.is(ClassDeclSyntax.self) { ancestor = node.parent }
    guard let owner = ancestor?.as(ClassDeclSyntax.self) else { return nil }
    return "\(owner.name.text).\(pattern.trimmedDescription)"
  }

  fileprivate var hasInitAccessor: Bool {
    guard case .accessors(let list) = accessorBlock?.accessors else { return false }
    return list.contains { $0.accessorSpecifier.tokenKind == .keyword(.`init`) }
  }
}

extension AccessorBlockSyntax {
  /// The generated setter runs the observers; beside it, they would be an error.
  fileprivate var withoutObservers: AccessorBlockSyntax {
    guard case .accessors(let list) = accessors else { return self }
    let remaining = list.filter {
      ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
    return with(\.accessors, .accessors(remaining))
  }
}

extension ExprSyntax {
  /// The type of a literal or of a call of an initialiser, where the spelling tells it.
  fileprivate var evidentType: TypeSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: "Int"
    case .floatLiteralExpr: "Double"
    case .stringLiteralExpr: "String"
    case .booleanLiteralExpr: "Bool"
    case .functionCallExpr(let call):
      TypeSyntax(stringLiteral: call.calledExpression.trimmedDescription)
    default: nil
    }
  }
}
