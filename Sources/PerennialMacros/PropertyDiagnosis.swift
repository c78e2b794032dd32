import SwiftDiagnostics
import SwiftSyntax

extension StoredProperty {
  /// The problem that prevents the property from being stored, if there is one.
  var storageFindings: [Diagnostic] {
    guard let fault else { return [] }
    var node = Syntax(binding.pattern)
    var fixIts: [FixIt] = []
    switch fault {
    case .constantWithDefault:
      node = Syntax(declaration.bindingSpecifier)
      fixIts = [makingVariable]
    case .transientWithoutDefault: fixIts = makingOptional.map { [$0] } ?? []
    case .unsupportedType:
      node = binding.typeAnnotation.map { Syntax($0.type) } ?? Syntax(binding)
      fixIts = [makingTransient]
    case .weak, .conditional: fixIts = [makingTransient]
    default: break
    }
    return [Diagnostic(node: node, message: fault, fixIts: fixIts)]
  }

  /// The problems of markers that contradict one another or themselves.
  var markerFindings: [Diagnostic] {
    var findings: [Diagnostic] = []
    if let attribute, let relationship {
      findings.append(
        Diagnostic(
          node: relationship,
          message: ModelMessage.attributeAndRelationship(property: name),
          fixIts: [removing(attribute), removing(relationship)]
        )
      )
    }
    let transient = declaration.attributes.first(named: "Transient")
    if let attribute, let transient, attribute.option("unique") != nil {
      findings.append(
        Diagnostic(
          node: attribute,
          message: ModelMessage.uniqueAndTransient(property: name),
          fixIts: [removing(attribute), removing(transient)]
        )
      )
    }
    if let relationship, let minimum = relationship.count("minimumModelCount"),
      let maximum = relationship.count("maximumModelCount"), maximum > 0, minimum > maximum
    {
      findings.append(
        Diagnostic(
          node: relationship,
          message: ModelMessage.modelCounts(minimum: minimum, maximum: maximum)
        )
      )
    }
    return findings
  }
}

extension AttributeSyntax {
  fileprivate func count(_ label: String) -> Int? {
    let argument = argumentList.first { $0.label?.text == label }
    return argument?.expression.as(IntegerLiteralExprSyntax.self).flatMap { Int($0.literal.text) }
  }
}
