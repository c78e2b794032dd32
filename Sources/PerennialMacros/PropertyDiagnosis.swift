import SwiftDiagnostics
import SwiftSyntax

extension StoredProperty {
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
