import SwiftDiagnostics
import SwiftSyntax

extension StoredProperty {
  /// The problem that prevents the property from being stored, if there is one.
  var storageFindings: [Diagnostic] {
    guard let fault else { return [] }
    return [
      Diagnostic(
        node: fault.node(in: self),
        message: fault.message(for: self),
        fixIts: fault.fixIts(for: self)
      )
    ]
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
    if let attribute, let transient, attribute.asksForUniqueness {
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

extension PropertyFault {
  /// Returns the syntax node to highlight.
  fileprivate func node(in property: StoredProperty) -> Syntax {
    switch self {
    case .constantWithDefault: Syntax(property.declaration.bindingSpecifier)
    case .unsupportedType:
      property.binding.typeAnnotation.map { Syntax($0.type) } ?? Syntax(property.binding)
    case .untyped, .transientWithoutDefault, .weak, .conditional:
      Syntax(property.binding.pattern)
    }
  }
}

extension AttributeSyntax {
  fileprivate var asksForUniqueness: Bool {
    argumentList.contains {
      $0.label == nil
        && $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "unique"
    }
  }

  /// Returns the value of a labelled argument that is an integer literal.
  fileprivate func count(_ label: String) -> Int? {
    let argument = argumentList.first { $0.label?.text == label }
    return argument?.expression.as(IntegerLiteralExprSyntax.self).flatMap { Int($0.literal.text) }
  }
}
