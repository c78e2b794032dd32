import SwiftSyntax
import SwiftSyntaxMacros

/// A class marked `@Model`, as far as its source tells.
struct ModelDeclaration {
  let node: ClassDeclSyntax
  let properties: [StoredProperty]
  let constraints: [ClassConstraint]

  /// Whether the superclass is a model; the compiler tells the member macro.
  let isSubclass: Bool

  /// The access level that members of the expansion need in order to witness a public protocol.
  let access: Keyword?

  init(
    _ node: ClassDeclSyntax,
    isSubclass: Bool,
    in context: some MacroExpansionContext
  ) {
    var reader = ModelBodyReader()
    reader.read(node.memberBlock.members)
    self.node = node
    self.isSubclass = isSubclass
    properties = reader.properties
    constraints = reader.constraints
    access = node.modifiers.accessLevel ?? context.accessOfEnclosingExtension
  }

  /// The class's name as it is written inside its own body.
  var name: String { node.name.trimmed.text }

  var isFinal: Bool { node.modifiers.contains(.final) }

  var columns: [StoredProperty] { properties.filter(\.isColumn) }
  var transients: [StoredProperty] { properties.filter { $0.role == .transient } }

  /// Whether an object can be made from zeroed memory, without running an initialiser.
  ///
  /// That takes storage which the macro knows to the last property, all of it variable.
  var canEmplace: Bool {
    properties.allSatisfy { $0.role != .constant && $0.role != .untouched }
  }

  /// A Boolean value that indicates whether init accessors of the source hand values to
  /// `_$backingData`.
  var usesInitialValues: Bool { !node.accessorsOfBackingData.isEmpty }

  /// The superclass, for a model that inherits from one.
  var superclass: String? {
    isSubclass ? node.inheritanceClause?.inheritedTypes.first?.type.source : nil
  }

  /// Whether the author wrote an initialiser into the class body, or may have in an `#if`.
  var mayDeclareInitialiser: Bool {
    node.memberBlock.members.contains {
      $0.decl.is(InitializerDeclSyntax.self) || $0.decl.is(IfConfigDeclSyntax.self)
    }
  }

  /// Whether the class body declares an initialiser with those labels.
  func declaresInitialiser(labels: [String]) -> Bool {
    node.memberBlock.members.contains { member in
      guard let initialiser = member.decl.as(InitializerDeclSyntax.self) else { return false }
      return initialiser.signature.parameterClause.parameters.map(\.firstName.text) == labels
    }
  }
}

/// A `#Unique` or `#Index` in a class body.
struct ClassConstraint {
  let node: MacroExpansionDeclSyntax
  /// The `#if` conditions around it, from the outermost, each as the directives that open it.
  let conditions: [String]

  var name: String { node.macroName.text }
}

/// Collects the stored properties and constraints of a class body.
private struct ModelBodyReader {
  var properties: [StoredProperty] = []
  var constraints: [ClassConstraint] = []

  mutating func read(_ members: MemberBlockItemListSyntax, conditions: [String] = []) {
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        if let property = StoredProperty(variable, isConditional: !conditions.isEmpty) {
          properties.append(property)
        }
      } else if let macro = member.decl.as(MacroExpansionDeclSyntax.self) {
        if ["Unique", "Index"].contains(macro.macroName.text) {
          constraints.append(ClassConstraint(node: macro, conditions: conditions))
        }
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        read(condition, conditions: conditions)
      }
    }
  }

  /// A branch after the first is reached when those before it are not, hence the directives that
  /// precede it, with nothing in between.
  private mutating func read(_ condition: IfConfigDeclSyntax, conditions: [String]) {
    var opening = ""
    for clause in condition.clauses {
      let directive = [clause.poundKeyword.text, clause.condition?.source]
      opening += (opening.isEmpty ? "" : "\n") + directive.compactMap(\.self).joined(separator: " ")
      if case .decls(let members) = clause.elements {
        read(members, conditions: conditions + [opening])
      }
    }
  }
}

extension MacroExpansionContext {
  /// The access level that an extension around the declaration gives to what it contains.
  var accessOfEnclosingExtension: Keyword? {
    lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.accessLevel
  }
}
