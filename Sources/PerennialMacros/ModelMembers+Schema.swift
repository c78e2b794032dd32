import SwiftSyntax

extension ModelMembers {
  /// The metadata that the schema reads: an entry for each column and each constraint that the class
  /// itself declares.
  ///
  /// The key paths of a class on the main actor can be formed on the main actor alone, but the schema
  /// is read on any thread.
  var schemaMetadata: String {
    let entries = model.columns.map { "  \(propertyMetadata($0))," }
    let list = ["["] + entries + constraints(under: []) + ["]"]
    let conditions = conditionsInOrder
    var statements = list
    if !conditions.isEmpty {
      statements[0] = "var metadata: [Perennial.Schema.PropertyMetadata] = ["
      for condition in conditions {
        statements += condition + ["metadata += ["] + constraints(under: condition) + ["]"]
        statements += Array(repeating: "#endif", count: condition.count)
      }
      statements.append("return metadata")
    }
    return """
      \(overridableStatic)var schemaMetadata: [Perennial.Schema.PropertyMetadata] {
        Perennial._Model.unisolated {
      \(statements.map { "    \($0)" }.joined(separator: "\n"))
        }
      }
      """
  }

  private var conditionsInOrder: [[String]] {
    var seen: [[String]] = []
    for constraint in model.constraints where !constraint.conditions.isEmpty {
      if !seen.contains(constraint.conditions) { seen.append(constraint.conditions) }
    }
    return seen
  }

  private func constraints(under conditions: [String]) -> [String] {
    model.constraints.filter { $0.conditions == conditions }.map { "  \(metadata(of: $0))," }
  }

  private func propertyMetadata(_ property: StoredProperty) -> String {
    entry(
      name: property.name,
      keyPath: "\\\(model.name).\(property.token.text)",
      defaultValue: property.defaultValue,
      metadata: schemaDescription(of: property) ?? "nil"
    )
  }

  private func metadata(of constraint: ClassConstraint) -> String {
    let kind = "Perennial.Schema.\(constraint.name)"
    let model = constraint.node.genericArgumentClause?.source ?? "<\(self.model.name)>"
    return entry(
      name: kind,
      keyPath: "\\\(self.model.name).persistentModelID",
      defaultValue: "nil",
      metadata: "\(kind)\(model)(\(constraint.node.arguments.source))"
    )
  }

  private func entry(
    name: String,
    keyPath: String,
    defaultValue: String,
    metadata: String
  ) -> String {
    """
    Perennial.Schema.PropertyMetadata(name: "\(name)", keypath: \(keyPath), \
    defaultValue: \(defaultValue), metadata: \(metadata))
    """
  }

  /// Returns the expression for the `Schema.Attribute` or `Schema.Relationship` with the arguments of
  /// the macro.
  private func schemaDescription(of property: StoredProperty) -> String? {
    if let relationship = property.relationship {
      return "Perennial.Schema.Relationship(\(relationship.argumentList.source))"
    }
    return property.attribute.map { "Perennial.Schema.Attribute(\($0.argumentList.source))" }
  }
}
